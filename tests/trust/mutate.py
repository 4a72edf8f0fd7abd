"""Mutants of C++ sources: what is found to change in them, and the sources in which each change can be chosen at run time.

`find` reads sources with libclang and returns what can be changed; `Rewriting` writes a source with all its mutants in it, of
which `mutation.hpp` lets one live. What another mutant implies is not made: where each operand of `&&` has been forced to be true,
`||` in its place shows nothing new.
"""
import dataclasses
import re
import sys
from pathlib import Path

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's libclang for Python, whichever Python this is
from clang import cindex  # noqa: E402

CursorKind = cindex.CursorKind
for missing in (153, 154, 604):  # requires-expressions and concepts, which libclang 16 knows and its Python does not
    try:
        CursorKind.from_id(missing)
    except ValueError:
        CursorKind(missing)
FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.FUNCTION_TEMPLATE, CursorKind.CONSTRUCTOR,
             CursorKind.DESTRUCTOR, CursorKind.CONVERSION_FUNCTION}
CLASSES = {CursorKind.STRUCT_DECL, CursorKind.CLASS_DECL, CursorKind.CLASS_TEMPLATE}
NUMBER = re.compile(rb"(\d[\d']*)([uUlLzZ]*|ms|s|min|h)")
FRACTION = re.compile(rb"(\d*\.\d+)")
# What is written in place of a comparison: where a condition is forced to be true and to be false anyhow, and elsewhere.
IN_CONDITION = {b"<": [b"<="], b"<=": [b"<"], b">": [b">="], b">=": [b">"], b"==": [], b"!=": []}
ELSEWHERE = {b"<": [b"<=", b">="], b"<=": [b"<", b">"], b">": [b">=", b"<="], b">=": [b">", b"<"], b"==": [b"!="], b"!=": [b"=="]}
SUMS = {b"+": [b"-"], b"-": [b"+"], b"+=": [b"-="], b"-=": [b"+="]}
# Sums of what has a minus; texts have none.
SUMMED = re.compile(r"\b(int|long|short|double|duration|time_point|LogWeight)\b")
NOTHING = (b"{}", b"false", b"true", b"nullptr", b"std::nullopt", b"0", b'""', b"LogWeight{0}")


@dataclasses.dataclass
class Mutant:
    """One change. `number` is what mutation.hpp knows it by; `start` is where it is in the file, in bytes."""
    file: str
    start: int
    line: int
    code: str  # the line as it is, without blanks around it
    change: str
    number: int = 0
    dropped: bool = False  # does not compile

    @property
    def room(self):
        return self.file.split("/")[0]

    @property
    def key(self):
        """What stays the same when lines move."""
        return self.file, self.code, self.change


@dataclasses.dataclass(eq=False)
class Edit:
    """Text around what stands at [start, end). `before` and `after` are made of the mutants that have not been dropped."""
    start: int
    end: int
    kind: str  # choose, force, skip, declared; or constant, which no mutant is of
    choices: list  # of (mutant, its text)
    asks: bytes = b"mutation::is"
    variable: object = None  # the edit of kind constant around it
    place: tuple = ()  # of a constant: what a mutant has for its key

    @property
    def keys(self):
        return [self.place] if self.kind == "constant" else [mutant.key for mutant, _ in self.choices]

    def around(self):
        """What stands before and after, with all mutants that compile."""
        if self.kind == "constant":
            return self.asks, b""
        before, after = b"", b""
        for mutant, new in self.choices:
            if mutant.dropped:
                continue
            asked = b"%s(%d)" % (self.asks, mutant.number)
            if self.kind == "choose":
                before, after = before + b"(%s ? (%s) : " % (asked, new), after + b")"
            elif self.kind == "force":
                before, after = before + (b"(%s || (" if new == b"1" else b"(!%s && (") % asked, after + b"))"
            elif self.kind == "skip":
                before += b"if (%s) %s else " % (asked, new)
            elif mutant.change.endswith("always"):
                after = b"; %s || %s" % (asked, new)
            else:
                after = after.replace(b"|| " + new, b"|| (!%s && %s)" % (asked, new)) or b"; !%s && %s" % (asked, new)
        return before, after

    def leave_out(self):
        """The compiler does not take it. What has to be constant has no mutants."""
        self.asks = b"" if self.kind == "constant" else self.asks
        for mutant, _ in self.choices:
            mutant.dropped = True


def code_alone(text):
    """On one line, without comments."""
    return b" ".join(re.sub(rb"//[^\n]*", b"", text).split())


def numbers_beside(text):
    """What may stand in place of a number: one more and one less, of what is larger a tenth."""
    found = NUMBER.fullmatch(text)
    if not found:
        # Of nothing a tenth is nothing.
        return [b"%g" % (float(text) * 1.1), b"%g" % (float(text) * 0.9)] if FRACTION.fullmatch(text) and float(text) != 0 else []
    value = int(found.group(1).replace(b"'", b""))
    step = 1 if value < 20 else -(-value // 10)
    return [b"%d%s" % (near, found.group(2)) for near in (value + step, value - step) if near >= 0]


def idle_breaks(body):
    """Where each `break` stands that ends a switch, or after which its last cases do nothing else."""
    idle = set()
    for last in reversed(list(body.get_children())):
        while last.kind in (CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT):
            last = list(last.get_children())[-1]
        if last.kind != CursorKind.BREAK_STMT:
            break
        idle.add(last.extent.start.offset)
    return idle


class Finder:
    """What can be changed in one file."""

    def __init__(self, name, text):
        self.name, self.text, self.edits = name, text, []
        self.seen = set()  # literals, which some expressions have twice
        self.idle = set()  # each `break` after which nothing is left of its switch
        self.asks, self.variable, self.in_lambda = b"mutation::is", None, False

    def of(self, cursor):
        return self.text[cursor.extent.start.offset:cursor.extent.end.offset]

    def mutant(self, cursor, change):
        start = cursor.extent.start.offset
        begin, end = self.text.rfind(b"\n", 0, start) + 1, self.text.find(b"\n", start)
        return Mutant(self.name, start, cursor.extent.start.line, self.text[begin:end].decode().strip(), change)

    def add(self, cursor, kind, choices):
        if choices:
            made = [(self.mutant(cursor, change), text) for change, text in choices]
            self.edits.append(Edit(cursor.extent.start.offset, cursor.extent.end.offset, kind, made, self.asks, self.variable))

    # Each of these is called with a cursor and with what its value is to be forced to beside.
    def visit(self, cursor, forced=()):
        kind = cursor.kind
        if kind in (CursorKind.STATIC_ASSERT, CursorKind.ENUM_DECL, CursorKind.USING_DECLARATION):
            return
        if kind in FUNCTIONS:
            self.function(cursor)
        elif kind in (CursorKind.VAR_DECL, CursorKind.FIELD_DECL):
            self.declaration(cursor)
        elif kind.is_statement() and kind != CursorKind.NULL_STMT:
            self.statement(cursor)
        elif kind.is_expression():
            self.expression(cursor, forced)
        else:
            self.children(cursor)

    def children(self, cursor):
        for child in cursor.get_children():
            self.visit(child)

    def function(self, cursor):
        head = self.text[cursor.extent.start.offset:cursor.location.offset]
        if b"consteval" in head or b"= default" in self.of(cursor)[-12:]:
            return
        outer = self.asks
        self.asks = b"mutation::is_at_run_time" if b"constexpr" in head else b"mutation::is"
        self.children(cursor)
        self.asks = outer

    def declaration(self, cursor):
        """A constant that the compiler knows cannot be changed: it becomes one of run time."""
        head = self.text[cursor.extent.start.offset:cursor.location.offset]
        outer = self.asks, self.variable
        where = re.search(rb"\bconstexpr\b", head)
        if cursor.kind == CursorKind.FIELD_DECL:
            self.asks = b"mutation::is_at_run_time"
        elif where:
            member = cursor.semantic_parent.kind in CLASSES
            start = cursor.extent.start.offset + where.start()
            new = b"inline const" if member and b"inline" not in head else b"const"
            place = self.mutant(cursor, "constexpr").key
            self.variable = Edit(start, cursor.extent.end.offset, "constant", [], new, None, place)
            self.edits.append(self.variable)
            self.asks = b"mutation::is"
        self.children(cursor)
        self.asks, self.variable = outer

    def statement(self, cursor):
        kind, children = cursor.kind, list(cursor.get_children())
        if kind == CursorKind.RETURN_STMT:
            self.returned(cursor, children)
        elif kind in (CursorKind.CASE_STMT, CursorKind.IF_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.FOR_STMT):
            self.branch(cursor, children)
        else:
            if kind == CursorKind.SWITCH_STMT:
                self.idle |= idle_breaks(children[-1])
            if kind in (CursorKind.BREAK_STMT, CursorKind.CONTINUE_STMT) and cursor.extent.start.offset not in self.idle:
                self.add(cursor, "skip", [(f"{self.of(cursor).decode()} left out", b"{}")])
            for child in children:
                self.body(child) if kind == CursorKind.COMPOUND_STMT else self.visit(child)

    def body(self, cursor):
        """A statement by itself, which may be left out."""
        if cursor.kind.is_expression() and self.text[cursor.extent.end.offset:].lstrip()[:1] == b";":
            self.add(cursor, "skip", [(f"{code_alone(self.of(cursor)).decode()} left out", b"{}")])
        self.visit(cursor)

    def returned(self, cursor, children):
        if not children:
            return self.add(cursor, "skip", [("return left out", b"{}")])
        value = children[0]
        text = code_alone(self.of(value))
        if value.type.get_canonical().kind == cindex.TypeKind.BOOL:
            if text not in NOTHING and not self.comparison(value):
                self.add(cursor, "skip", [(f"return !({text.decode()})", b"return !(%s);" % text)])
        elif value.type.get_canonical().kind == cindex.TypeKind.VOID:
            self.add(cursor, "skip", [(f"{text.decode()} left out", b"return;")])
        elif text not in NOTHING and not NUMBER.fullmatch(text):
            empty = b"return std::decay_t<decltype(%s)>{};" % text if self.in_lambda else b"return {};"
            self.add(cursor, "skip", [(f"return {{}} for {text.decode()}", empty)])
        self.visit(value)

    def branch(self, cursor, children):
        if cursor.kind == CursorKind.CASE_STMT:
            return self.body(children[1])
        if re.match(rb"if\s+constexpr|if\s+consteval", self.of(cursor)):
            return [self.body(child) for child in children[1:]]
        declared = False
        for child in children:
            follows = self.text[child.extent.end.offset:].lstrip()[:1]
            if child.kind == CursorKind.VAR_DECL and cursor.kind == CursorKind.IF_STMT:
                declared = True
                name = child.spelling.encode()
                self.add(child, "declared", [(f"{child.spelling}: always", name), (f"{child.spelling}: never", name)])
                self.visit(child)
            elif child.kind.is_expression() and (follows == b")" and not declared and cursor.kind != CursorKind.FOR_STMT or
                                                 follows == b";" and cursor.kind == CursorKind.FOR_STMT):
                # What goes on for ever is noticed anyhow.
                self.visit(child, (True, False) if cursor.kind == CursorKind.IF_STMT else (False,))
            elif child.kind.is_expression() and follows != b";":
                self.visit(child)
            else:
                self.body(child)

    def comparison(self, cursor):
        """Its operator, or none."""
        while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
            children = list(cursor.get_children())
            if len(children) != 1:
                break
            cursor = children[0]
        return self.operator(list(cursor.get_children())) in ELSEWHERE

    def operator(self, children):
        if len(children) < 2:
            return None
        return self.text[children[0].extent.end.offset:children[-1].extent.start.offset].strip()

    def expression(self, cursor, forced):
        children, text = list(cursor.get_children()), self.of(cursor)
        if cursor.kind == CursorKind.LAMBDA_EXPR:
            outer, self.in_lambda = self.in_lambda, True
            self.children(cursor)
            self.in_lambda = outer
            return None
        if len(children) == 1 and cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR) and (
                cursor.kind == CursorKind.PAREN_EXPR or children[0].extent == cursor.extent):
            return self.visit(children[0], forced)
        operator = self.operator(children)
        if operator in (b"&&", b"||"):
            rest = operator == b"||"
            self.force(cursor, [to for to in forced if to == rest])
            return [self.visit(child, (not rest,)) for child in (children[0], children[-1])]
        if cursor.kind == CursorKind.UNARY_OPERATOR and text[:1] == b"!":
            return self.visit(children[0], tuple(not to for to in forced))
        self.force(cursor, forced)
        if cursor.kind == CursorKind.CONDITIONAL_OPERATOR:
            self.visit(children[0], (True, False))
            return [self.visit(child) for child in children[1:]]
        self.value(cursor, children, text, operator, forced)
        self.children(cursor)
        return None

    def force(self, cursor, forced):
        text = code_alone(self.of(cursor)).decode()
        if text not in ("true", "false"):
            self.add(cursor, "force", [(f"{text}: {'always' if to else 'never'}", b"1" if to else b"0") for to in forced])

    def is_template_argument(self, cursor):
        """As the length of an array. clang-format has a blank before what compares."""
        before, after = self.text[:cursor.extent.start.offset].rstrip(), self.text[cursor.extent.end.offset:]
        return before[-1:] in (b"<", b",") and re.match(rb">(?!=)", after) is not None

    def value(self, cursor, children, text, operator, forced):
        """Operators and literals."""
        near = (IN_CONDITION if forced else ELSEWHERE).get(operator)
        if operator in SUMS and SUMMED.search(cursor.type.get_canonical().spelling):
            near = SUMS[operator]
        if near:
            left, right = code_alone(self.of(children[0])), code_alone(self.of(children[-1]))
            whole = code_alone(text).decode()
            self.add(cursor, "choose", [(f"{whole} with {new.decode()}", b"%s %s %s" % (left, new, right)) for new in near])
        elif cursor.extent.start.offset not in self.seen and not self.is_template_argument(cursor):
            others = {b"true": [b"false"], b"false": [b"true"]}.get(text) or numbers_beside(text)
            if others:
                self.seen.add(cursor.extent.start.offset)
            self.add(cursor, "choose", [(f"{text.decode()} → {new.decode()}", new) for new in others])


def find(root, rooms, generated):
    """Edits of each file of the rooms, by its name. `generated`: folders with headers that a build makes."""
    found = {}
    index = cindex.Index.create()
    for room in rooms:
        # Headers too: some are included by other rooms alone.
        sources = sorted(path.relative_to(root).as_posix() for path in (root / room).rglob("*.?pp"))
        for first in range(0, len(sources), 8):
            text = "".join(f'#include "{source}"\n' for source in sources[first:first + 8])
            # In the root, whose files come before those of the folder in which this is run.
            name = str(root / f"{room}.cpp")
            unit = index.parse(name, ["-std=c++20", f"-I{root}", *(f"-I{folder}" for folder in generated)],
                               unsaved_files=[(name, text)])
            errors = [str(said) for said in unit.diagnostics if said.severity >= cindex.Diagnostic.Error]
            if errors:
                raise ValueError("libclang cannot read this:\n" + "\n".join(errors[:5]))
            finders = {}
            walk(unit.cursor, root, tuple(f"{room}/" for room in rooms), found, finders)
            found.update({name: finder.edits for name, finder in finders.items()})
    mutants = [mutant for name in sorted(found) for edit in sorted(found[name], key=lambda edit: edit.start)
               for mutant, _ in edit.choices]
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
    return found, mutants


def walk(cursor, root, prefixes, known, finders):
    """Goes down namespaces to what stands in files of the rooms that are not known yet."""
    for child in cursor.get_children():
        if child.kind in (CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC):
            walk(child, root, prefixes, known, finders)
            continue
        file = child.location.file
        if file is None:
            continue
        path = Path(file.name)
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
        if not name.startswith(prefixes) or name in known:
            continue
        if name not in finders:
            finders[name] = Finder(name, (root / name).read_bytes())
        finders[name].visit(child)


class Rewriting:
    """A source with its mutants. `regions` and `constants`: what stands where in it, as (begin, end, edit)."""

    def __init__(self, text, edits):
        pieces = [piece for order, edit in enumerate(edits) for piece in self.pieces(edit, order)]
        pieces.sort(key=lambda piece: piece[:2])
        out, last, length, begun, self.regions, self.constants = [], 0, 0, {}, [], []
        for where, (begins, _), new, edit in pieces:
            out += [text[last:where], new]
            length += where - last
            if begins:
                begun[id(edit)] = length
            else:
                (self.constants if edit.kind == "constant" else self.regions).append((begun[id(edit)], length + len(new), edit))
            length += len(new)
            last = where + (len(b"constexpr") if begins and edit.kind == "constant" else 0)
        out.append(text[last:])
        self.text = b"".join(out)

    @staticmethod
    def pieces(edit, order):
        """(where, order, text, edit) of what comes before and of what comes after. What begins last ends first, and before what begins
        where it ends."""
        if edit.variable is not None and not edit.variable.asks:
            edit.leave_out()
        before, after = edit.around()
        if before or after:
            yield edit.start, (1, order), before, edit
            yield edit.end, (0, -order), after, edit

    def at(self, line, column):
        """The innermost edit at a place of the text, counted from 1."""
        where = self.line(line)[0] + column - 1
        around = [region for region in self.regions if region[0] <= where < region[1]]
        return min(around, key=lambda region: region[1] - region[0])[2] if around else None

    def line(self, number):
        """Where it begins and ends."""
        begin = 0
        for _ in range(number - 1):
            begin = self.text.find(b"\n", begin) + 1
        return begin, self.text.find(b"\n", begin)

    def on(self, line):
        """All edits that begin on a line."""
        begin, end = self.line(line)
        return [edit for start, _, edit in self.regions if begin <= start < end]

    def constant_at(self, line):
        """The constant that a line declares and that has become a variable."""
        begin, end = self.line(line)
        return next((edit for start, stop, edit in self.constants if start <= end and begin <= stop), None)
