"""Checks the supply chain: what is installed, how it is verified, and under which licenses."""

import re
import tomllib
from importlib import metadata
from itertools import product
from pathlib import Path

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
LOCKS = {
    "requirements.lock": PROJECT["project"]["dependencies"],
    "requirements-postgres.lock": PROJECT["project"]["optional-dependencies"]["postgres"],
    "requirements-test.lock": PROJECT["project"]["optional-dependencies"]["test"],
    "requirements-bench.lock": PROJECT["project"]["optional-dependencies"]["bench"],
}
INSTALLERS = ("Makefile", ".ci/run", "deploy/Dockerfile")
INDEX = r"index-url|find-links|trusted-host|registry|file:|://"

PIN = re.compile(
    r"^(?P<name>[a-z0-9-]+)==(?P<version>[\w.]+)(?: ; (?P<marker>[^\\\n]+))?"
    r"(?: \\\n    --hash=sha256:[0-9a-f]{64})+$",
    re.MULTILINE,
)
LICENSED = re.compile(
    r"(?P<name>[\w.-]+) {2,}(?P<version>\d\S*) {2,}(?P<license>\S.*?) {2,}(?P<text>licenses/\S+)"
)

# Systems and Python versions that one lock must serve.
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))
MACHINES = ("x86_64", "aarch64")
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def pins(name):
    """Maps each package of a lock file to its version and its environment marker."""
    return {pin["name"]: (pin["version"], pin["marker"]) for pin in PIN.finditer(read(name))}


RUNTIME = pins("requirements.lock")
OF_A_HOST = {**RUNTIME, **pins("requirements-postgres.lock")}
LICENSES = {
    canonicalize_name(row["name"]): row
    for row in map(LICENSED.fullmatch, NOTICE.splitlines())
    if row
}


def environments():
    for (system, platform, os_name), machine, version in product(SYSTEMS, MACHINES, VERSIONS):
        yield {
            **default_environment(),
            "sys_platform": system,
            "platform_system": platform,
            "os_name": os_name,
            "platform_machine": machine,
            "python_version": version,
            "python_full_version": f"{version}.0",
        }


def locked(packages, environment):
    """Names that are installed from these pins on a machine with this environment."""
    return {
        name
        for name, (_, marker) in packages.items()
        if not marker or Marker(marker).evaluate(environment)
    }


def needs(package, environment):
    """Names that an installed package asks for on a machine with this environment."""
    for line in metadata.requires(package) or ():
        need = Requirement(line)
        if not need.marker or need.marker.evaluate({**environment, "extra": ""}):
            yield canonicalize_name(need.name)


def is_installed(package):
    try:
        return bool(metadata.version(package))
    except metadata.PackageNotFoundError:
        return False


# The lock files


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_nothing_but_pins_with_hashes(name):
    rest = [line for line in PIN.sub("", read(name)).splitlines() if line.strip()]
    assert pins(name) and not [line for line in rest if not line.lstrip().startswith("#")]


def test_a_package_is_in_one_lock_only():
    names = [package for name in LOCKS for package in pins(name)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("name", "requirements"), LOCKS.items())
def test_a_lock_satisfies_what_the_project_asks_for(name, requirements):
    packages = {**RUNTIME, **pins(name)}
    for need in map(Requirement, requirements):
        assert need.specifier.contains(packages[canonicalize_name(need.name)][0]), need


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_is_complete_on_every_system_and_python(name):
    """Reads what each installed package asks for; the runtime lock is always installed first."""
    packages = {**RUNTIME, **pins(name)}
    present = [package for package in pins(name) if is_installed(package)]
    assert present or name == "requirements-bench.lock"
    for environment in environments():
        names = locked(packages, environment)
        missing = {need for each in names & {*present} for need in needs(each, environment)} - names
        assert not missing, environment


# The installers


@pytest.mark.parametrize("name", [*LOCKS, *INSTALLERS, "pyproject.toml"])
def test_no_file_names_a_package_index(name):
    assert not re.findall(INDEX, read(name), re.IGNORECASE)


def test_every_install_checks_hashes_or_names_an_exact_version():
    text = "\n".join(map(read, INSTALLERS)).replace("\\\n", " ")
    commands = re.findall(r"(?:pip|npm) install\b.*", text)
    checked = re.compile(r"--require-hashes\s+--only-binary :all:|\w==\d|\w@\d")
    assert len(commands) >= 4 and not [each for each in commands if not checked.search(each)]


def test_the_bot_is_installed_without_the_packages_of_the_tests():
    rules = dict(re.findall(r"^([\w./]+):(.*)$", read("Makefile"), re.MULTILINE))
    assert rules["bot"].split() == rules["play"].split() == [".venv/ready"]
    assert rules[".venv/ready"].split() == ["requirements.lock"]
    assert "--requirement requirements.lock" in read("deploy/Dockerfile")


def test_the_build_backend_is_pinned():
    requires = PROJECT["build-system"]["requires"]
    assert requires and all(re.fullmatch(r"setuptools==[\d.]+", each) for each in requires)


# The licenses


def test_the_notice_lists_exactly_the_packages_that_a_host_installs():
    versions = {name: version for name, (version, _) in OF_A_HOST.items()}
    assert {name: row["version"] for name, row in LICENSES.items()} == versions


@pytest.mark.parametrize("name", sorted(set(LICENSES) & set(filter(is_installed, OF_A_HOST))))
def test_the_notice_says_what_the_package_says(name):
    """Compares a row with the installed package, which has the license text at that place."""
    files = [str(file) for file in metadata.files(name)]
    assert [file for file in files if file.endswith(f".dist-info/{LICENSES[name]['text']}")]
    stated = metadata.metadata(name)["License-Expression"]
    assert stated in (None, LICENSES[name]["license"])
