"""Which package may import which, checked by reading all imports."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = ("fantastic_factories", "factory_frenzy", "factory_42")
ROOMS = ("bot", "cogs", "render", "host", "engine", "sandbox", "bench", "testing", "proof", "tests")

# What of ours each room may import beside itself.
ALLOWED = {
    "bot": {"cogs", "host", "render", "engine", "sandbox"},
    "cogs": {"host", "render", "engine"},
    "render": {"engine"},
    "host": {"engine"},
    "engine": set(),
    "sandbox": {"bot", "cogs", "render", "host", "engine"},
    "bench": {"bot", "cogs", "render", "host", "engine", "sandbox"},
    "testing": {"bot", "cogs", "render", "host", "engine", "sandbox"},
    "proof": {"bot", "cogs", "render", "host", "engine", "sandbox", "bench", "testing"},
}

# Where a library may be imported at all.
AT_HOME = {
    "discord": {"bot", "cogs", "sandbox", "proof", "testing"},
    "aiosqlite": {"host"},
    "psycopg": {"host", "sandbox"},
    "aiohttp": {"cogs", "sandbox", "proof", "testing"},
    "prometheus_client": {"cogs"},
    "PIL": {"render", "bench", "proof", "testing"},
}

ENGINE_MAY_USE = {"pydantic"}
NEVER_IN_RULES = {"random", "time", "datetime", "socket", "asyncio", "threading", "sqlite3"}


def room_of(file):
    return file.relative_to(ROOT).parts[0].removesuffix(".py")


def sources(*rooms):
    """The modules of these rooms; a room that is not built yet has none."""
    found = []
    for room in rooms:
        found += [ROOT / f"{room}.py"] if (ROOT / f"{room}.py").exists() else []
        found += sorted((ROOT / room).rglob("*.py"))
    return found


@cache
def imports(file):
    """Full dotted names of everything a module imports, wherever in it."""
    return [*_imports(file)]


def _imports(file):
    package = list(file.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            near = package[: len(package) + 1 - node.level] if node.level else []
            start = ".".join([*near, *([node.module] if node.module else [])])
            yield start
            yield from (f"{start}.{alias.name}" for alias in node.names)


def is_in(name, *packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def faults(files, is_wrong):
    return sorted(
        {
            f"{file.relative_to(ROOT)} imports {name}"
            for file in files
            for name in imports(file)
            if is_wrong(name)
        }
    )


SOURCES = sources(*(room for room in ROOMS if room != "tests"))


def test_the_walk_sees_the_engine():
    files = {str(file.relative_to(ROOT)) for file in SOURCES}
    assert "engine/kernel/game.py" in files
    assert "engine.kernel.game.Game" in set(imports(ROOT / "engine" / "__init__.py"))


def test_cogs_call_use_cases_and_write_none():
    """What runs in a transaction lives in the host; Discord's side sees records only."""
    wrong = faults(sources("cogs"), lambda name: is_in(name, "host.unit_of_work", "host.store"))
    assert not wrong


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_only_what_stands_below_it(room):
    others = [other for other in ROOMS if other != room and other not in ALLOWED[room]]
    assert not faults(sources(room), lambda name: is_in(name, *others))


@pytest.mark.parametrize("library", AT_HOME)
def test_a_library_is_imported_only_where_it_is_at_home(library):
    strangers = [file for file in SOURCES if room_of(file) not in AT_HOME[library]]
    assert not faults(strangers, lambda name: is_in(name, library))


def test_the_engine_uses_only_the_standard_library_and_pydantic():
    known = {*sys.stdlib_module_names, *ENGINE_MAY_USE, "engine"}
    assert not faults(sources("engine"), lambda name: name.split(".")[0] not in known)


def in_engine(*folders):
    return [
        file
        for folder in folders
        for file in sources("engine")
        if file.relative_to(ROOT).parts[1] == folder
    ]


def test_the_kernel_knows_no_game_and_no_command_line():
    others = ["engine.cli", *(f"engine.{game}" for game in GAMES)]
    wrong = faults(in_engine("kernel"), lambda name: is_in(name, *others) or name == "engine.GAMES")
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_know_each_other(game):
    others = ["engine.cli", *(f"engine.{other}" for other in GAMES if other != game)]
    wrong = faults(in_engine(game), lambda name: is_in(name, *others) or name == "engine.GAMES")
    assert not wrong


def test_every_game_package_is_in_this_table():
    packages = {path.parent.name for path in (ROOT / "engine").glob("*/game.py")}
    assert packages - {"kernel"} <= set(GAMES)


def test_rules_know_no_chance_clock_or_network_but_their_luck():
    rules = [file for file in sources("engine") if file not in in_engine("cli")]
    assert not faults(rules, lambda name: is_in(name, *NEVER_IN_RULES))


def test_every_room_of_the_repository_is_in_this_table():
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    modules = {path.stem for path in ROOT.glob("*.py")}
    assert packages | modules <= set(ROOMS)


def opens_with_a_docstring(file):
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return bool(text.split("\n")[0].strip())


def test_every_module_opens_with_a_docstring():
    files = [*SOURCES, *sources("tests")]
    assert not [str(file.relative_to(ROOT)) for file in files if not opens_with_a_docstring(file)]
