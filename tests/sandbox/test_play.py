"""`make play`: server and bot in one process, kept in a file, ended by Ctrl-C."""

import asyncio
import json
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

pytestmark = pytest.mark.asyncio
ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds


async def started(file):
    words = ["-m", "sandbox", "--port", "0", "--file", str(file), "--no-browser"]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


async def links(process):
    """The links it prints, by name."""
    found = {}
    while len(found) < 5:
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        assert line, "it ended before it was open"
        if match := re.match(r"  (\w+)\s+(http://127\.0\.0\.1:\d+/play/\S+)$", line):
            found[match[1].lower()] = match[2]
    return found


async def asked(url, **more):
    verb = "POST" if more else "GET"
    async with aiohttp.ClientSession() as session, session.request(verb, url, **more) as response:
        return json.loads(await response.text())


async def online(link):
    await until(link + "api/start", lambda found: found["bot_online"])


async def until(url, is_there):
    async with asyncio.timeout(PATIENCE):
        while not is_there(found := await asked(url)):
            await asyncio.sleep(0.05)
    return found


async def listed(database):
    """What `python bot.py tables` says of a database."""
    words = ("bot.py", "tables", "--database", str(database))
    pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.STDOUT}
    process = await asyncio.create_subprocess_exec(sys.executable, *words, cwd=ROOT, **pipes)
    said, _ = await process.communicate()
    assert process.returncode == 0, said
    return said.decode()


async def ended(process):
    process.send_signal(signal.SIGINT)
    said = (await asyncio.wait_for(process.stdout.read(), PATIENCE)).decode()
    assert await process.wait() == 0, said
    assert "Traceback" not in said
    return said


def secrets_of(found):
    return {name: url.split("/play/")[1] for name, url in found.items()}


async def test_it_prints_a_link_for_each_person_lists_its_tables_and_goes_on_after_ctrl_c(tmp_path):
    file = tmp_path / "world.json"
    process = await started(file)
    first = await links(process)
    assert set(first) == {"red", "blue", "green", "purple", "yellow"}
    await online(first["red"])
    start = await asked(first["red"] + "api/start")
    channel = start["channels"][0]["id"]
    assert len(start["links"]) == 5
    messages = f"{first['red']}api/channels/{channel}/messages"
    await asked(messages, json={"content": "remember me"})
    command = {"type": 2, "channel_id": channel, "name": "new"}
    await asked(first["red"] + "api/interactions", json=command)
    await until(messages, lambda found: any("Join" in json.dumps(each) for each in found))
    head, table = (await listed(file.with_name("tables.sqlite"))).splitlines()
    assert head.split()[0] == "table" and table.split()[2] == "lobby"
    assert "Saved" in await ended(process)

    process = await started(file)
    second = await links(process)
    secrets = [
        {name: url.split("/play/")[1] for name, url in each.items()} for each in (first, second)
    ]
    assert secrets[0] == secrets[1]
    messages = await asked(f"{second['blue']}api/channels/{channel}/messages")
    assert [each["content"] for each in messages if each["content"]][:1] == ["remember me"]
    await ended(process)
