"""Asks for a status so many times with one client, and prints what came of each: python3 probe.py 2 [async]"""

import asyncio
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "src"))

import lintel  # noqa: E402


TIMEOUT = float(os.environ.get("PROBE_TIMEOUT", "5"))


def said(error: lintel.LintelError) -> str:
    return f"{type(error).__name__}: {error}"


def ask(times: int) -> list:
    outcomes = []
    with lintel.Lintel(max_retries=0, timeout=TIMEOUT) as client:
        for _ in range(times):
            try:
                outcomes.append(client.status("ver_1")["status"])
            except lintel.LintelError as error:
                outcomes.append(said(error))
    return outcomes


async def ask_async(times: int) -> list:
    outcomes = []
    async with lintel.AsyncLintel(max_retries=0, timeout=TIMEOUT) as client:
        for _ in range(times):
            try:
                outcomes.append((await client.status("ver_1"))["status"])
            except lintel.LintelError as error:
                outcomes.append(said(error))
    return outcomes


count = int(sys.argv[1])
print(json.dumps(asyncio.run(ask_async(count)) if "async" in sys.argv else ask(count)))
