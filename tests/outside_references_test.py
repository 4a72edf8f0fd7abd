"""Nothing in the tree points outside it: what a file names must be here, and hosts and folders of one machine are not named.

Looked at is every text file that git does not ignore (without git: every one that is not built). Run in the project's
root."""

import functools
import pathlib
import posixpath
import re
import subprocess
import sys
import unittest

# Names of what is no file of the tree, where they may stand, and why. Both are regular expressions.
NOT_OURS = [
    (r".*(?<![A-Z])(NAME|ID|FILE|BOARD)(?![A-Z]).*|room/file.hpp|file.cpp", r".*", "stands for a name of the reader's"),
    (r"(.*/)?(build|dist|node_modules)(/.*)?", r".*", "made by a build, and ignored by git"),
    (r"[\w-]+\.(toml|html|svg)", r"tests/", "made by a test, and taken away again"),
    (r"drivers/boards/garden.toml", r"docs/adding-a-board.md|tests/", "the board that a reader adds there"),
    (r"(my-laws/)?my-federation.toml", r"docs/adding-a-law.md|cli/law/laws.cpp|tests/docs/", "the law that a reader adds there"),
    (r"laws/(club|mother|one).toml", r"laws/library.cpp|tests/laws/", "a law of somebody else's folder"),
    (r"tests/golden/all", r"check|tests/", "a target of the build"),
    (r"evidence.html", r"server/", "what a browser keeps"),
    (r"page.pdf", r"tests/", "a method of the browser"),
    (r"jadoube-config\.cmake", r"library/CMakeLists.txt", "made when the library is installed"),
    (r"appeal.html|grid.svg", r"cli/", "what the command of an example writes"),
    (r"docs/scanlog.md/x", r"tests/", "a file below a file, which cannot be opened"),
    (r"systemd-sysusers.service|73-seat-late.rules", r".*", "systemd's own"),
    (r"Documentation/usb/usbip_protocol.rst", r"devices/usb_ip.hpp|tests/", "published with the Linux kernel"),
]

# What may be read from beside the project, if it is there, and by whom: tests and measurements.
DATA = "../shared/data"
READS_DATA = re.compile(r"tests/|bench/|CONTRIBUTING.md$")

# Where a Python test tries itself, to the end of its file, it invents names.
INVENTED = re.compile(r"^class TheTestItself\b.*", re.MULTILINE | re.DOTALL)

# Hosts that a URL may name, where, and why.
HOSTS = [
    (r"127\.0\.0\.1|localhost", r".*", "the machine that the program runs on"),
    (r"evil\.example|elsewhere", r"tests/", "somebody who is not let in"),
    (r"lichess\.org|HOST", r"(broadcast|daemon|docs|tests/broadcast|tests/cli)/", "where a broadcast goes"),
    (r"(\w+\.)?example\.org|HOST", r"(notify|daemon|docs|tests/notify)/", "where alerts go"),
    (r"www\.standardwebhooks\.com", r"docs/notification.md$", "the specification that is followed"),
    (r"www\.w3\.org", r".*", "the name of the SVG format"),
    (r"www\.gnu\.org|fsf\.org", r"LICENSE$", "the licence"),
    (r"www\.debian\.org", r"packages/copyright$", "the name of the file's form"),
    (r"no-color\.org", r"display/style.hpp$", "a convention that is followed"),
    (r"(lichess|github|opencollective|tidelift)\.(org|com)", r".*/package-lock.json$", "who supports the packages"),
]

# What names end in. Names of data (logs, games, plain text) are left out: programs and tests make those.
SUFFIXES = "md|rst|pdf|odt|docx|yaml|toml|svg|html|css|cpp|hpp|h|py|ts|tsx|sh|cmake|rules|service"
# What may be left out at the end of a name: `tracker/tracker`, and the file that a `.service` is made from.
EXTENSIONS = ("", ".cpp", ".hpp", ".ts", ".tsx", ".py", ".in")
# What cannot stand before a name: more of a path, a variable or a word. A backslash behind it makes it part of a regular
# expression, which is not looked at.
BEFORE = r"(?<![\w./*$<>{}@\\-])"
NAME = re.compile(BEFORE + rf"((?:\./)?(?:[\w*-][\w.*-]*/)*[A-Za-z0-9*-][\w.*-]*\.(?:{SUFFIXES}))(?![\w-]|\.\w)")
UPWARDS = re.compile(r"(?<![\w./*])((?:\.\./)+[\w./*-]*)")
MACHINE = re.compile(r"(?<![\w.}])/(?:work|home|root|Users|mnt|workspace)/[\w./-]*")
REGISTRY = re.compile(r"\b(?:registry|artifactory|nexus)\.[\w-]+\.\w[\w.-]*|\b(?:[\w-]+\.)*(?:npmjs|pypi|golang)\.\w+")
URL = re.compile(r"https?://([\w-]++(?:\.[\w-]++)*+)(?!\\)")
SECTION = re.compile(r"\b[Ss]ections?\s+(?:/*\s*)?\d")
DOCUMENT = re.compile(r"\w\.md\b|\bRFC \d")
CITATION = re.compile(r"([\w./-]+\.md)`?,?(?:\s|/{2,3}|#|\*)+(?:sections?(?:\s|/{2,3}|#|\*)+)?(\d+(?:\.\d+)?)\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.*?) *$", re.MULTILINE)


def anchors(text):
    """What can stand behind # in a link to this Markdown."""
    found = set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        again = anchor
        number = 0
        while again in found:
            number += 1
            again = f"{anchor}-{number}"
        found.add(again)
    return found


class Tree:
    """The files of the project, by their paths from its root, and the texts of some of them."""

    def __init__(self, paths, text_of):
        self.files = set(paths)
        self.folders = {folder.as_posix() for path in paths for folder in pathlib.PurePosixPath(path).parents}
        self.rooms = sorted({path.split("/")[0] for path in paths if "/" in path})
        self.text_of = text_of
        self.in_a_room = re.compile(BEFORE + f"((?:{'|'.join(map(re.escape, self.rooms)) or '$^'})/[\\w./*-]*+)(?!\\\\)")

    def has(self, name):
        if "*" in name:
            return any(pathlib.PurePosixPath(path).match(name) for path in self.files)
        return name in self.folders or any(name + extension in self.files for extension in EXTENSIONS)

    def knows(self, name, path):
        """A file, seen from the root or from where it is named; or the end of a file's path."""
        name = name.rstrip("./-*")
        folder = posixpath.dirname(path)
        if any(self.has(posixpath.normpath(posixpath.join(start, name))) for start in ("", folder)):
            return True
        ends = tuple("/" + posixpath.normpath(name) + extension for extension in EXTENSIONS)
        return not name.startswith("../") and any(other.endswith(ends) for other in self.files)


def is_excepted(exceptions, name, path):
    return any(re.fullmatch(names, name) and re.match(files, path) for names, files, _ in exceptions)


def missing_names(tree, path, text):
    for pattern in (NAME, tree.in_a_room, UPWARDS):
        for match in pattern.finditer(text):
            name = match.group(1)
            if name.startswith(DATA) and READS_DATA.match(path):
                continue
            if not tree.knows(name, path) and not is_excepted(NOT_OURS, name.rstrip("./-"), path):
                yield match.start(), f"names {name}, which is no file of the tree"


def foreign_places(path, text):
    for match in MACHINE.finditer(text):
        yield match.start(), f"names {match.group()}, a folder of one machine"
    for match in REGISTRY.finditer(text):
        yield match.start(), f"names the host {match.group()}"
    for match in URL.finditer(text):
        if not is_excepted(HOSTS, match.group(1), path):
            yield match.start(), f"names the host {match.group(1)}"


def sections_of_nothing(text):
    if not DOCUMENT.search(text):
        for match in SECTION.finditer(text):
            yield match.start(), "cites a section, and no document"


def broken_links(tree, path, text):
    for match in LINK.finditer(FENCE.sub(lambda fence: " " * len(fence.group()), text)):
        target, _, anchor = match.group(1).partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
        if there not in tree.files | tree.folders:
            yield match.start(), f"links to {target}, which is not there"
        elif anchor and anchor not in anchors(text if there == path else tree.text_of(there)):
            yield match.start(), f"links to {match.group(1)}, where no heading is called that"


def broken_citations(tree, path, text):
    for match in CITATION.finditer(text):
        name, number = match.groups()
        candidates = [other for other in tree.files if other == name or other.endswith("/" + name)]
        heading = re.compile(rf"^#+ {re.escape(number)}\b(?!\.\d)", re.MULTILINE)
        if candidates and not any(heading.search(tree.text_of(other)) for other in candidates):
            yield match.start(), f"cites {name} {number}, and no heading there has that number"


def findings(tree, path, text):
    """What the file at `path` says of things that are not in the tree, with the number of the line."""
    if path.endswith("_test.py"):
        text = INVENTED.sub("", text)
    found = [*foreign_places(path, text), *missing_names(tree, path, text), *broken_citations(tree, path, text)]
    if path.endswith((".cpp", ".hpp", ".py", ".ts", ".tsx", ".toml", ".cmake", ".txt", ".sh")):
        found += sections_of_nothing(text)
    if path.endswith(".md"):
        found += broken_links(tree, path, text)
    return sorted({f"{path}:{text.count(chr(10), 0, start) + 1}: {what}" for start, what in found})


def project_files():
    """Paths of all files of the project, from its root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return [path for path in listed.stdout.split("\0") if path and pathlib.Path(path).is_file()]
    built = {"build", "node_modules", "dist", ".git", ".cache"}
    return [path.as_posix() for path in sorted(pathlib.Path().rglob("*")) if path.is_file() and not built & set(path.parts)]


@functools.cache
def text_of(path):
    """The file's text; nothing if it is not text."""
    try:
        return pathlib.Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


class OutsideReferences(unittest.TestCase):
    def test_nothing_points_out_of_the_tree(self):
        paths = project_files()
        self.assertGreater(len(paths), 100, "run this in the project's root")
        tree = Tree(paths, text_of)
        found = [finding for path in paths for finding in findings(tree, path, text_of(path))]
        self.assertEqual(found, [], "\n" + "\n".join(found))


class TheTestItself(unittest.TestCase):
    """Each way of pointing outside is tried, beside ways of pointing inside."""

    TEXTS = {
        "docs/rules.md": "# Rules\n## 3 Rows\n### 3.1 R01\n### 3.12 R12\n",
        "docs/laws.md": "# Laws\n## Who may act\n## R07 illegal move, pressed\n## Twice\n## Twice\n",
        "docs/board.svg": "",
        "laws/law.hpp": "",
        "laws/data/one.toml": "",
        "tests/stories/first.story": "",
        "systemd/jadoube.service.in": "",
    }

    def of(self, path, text):
        tree = Tree([*self.TEXTS, path], self.TEXTS.get)
        return [finding.split(": ", 1)[1] for finding in findings(tree, path, text)]

    def test_a_file_is_named_by_its_path_or_the_end_of_it(self):
        whole = ("docs/laws.md", "laws/law", "laws/law.*", "laws/data/*.toml", "tests/stories/")
        for name in (*whole, "laws.md", "data/one.toml", "jadoube.service"):
            self.assertEqual(self.of("judge/judge.cpp", f"// See {name}."), [], name)

    def test_a_document_that_is_not_there_is_found(self):
        paths = ("docs/gone.md", "docs/gone.svg", "tests/gone/", "laws/gone.hpp", "laws/gone")
        for name in (*paths, "design.md", "picture.svg", "gone.toml", "thesis.pdf"):
            self.assertEqual(len(self.of("judge/judge.cpp", f"// See {name}, which says it.")), 1, name)

    def test_names_are_found_in_every_kind_of_file(self):
        for path in ("README.md", "tests/a_test.cpp", "laws/data/two.toml", "check", "page/src/main.ts"):
            self.assertEqual(len(self.of(path, "see `design.md`")), 1, path)
        for path in ("tests/a_test.py", "laws/data/two.toml", "page/src/main.ts"):
            self.assertEqual(len(self.of(path, "as section 6.3 has it")), 1, path)

    def test_the_end_of_a_longer_word_is_no_name(self):
        self.assertEqual(self.of("judge/judge.cpp", "options.tomlish ${ROOT}/gone.toml my_docs/x"), [])

    def test_what_stands_for_a_name_or_is_built_is_none(self):
        self.assertEqual(self.of("docs/a.md", "`laws/NAME.*`, build/release/x.cpp, laws/dist/index.html"), [])

    def test_a_test_may_make_files_but_names_no_document_that_is_not_there(self):
        self.assertEqual(self.of("tests/a_test.py", '"mine.toml"'), [])
        self.assertEqual(len(self.of("tests/a_test.py", '"mine.md"')), 1)

    def test_only_who_measures_reads_data_from_beside_the_project(self):
        self.assertEqual(self.of("tests/a_test.py", '"../shared/data/games"'), [])
        self.assertEqual(len(self.of("judge/judge.cpp", '"../shared/data/games"')), 1)
        self.assertEqual(len(self.of("tests/a_test.py", '"../shared/notes"')), 1)

    def test_a_way_upwards_ends_inside(self):
        self.assertEqual(self.of("laws/data/two.toml", "../law.hpp"), [])
        self.assertEqual(len(self.of("laws/data/two.toml", "../../../law.hpp")), 1)

    def test_a_folder_of_one_machine_is_found(self):
        for folder in ("/home/somebody/jadoube", "/root/x", "/work/a.txt"):
            self.assertEqual(len(self.of("cmake/a.txt", f"cd {folder}")), 1, folder)
        self.assertEqual(self.of("systemd/a.txt", "/var/lib/jadoube /usr/share/doc /tmp/x"), [])

    def test_a_host_is_found_unless_it_may_stand_there(self):
        self.assertEqual(len(self.of("docs/a.md", "https://build.somewhere.net:8080/x")), 1)
        self.assertEqual(len(self.of("docs/a.md", "registry.somewhere.net")), 1)
        self.assertEqual(len(self.of("docs/a.md", "https://github.com/x/y")), 1)
        self.assertEqual(self.of("page/package-lock.json", '"https://github.com/x/y"'), [])
        self.assertEqual(self.of("docs/a.md", "http://127.0.0.1:8064/"), [])

    def test_a_section_is_one_of_a_document(self):
        self.assertEqual(len(self.of("judge/judge.cpp", "// Readings (section\n// 6.3).")), 1)
        self.assertEqual(self.of("judge/judge.cpp", "// After docs/laws.md.\n// Readings (section 6.3)."), [])
        self.assertEqual(self.of("judge/judge.cpp", "// RFC 6455, section 5.2"), [])

    def test_a_cited_section_has_a_heading(self):
        for cited in ("docs/rules.md 3.12", "rules.md section 3", "`docs/rules.md`, section 3", "docs/rules.md\n/// 3.1"):
            self.assertEqual(self.of("judge/judge.cpp", f"/// See {cited}."), [], cited)
        for cited in ("docs/rules.md 3.2", "docs/rules.md section 1", "docs/rules.md\n// 4", "docs/laws.md 3"):
            self.assertEqual(len(self.of("judge/judge.cpp", f"// See {cited}.")), 1, cited)

    def test_a_python_test_that_tries_itself_invents_names(self):
        self.assertEqual(self.of("tests/a_test.py", "class TheTestItself(TestCase):\n    x = 'gone.md'"), [])
        self.assertEqual(len(self.of("tests/a_test.py", "class A(TestCase):\n    x = 'gone.md'")), 1)

    def test_links_end_at_a_file_and_at_a_heading(self):
        headings = ("laws.md#who-may-act", "laws.md#r07-illegal-move-pressed", "laws.md#twice-1", "#here")
        for link in (*headings, "laws.md", "board.svg", "../laws/"):
            self.assertEqual(self.of("docs/a.md", f"# Here\n[x]({link})"), [], link)
        for link in ("laws.md#twice-2", "laws.md#R07", "#there", "folder/gone"):
            self.assertEqual(len(self.of("docs/a.md", f"# Here\n[x]({link})")), 1, link)

    def test_a_heading_in_a_code_block_is_none(self):
        self.assertEqual(len(self.of("docs/a.md", "```\n# Here\n```\n[x](#here)")), 1)

    def test_the_line_is_told(self):
        found = findings(Tree(["a.md"], None), "a.md", "one\ntwo gone.md\n")
        self.assertEqual(found, ["a.md:2: names gone.md, which is no file of the tree"])


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
