"""Asks each server of a list once, and prints what came of it as a line of JSON: python3 hostile.py < list"""

import concurrent.futures
import json
import pathlib
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "src"))

import lintel  # noqa: E402

given = json.load(sys.stdin)


def ask(one: dict) -> dict:
    began = time.monotonic()
    more = {"timeout": given["timeout"], "deadline": given["deadline"], "max_retries": one["maxRetries"]}
    outcome = {"id": one["id"]}
    try:
        with lintel.Lintel(given["key"], base_url=one["baseUrl"], **more) as client:
            outcome["result"] = client.status("ver_1") if one["operation"] == "status" else client.validate("x.y.z")
    except Exception as error:
        outcome["error"] = type(error).__name__
        outcome["isOurs"] = isinstance(error, lintel.LintelError)
        outcome["message"] = str(error)
        outcome["dump"] = repr(vars(error)) + "".join(traceback.format_exception(error))
    return {**outcome, "seconds": time.monotonic() - began}


with concurrent.futures.ThreadPoolExecutor(12) as pool:
    for outcome in pool.map(ask, given["servers"]):
        print(json.dumps(outcome))
