"""The walls of the house: who may include and link whom, and who may touch the outside world.

Run in the project's root. The table is the one of docs/house.md; a new room is a new line here and there."""

import pathlib
import posixpath
import re
import sys
import unittest

# Room → what it may use besides itself: whole rooms, or folders and headers of one.
MAY_USE = {
    "chess": [],
    "json": [],
    "toml": ["json/writer.hpp"],
    "words": [],
    "record": ["chess", "json"],
    "drivers": ["chess", "record", "toml"],
    "captures": ["drivers", "record"],
    "transport": ["captures", "drivers", "record", "words/direction.hpp"],
    "model": ["chess", "record/scan.hpp"],
    "clocks": ["chess", "model", "record/scan.hpp", "words"],
    "reading": ["chess", "model", "record/scan.hpp"],
    "report": ["chess", "record/scan.hpp", "words"],
    "tracker": ["chess", "model", "reading", "record/scan.hpp", "report", "words"],
    "detector": ["chess", "clocks", "model", "reading", "record/scan.hpp", "report", "tracker", "words"],
    "laws": ["chess", "record/scan.hpp", "toml", "words"],
    "judge": ["chess", "clocks", "laws", "record/scan.hpp", "report", "words"],
    "stream": ["chess", "clocks", "detector", "json/writer.hpp", "judge", "laws", "record/scan.hpp", "report", "words"],
    "library": ["laws", "record", "stream", "words"],
    "display": ["chess", "judge", "laws", "record/scan.hpp", "record/senses.hpp", "report", "stream", "words"],
    "engine_bridge": ["chess"],
    "simulator": ["chess", "json/writer.hpp", "record"],
    "devices": ["drivers", "record/scan.hpp"],
    "tryout": ["chess", "drivers", "record", "transport", "words"],
    "score": ["chess", "detector", "record", "report", "simulator", "words"],
    "tournament": ["chess", "json/writer.hpp", "judge", "words"],
    "sqlite": [],
    "store": ["json/writer.hpp", "record", "sqlite"],
    "desk": ["json/writer.hpp", "sqlite"],
    "evidence": ["desk", "json/writer.hpp", "laws", "record", "report", "sqlite", "tournament"],
    "arbiter": ["chess", "clocks", "desk", "detector", "evidence", "json", "judge", "laws", "reading/sensed.hpp", "record", "report", "stream", "tournament", "words"],
    "archive": ["chess", "evidence", "judge", "json/writer.hpp", "laws", "record", "report", "score/in_order.hpp", "sqlite", "store", "stream", "words"],
    "server": ["arbiter", "desk", "evidence", "json", "record", "report", "words"],
    "broadcast": ["arbiter", "chess", "json", "record", "report", "server", "stream", "tournament"],
    "broker": ["arbiter", "evidence", "json", "record/utc.hpp", "server", "sqlite", "words"],
    "sharing": ["archive", "evidence", "laws", "record", "server", "store", "words"],
    "daemon": ["arbiter", "broadcast", "broker", "chess", "judge", "laws", "notify", "record", "server", "sharing", "simulator", "toml", "transport", "words"],
    "notify": ["arbiter", "broadcast", "engine_bridge", "json/writer.hpp", "record", "report"],
    "cli": ["arbiter", "archive", "broadcast", "broker", "captures", "chess", "clocks", "daemon", "desk", "detector", "devices", "drivers", "engine_bridge", "evidence", "json", "judge", "laws", "model", "notify", "reading", "record", "report",
            "score", "server", "sharing", "simulator", "sqlite", "store", "stream", "display", "tournament", "transport", "tryout", "toml", "words"],
    "bench": ["arbiter", "archive", "broker", "captures", "chess", "cli", "clocks", "daemon", "desk", "detector", "devices", "drivers", "engine_bridge", "evidence", "json", "judge", "laws", "model", "reading", "record", "report",
              "score", "server", "sharing", "simulator", "sqlite", "store", "stream", "tests", "display", "tracker", "tournament", "transport", "tryout", "toml", "words"],
    "tests": ["arbiter", "archive", "bench", "broadcast", "broker", "captures", "chess", "cli", "clocks", "daemon", "desk", "detector", "devices", "drivers", "engine_bridge", "evidence", "json", "judge", "laws", "library", "model", "notify", "reading", "record",
              "report", "score", "server", "sharing", "simulator", "sqlite", "store", "stream", "display", "tracker", "tournament", "transport", "tryout", "toml", "words"],
}

# What is a pure function of its input: it opens nothing, asks no clock, starts no thread. (Protocol codecs, what turns
# their messages into scans, sessions and the firmware of emulated boards, everything from the scan words to the laws, and
# what is said to engines.)
PURE = re.compile(
    r"(chess|words|model|clocks|reading|report|tracker|detector|laws|judge|stream|library|display|devices)/|record/(scan|problem|line_splitter|scanlog_jsonl|text_log)\.|json/writer\.|drivers/(board_session|device_clock)\.|"
    r"drivers/\w+/(codec|scans|session)\.|captures/raw_capture\.|transport/usb/(bridge|interfaces)\.|tryout/(course|results|steps)\.|"
    r"engine_bridge/(uci|lines|gate)\.|broadcast/(feed_boards|feed_session|game|king_step|round_book)\."
    r"|broker/(centre_book|message|news|numbers|topic)\."
)

OUTSIDE_HEADERS = re.compile(
    r"(fstream|iostream|filesystem|thread|mutex|shared_mutex|condition_variable|future|random|ctime|time\.h|"
    r"unistd\.h|fcntl\.h|poll\.h|sys/.*|netinet/.*|boost/asio.*|boost/beast.*|libusb.*)$"
)
OUTSIDE_CALLS = re.compile(
    r"\b(system_clock|steady_clock|high_resolution_clock|std::time|gettimeofday|clock_gettime|getenv|fopen|popen|"
    r"random_device|std::rand|std::cout|std::cerr|std::cin|thread_local)\b|\bv?f?printf\("
)

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def breaches(path, text, exists):
    """What the file at `path` must not do. `exists` says whether a path is a file of the project."""
    found = []
    room = path.split("/")[0]
    if room not in MAY_USE:
        return [f"{path}: the room {room}/ is not in the table of tests/wall_test.py"]
    code = COMMENT.sub("", text)
    for quote, target in INCLUDE.findall(code):
        if quote == '"':
            if not exists(target):
                found.append(f"{path}: includes \"{target}\", which is no file seen from the root")
            allowed = [room, *MAY_USE[room]]
            if not any(target == name or target.startswith(name + "/") for name in allowed):
                found.append(f"{path}: {room}/ may not use {target}")
        elif PURE.match(path) and OUTSIDE_HEADERS.match(target):
            found.append(f"{path}: is pure and may not use <{target}>")
    if PURE.match(path):
        found += [f"{path}: is pure and may not use {match.group().rstrip('(')}" for match in OUTSIDE_CALLS.finditer(code)]
    return found


# What a library of the house is declared with in CMake, and what it links.
TARGET = re.compile(r"(?:jadoube_room|add_library|add_executable)\(([\w-]+)([^)]*)\)")
LINKED = re.compile(r"jadoube::([\w-]+)")
LINKS = re.compile(r"target_link_libraries\(([\w-]+)([^)]*)\)")
# Targets that are one header of a room, under the name that the table gives it.
HEADERS = {"scan": "record/scan.hpp", "json_writer": "json/writer.hpp"}


def rooms_of_targets(lists):
    """Target → the room that declares it. `lists`: folder → text of its CMakeLists.txt."""
    return {name: folder.split("/")[0] for folder, text in lists.items() for name, _ in TARGET.findall(text)}


def wrong_links(lists):
    """What a room links and may not use."""
    room_of = rooms_of_targets(lists)
    found = []
    for folder, text in lists.items():
        room = folder.split("/")[0]
        for _, body in TARGET.findall(text) + LINKS.findall(text):
            for linked in LINKED.findall(body):
                target = HEADERS.get(linked, room_of.get(linked))
                allowed = [room, *MAY_USE[room]]
                if target is None:
                    found.append(f"{folder}: links jadoube::{linked}, which nobody declares")
                elif target not in allowed and target.split("/")[0] not in allowed:
                    found.append(f"{folder}: {room}/ may not link jadoube::{linked}")
    return found


# What declares something that is compiled, tests and fuzz targets too.
COMPILED = re.compile(r"(?:jadoube_\w+|add_library|add_executable|target_link_libraries)\(([\w-]+)([^)]*)\)")
COMPILED_ONCE = ("boost/asio", "boost/beast")


def without_network(lists, text_of):
    """Targets with a file that includes, itself or through others, Asio or Beast, and that do not link `network`, where these are compiled:
    what is defined there must be defined for all. `text_of`: path → text; none: None."""
    bodies = {}
    for folder, text in lists.items():
        for name, body in COMPILED.findall(text):
            bodies.setdefault(name, []).append((folder, body))

    def closure(start, next_of):
        seen, todo = set(), [start]
        while todo:
            if (each := todo.pop()) not in seen:
                seen.add(each)
                todo += next_of(each)
        return seen

    def linked(target):
        return [word.removeprefix("jadoube::") for _, body in bodies.get(target, ()) for word in body.split()]

    def included(path):
        code = COMMENT.sub("", text_of(path) or "")
        return [target for _, target in INCLUDE.findall(code)]

    found = []
    for name, declared in bodies.items():
        files = [posixpath.normpath(f"{folder}/{word}") for folder, body in declared for word in body.split()
                 if word.endswith(".cpp") and "$" not in word]
        users = [path for path in files if any(each.startswith(COMPILED_ONCE) for each in closure(path, included))]
        if users and "network" not in closure(name, linked):
            found.append(f"{users[0]}: {name} includes Asio or Beast and does not link network")
    return found


ROW = re.compile(r"^\| `(\w+)/` \|[^|]*\| (.*) \|$", re.MULTILINE)


def table_of(document):
    """The table of docs/house.md: room → what it may use."""
    return {room: sorted(re.findall(r"`([^`]+)`", uses)) for room, uses in ROW.findall(document)}


def way_back(uses):
    """A way that leads back to where it began, as its stations; none: None. `uses`: name → names."""
    done = set()

    def walk(name, way):
        if name in way:
            return [*way[way.index(name):], name]
        if name in done:
            return None
        for used in sorted(uses.get(name, ())):
            if found := walk(used, [*way, name]):
                return found
        done.add(name)
        return None

    return next((found for name in sorted(uses) if (found := walk(name, []))), None)


# Of the page a module names others by their paths from its own folder, without the end.
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[^"]+)"', re.MULTILINE)


def imports_of_page():
    """Module → modules, both as paths without their ends."""
    uses = {}
    for path in sorted(pathlib.Path("page/src").rglob("*.ts*")):
        module = path.as_posix().removesuffix(".d.ts").rsplit(".ts", 1)[0].removesuffix("/index")
        uses[module] = {posixpath.normpath(posixpath.join(path.parent.as_posix(), target))
                        for target in IMPORT.findall(path.read_text(encoding="utf-8")) if not target.endswith(".css")}
    return uses


def by(part_of, uses):
    """The same between parts of which the names are."""
    merged = {}
    for name, used in uses.items():
        merged.setdefault(part_of(name), set()).update(part_of(each) for each in used if part_of(each) != part_of(name))
    return merged


def sources():
    for room in sorted(pathlib.Path().iterdir()):
        if room.is_dir() and room.name != "build" and not room.name.startswith("."):
            yield from (path for path in sorted(room.rglob("*")) if path.suffix in (".cpp", ".hpp", ".h"))


class Walls(unittest.TestCase):
    def test_every_file_keeps_to_its_room(self):
        files = list(sources())
        self.assertGreater(len(files), 20, "run this in the project's root")
        found = []
        for path in files:
            text = path.read_text(encoding="utf-8")
            found += breaches(path.as_posix(), text, lambda target: pathlib.Path(target).is_file())
        self.assertEqual(found, [], "\n" + "\n".join(found))


    def test_no_include_leads_back_to_where_it_came_from(self):
        uses = {path.as_posix(): {target for quote, target in INCLUDE.findall(COMMENT.sub("", path.read_text(encoding="utf-8")))
                                  if quote == '"'} for path in sources()}
        self.assertIsNone(way_back(uses))
        # Tests and benchmarks lend each other what both read or try.
        rooms = by(lambda path: path.split("/")[0], {path: used for path, used in uses.items() if path.split("/")[0] != "tests"})
        self.assertIsNone(way_back(rooms))

    def test_no_import_of_the_page_leads_back_to_where_it_came_from(self):
        uses = imports_of_page()
        self.assertGreater(len(uses), 40, "run this in the project's root")
        self.assertLessEqual(set().union(*uses.values()), set(uses))
        self.assertIsNone(way_back(uses))
        self.assertIsNone(way_back(by(lambda module: "/".join(module.split("/")[:3]), uses)))

    def test_every_room_links_what_it_may_use_and_no_more(self):
        lists = {path.parent.as_posix(): path.read_text(encoding="utf-8")
                 for room in MAY_USE for path in sorted(pathlib.Path(room).rglob("CMakeLists.txt"))
                 if path.parent != pathlib.Path("library/examples")}  # of somebody who has the library installed
        self.assertGreater(len(lists), 15, "run this in the project's root")
        found = wrong_links(lists)
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_whoever_includes_asio_or_beast_links_what_is_compiled_of_them(self):
        lists = {path.parent.as_posix(): path.read_text(encoding="utf-8")
                 for room in [*MAY_USE, "tests"] for path in sorted(pathlib.Path(room).rglob("CMakeLists.txt"))}
        texts = {path.as_posix(): path.read_text(encoding="utf-8") for path in sources()}
        found = without_network(lists, texts.get)
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_the_document_says_who_may_use_whom(self):
        table = table_of(pathlib.Path("docs/house.md").read_text(encoding="utf-8"))
        everybody = {"cli", "bench", "tests"}
        self.assertEqual(table, {room: sorted(uses) for room, uses in MAY_USE.items() if room not in everybody})


class TheTestItself(unittest.TestCase):
    """Each wall is tried with a file that breaks it."""

    def breaches_of(self, path, text):
        return breaches(path, text, lambda target: True)

    def test_a_room_may_use_the_rooms_below_it(self):
        self.assertEqual(self.breaches_of("detector/a.cpp", '#include "chess/move.hpp"\n#include "record/scan.hpp"'), [])

    def test_the_detector_may_not_use_a_transport_or_a_file_format(self):
        for header in ("record/scan_log.hpp", "transport/usb/transport.hpp", "drivers/dgt/codec.hpp"):
            self.assertEqual(len(self.breaches_of("detector/a.cpp", f'#include "{header}"')), 1)

    def test_the_board_code_may_not_use_the_detector(self):
        self.assertEqual(len(self.breaches_of("drivers/a.cpp", '#  include "report/report.hpp"')), 1)

    def test_nobody_but_benchmarks_may_use_the_tests(self):
        for room in MAY_USE:
            expected = 0 if room in ("tests", "bench") else 1
            self.assertEqual(len(self.breaches_of(f"{room}/a.cpp", '#include "tests/support/story.hpp"')), expected)

    def test_a_codec_may_not_open_anything(self):
        self.assertEqual(len(self.breaches_of("drivers/dgt/codec.cpp", "#include <fstream>\nauto f = fopen(name);")), 2)

    def test_what_is_said_to_engines_is_pure_and_what_says_it_is_not(self):
        self.assertEqual(len(self.breaches_of("engine_bridge/uci.cpp", "#include <boost/asio/post.hpp>")), 1)
        self.assertEqual(self.breaches_of("engine_bridge/engine_session.cpp", "#include <boost/asio/post.hpp>"), [])

    def test_a_driver_that_is_no_codec_may(self):
        self.assertEqual(self.breaches_of("record/byte_source.cpp", "#include <fstream>\nauto f = fopen(name);"), [])

    def test_the_pure_rooms_may_not_ask_a_clock(self):
        self.assertEqual(len(self.breaches_of("laws/a.cpp", "auto t = std::chrono::steady_clock::now();")), 1)

    def test_the_pure_rooms_may_format_text_but_not_print_it(self):
        self.assertEqual(self.breaches_of("chess/a.cpp", "std::snprintf(text, 9, format);"), [])
        self.assertEqual(len(self.breaches_of("chess/a.cpp", "std::printf(format);")), 1)

    def test_what_a_comment_says_is_no_breach(self):
        self.assertEqual(self.breaches_of("laws/a.cpp", '// #include "tests/a.hpp", steady_clock\n/* fopen */'), [])

    def test_a_room_that_is_not_in_the_table_is_a_breach(self):
        self.assertEqual(len(self.breaches_of("cellar/a.cpp", "")), 1)

    def test_an_include_that_is_no_file_is_a_breach(self):
        self.assertEqual(len(breaches("chess/a.cpp", '#include "chess/gone.hpp"', lambda target: False)), 1)

    def test_a_way_back_is_found(self):
        self.assertIsNone(way_back({"a": {"b", "c"}, "b": {"c"}, "c": set()}))
        self.assertEqual(way_back({"a": {"b"}, "b": {"c"}, "c": {"b"}}), ["b", "c", "b"])
        self.assertEqual(way_back(by(lambda name: name[0], {"a1": {"b1"}, "b2": {"a2"}})), ["a", "b", "a"])

    def test_a_room_may_not_link_more_than_it_uses(self):
        lists = {"record": "add_library(scan INTERFACE)\njadoube_room(record SOURCES a.cpp USES jadoube::scan)\n",
                 "detector": "jadoube_room(detector SOURCES a.cpp\n  USES jadoube::scan\n)\n"}
        self.assertEqual(wrong_links(lists), [])
        lists["detector"] = lists["detector"].replace("scan", "record")
        self.assertEqual(wrong_links(lists), ["detector: detector/ may not link jadoube::record"])
        lists["detector"] = "target_link_libraries(detector PUBLIC jadoube::cellar)"
        self.assertEqual(wrong_links(lists), ["detector: links jadoube::cellar, which nobody declares"])

    def test_a_target_with_asio_in_it_and_without_network_is_found(self):
        texts = {"server/a.cpp": '#include "server/a.hpp"\n', "server/a.hpp": "#include <boost/asio/post.hpp>\n",
                 "tests/server/a_test.cpp": '#include "server/a.hpp"\n'}
        lists = {"server": "jadoube_room(server SOURCES\n  a.cpp\n  USES network\n)\n",
                 "tests/server": "jadoube_test(a_test SOURCES a_test.cpp USES jadoube::server)\n"}
        self.assertEqual(without_network(lists, texts.get), [])
        lists["server"] = lists["server"].replace("network", "Boost::headers")
        self.assertEqual(without_network(lists, texts.get),
                         ["server/a.cpp: server includes Asio or Beast and does not link network",
                          "tests/server/a_test.cpp: a_test includes Asio or Beast and does not link network"])

    def test_the_table_of_the_document_is_read(self):
        self.assertEqual(table_of("| `laws/` | the law | `detector`, `chess` |\n| `chess/` | rules | – |\n"),
                         {"laws": ["chess", "detector"], "chess": []})


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
