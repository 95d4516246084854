"""The files for hosts: everything they name is there, and systemd accepts them."""

import ast
import json
import re
import shutil
import subprocess
import sys
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from cogs.metrics import GAUGES
from host.heartbeat import EVERY, MINUTE, SILENT
from host.version import version

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "factory-table.service").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
LOCK = "requirements.lock"
HOME = "/opt/factory-table/current"
README = (DEPLOY / "README.md").read_text(encoding="utf-8")
POSTGRES_OF_DEBIAN = {"bookworm": "15", "trixie": "17"}


def is_ours(name):
    return (ROOT / name).is_dir() or (ROOT / f"{name}.py").exists()


def rooms_of(file):
    """The rooms that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


@cache
def reached(room="bot"):
    """All rooms that the bot imports, also through others."""
    found, waiting = set(), [room]
    while waiting:
        room = waiting.pop()
        if room in found or not is_ours(room):
            continue
        found.add(room)
        files = [ROOT / f"{room}.py"] if (ROOT / f"{room}.py").exists() else []
        for file in [*files, *(ROOT / room).rglob("*.py")]:
            waiting += rooms_of(file)
    return found


def copied():
    lines = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if line.startswith("COPY ")]
    return [name for line in lines for name in line]


def settings(name):
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


# Docker


def test_the_walk_reaches_the_rooms_of_the_bot():
    assert {"bot", "cogs", "engine", "host", "render"} <= reached()


def test_the_image_has_every_room_that_the_bot_imports_and_its_data():
    assert {*reached(), "data"} <= {name.removesuffix(".py") for name in copied()}


def test_the_image_has_no_room_of_the_developers():
    assert not {"bench", "sandbox", "tests", ".", ".env"} & set(copied())


def test_everything_that_is_copied_is_there_and_not_ignored():
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert ignored[0] == "*"
    assert {f"!{name}" for name in copied()} == {each for each in ignored if each[0] == "!"}
    assert not [name for name in copied() if not (ROOT / name).exists()]


def test_the_image_is_slim_pinned_by_the_lock_file_and_run_by_nobody_special():
    assert re.search(r"^ARG BASE=python:3\.\d+-slim-\w+\nFROM \$\{BASE\}$", DOCKERFILE, re.M)
    checked = r"pip install .*\\\n +--require-hashes --only-binary :all: --requirement (\S+)"
    assert re.findall(checked, DOCKERFILE) == ["requirements.lock", "requirements-postgres.lock"]
    assert DOCKERFILE.count("pip install") == 2
    user = re.search(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)[1]
    assert user not in ("root", "0") and "useradd --system --uid 10001" in DOCKERFILE
    assert "VOLUME /app/storage" in DOCKERFILE


def test_the_readme_says_how_to_pin_the_base_image():
    text = (DEPLOY / "README.md").read_text(encoding="utf-8")
    base = re.search(r"^ARG BASE=(.+)$", DOCKERFILE, re.MULTILINE)[1]
    assert f"docker pull {base}" in text and "--build-arg BASE=" in text


# systemd


def test_every_file_that_the_unit_names_is_there():
    named = re.findall(rf"{HOME}/([\w./-]+)", UNIT)
    assert "bot.py" in named and "deploy/README.md" in named
    missing = [name for name in named if not (ROOT / name).exists()]
    assert not [name for name in missing if not name.startswith(".venv/")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("User", "factory-table"),
        ("ProtectSystem", "strict"),
        ("StateDirectory", "factory-table"),
        ("Restart", "on-failure"),
        ("RestartPreventExitStatus", "2"),
        ("EnvironmentFile", "/etc/factory-table.env"),
        ("NoNewPrivileges", "yes"),
    ],
)
def test_the_unit_is_hardened(name, value):
    assert settings(name) == [value]


def test_the_unit_starts_less_often_than_discord_allows_logins():
    assert settings("StartLimitIntervalSec") == ["1h"]
    assert int(settings("StartLimitBurst")[0]) * 24 < 1000


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not here")
def test_systemd_understands_the_unit(tmp_path):
    """With this checkout in the place of the installed one."""
    text = UNIT.replace(f"{HOME}/.venv/bin/python", sys.executable).replace(HOME, str(ROOT))
    unit = tmp_path / "factory-table.service"
    unit.write_text(text, encoding="utf-8")
    words = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (0, "")
    assert "factory-table" not in done.stderr


def test_an_operator_s_command_has_the_settings_user_and_folder_of_the_service(tmp_path):
    """Runs the real script with something in the place of systemd-run that shows its words."""
    shows = tmp_path / "systemd-run"
    shows.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    shows.chmod(0o755)
    words = [str(DEPLOY / "factory-table"), "export", "12"]
    surroundings = {"PATH": f"{tmp_path}:/bin:/usr/bin"}
    done = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=True)
    said = done.stdout.splitlines()
    assert said[-4:] == [*settings("ExecStart")[0].split(), "export", "12"]
    assert f"--uid={settings('User')[0]}" in said and f"--gid={settings('Group')[0]}" in said
    assert f"--working-directory={settings('WorkingDirectory')[0]}" in said
    for name in ("EnvironmentFile", "StateDirectory", "StateDirectoryMode", "UMask", "ProtectHome"):
        assert f"--property={name}={settings(name)[0]}" in said


# Compose


def test_compose_comes_back_after_a_reboot_and_does_not_try_a_bad_token_again():
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert 'command: ["--wait"]' in text and "restart: unless-stopped" in text
    assert "dockerfile: deploy/Dockerfile" in text and "storage:/app/storage" in text
    assert f"image: factory-table:${{VERSION:-{version()}}}" in text  # its own, not an old one
    for hardened in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"):
        assert hardened in text


def test_compose_finds_what_a_file_asks_for_and_the_bot_can_restore_its_dumps():
    """Compose looks for .env in the folder of its file unless it is told another one."""
    name = "deploy/compose.postgres.yaml"
    text = (ROOT / name).read_text(encoding="utf-8")
    commands = re.findall(rf"docker compose .*--file {name} .*", README + text)
    assert "${POSTGRES_PASSWORD:?" in text and len(commands) > 4
    assert not [each for each in commands if " --env-file .env " not in each]
    debian = re.search(r"^ARG BASE=python:\S+-(\w+)$", DOCKERFILE, re.MULTILINE)[1]
    assert re.findall(r"image: postgres:(\d+)", text) == [POSTGRES_OF_DEBIAN[debian]]


# What watches it


def test_the_watchdog_waits_for_several_heartbeats():
    assert settings("Type") == ["notify"] and settings("WatchdogSec") == ["2min"]
    assert settings("TimeoutStartSec") == ["15min"]  # it is ready after the migration
    assert SILENT == 2 * MINUTE >= 4 * EVERY


def test_dashboard_and_alerts_ask_only_for_numbers_that_the_bot_tells():
    told = {f"factory_table_{name}" for name in GAUGES} | {
        *("factory_table_info", "factory_table_tables"),
        *("factory_table_press_seconds_count", "factory_table_press_seconds_bucket"),
    }
    dashboard = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    alerts = (DEPLOY / "alerts.yaml").read_text(encoding="utf-8")
    assert len(asked) == 12 and alerts.count("- alert: ") == 3
    for text in (*asked, *re.findall(r"expr: ((?:.|\n)*?)for:", alerts)):
        names = {*re.findall(r"factory_table_\w+", text)}
        assert names and names <= told, text
    now = {each["title"]: each for each in dashboard["panels"] if each["type"] == "stat"}
    assert all(target["instant"] for each in now.values() for target in each["targets"])
    assert now["Version"]["options"]["textMode"] == "name"  # else it shows the value, which is 1
    (connected,) = now["Connected to Discord"]["targets"]
    assert connected["expr"].endswith("or vector(0)")  # a bot that is down is not connected


FINE = {
    'up{job="factory-table"}': "1",
    "factory_table_connected": "1",
    "factory_table_saving": "1",
    "factory_table_oldest_message_seconds": "20",
    "factory_table_disk_free_bytes": "5e9",
    "factory_table_backup_age_seconds": "20000",
}
SITUATIONS = [
    ({}, None),
    ({'up{job="factory-table"}': "0"}, "FactoryTableDown"),
    ({"factory_table_connected": "0"}, "FactoryTableDown"),
    ({"factory_table_saving": "0"}, "FactoryTableDown"),
    ({"factory_table_oldest_message_seconds": "601"}, "FactoryTableBehind"),
    ({"factory_table_disk_free_bytes": "4e8"}, "FactoryTableUnsafe"),
    ({"factory_table_backup_age_seconds": "200000"}, "FactoryTableUnsafe"),
    ({"factory_table_backup_age_seconds": "NaN"}, "FactoryTableUnsafe"),
]


def two_hours(changed, alert):
    """Of these numbers, and the one alert that rings at their end."""
    series = [{"series": key, "values": f"{n}+0x120"} for key, n in {**FINE, **changed}.items()]
    rings = [{"labels": f'{{alertname="{alert}"}}', "value": 1}] if alert else []
    expression = 'count by (alertname) (ALERTS{alertstate="firing"})'
    asked = {"expr": expression, "eval_time": "119m", "exp_samples": rings}
    return {"interval": "1m", "input_series": series, "promql_expr_test": [asked]}


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is not here")
def test_each_alert_rings_for_what_is_wrong_and_for_nothing_else(tmp_path):
    """Prometheus itself judges the rules; it reads JSON as YAML."""
    file = tmp_path / "test.yaml"
    tests = [two_hours(*each) for each in SITUATIONS]
    rules = {"rule_files": [str(DEPLOY / "alerts.yaml")], "evaluation_interval": "1m"}
    file.write_text(json.dumps({**rules, "tests": tests}), encoding="utf-8")
    done = subprocess.run(["promtool", "test", "rules", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# The words around it


def test_every_file_and_section_that_the_readme_names_is_there():
    text = (DEPLOY / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    linked = [DEPLOY / each for each in links if each[0] != "#"]
    sections = {
        f"#{each.lower().replace(' ', '-')}" for each in re.findall(r"^## (.+)$", text, re.M)
    }
    assert {each for each in links if each[0] == "#"} <= sections
    named = [ROOT / each for each in re.findall(r"(?<![\w/-])deploy/[\w.-]+", text)]
    assert linked and named and not [path for path in linked + named if not path.exists()]


def test_the_readme_counts_the_packages_of_the_lock_file_and_names_our_version():
    text, lock = ((ROOT / name).read_text("utf-8") for name in ("deploy/README.md", LOCK))
    pinned = re.findall(r"^[a-z0-9-]+==\S+( ; .*>= '3.13')?", lock, re.MULTILINE)
    old = len([marker for marker in pinned if not marker])
    assert f"{len(pinned)} packages ({old} before Python 3.13)" in text
    tags = re.findall(r"factory-table:(\d[\d.]*\d)", text + DOCKERFILE)
    assert set(tags) == {version(), "1.1.0"}  # the second is the example of an upgrade


def test_the_newest_version_of_the_changelog_is_ours_and_has_a_date():
    """Above it there may be what is not released yet."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
    released = heads[heads[0] == "Unreleased" :]
    found = [re.fullmatch(r"(\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)", each) for each in released]
    assert all(found) and found[0][1] == version()
    dates = [date.fromisoformat(each[2]) for each in found]
    assert dates == sorted(dates, reverse=True)


@pytest.mark.parametrize("target", [".venv/ready"])
def test_the_makefile_has_what_the_readme_makes(target):
    assert f"make {target}" in (DEPLOY / "README.md").read_text(encoding="utf-8")
    assert f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
