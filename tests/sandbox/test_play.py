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
    async with asyncio.timeout(PATIENCE):
        while not (await asked(link + "api/start"))["bot_online"]:
            await asyncio.sleep(0.05)


async def ended(process):
    process.send_signal(signal.SIGINT)
    said = (await asyncio.wait_for(process.stdout.read(), PATIENCE)).decode()
    assert await process.wait() == 0, said
    assert "Traceback" not in said
    return said


def secrets_of(found):
    return {name: url.split("/play/")[1] for name, url in found.items()}


async def test_it_prints_a_link_for_each_person_and_goes_on_after_ctrl_c(tmp_path):
    file = tmp_path / "world.json"
    process = await started(file)
    first = await links(process)
    assert set(first) == {"red", "blue", "green", "purple", "yellow"}
    await online(first["red"])
    start = await asked(first["red"] + "api/start")
    channel = start["channels"][0]["id"]
    assert len(start["links"]) == 5
    await asked(f"{first['red']}api/channels/{channel}/messages", json={"content": "remember me"})
    assert "Saved" in await ended(process)

    process = await started(file)
    second = await links(process)
    secrets = [
        {name: url.split("/play/")[1] for name, url in each.items()} for each in (first, second)
    ]
    assert secrets[0] == secrets[1]
    messages = await asked(f"{second['blue']}api/channels/{channel}/messages")
    assert [each["content"] for each in messages if each["content"]] == ["remember me"]
    await ended(process)
