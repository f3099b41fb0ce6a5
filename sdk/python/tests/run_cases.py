"""Runs the table of cases (sdk/cases) against this package: python3 run_cases.py <stand-in's base URL> [async].

Prints a line for each case and one of JSON at the end, as sdk/cases/README.md says.
"""

import asyncio
import base64
import concurrent.futures
import json
import os
import pathlib
import re
import sys
import time
import traceback
import urllib.request
import uuid
from typing import Any, Dict, List, Optional

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

import lintel  # noqa: E402
from handler_cases import run_handler  # noqa: E402
from lintel._core import Clock  # noqa: E402

CASES = HERE.parent.parent / "cases"
STANDIN = sys.argv[1] if len(sys.argv) > 1 else ""
IS_ASYNC = "async" in sys.argv[2:]
IS_LIVE = "live" in sys.argv[2:]
OPERATIONS: List[str] = []
SECRETS = ("avk_test_standin", "adm_standin")
OPTIONS = {"idempotencyKey": "idempotency_key"}
LEADING = {"walletCertificate": "wallet_certificate", "import": "import_"}


def operations_of_service() -> List[str]:
    paths = ask(f"{os.environ['LINTEL_URL']}/openapi.json")["paths"]
    return [operation["operationId"] for methods in paths.values() for operation in methods.values()]


class FakeClock:
    """Starts where the case says. Sleeping takes no time and is recorded."""

    def __init__(self, start: float, jump: float) -> None:
        self.time = start
        self.jump, self.jumped = jump, 0.0  # how far someone sets the clock during the first sleep
        self.waits: List[float] = []

    def now(self) -> float:
        return self.time

    def elapsed(self) -> float:
        return self.time - self.jumped

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds + self.jump
        self.jumped += self.jump
        self.jump = 0.0


class Mismatch(Exception):
    pass


def check(condition: bool, what: str) -> None:
    if not condition:
        raise Mismatch(what)


def ask(url: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data=data), timeout=30) as answer:
        return json.loads(answer.read())


def subset(expected: Any, actual: Any, at: str) -> None:
    if isinstance(expected, dict):
        check(isinstance(actual, dict), f"{at} is {actual!r}, expected an object")
        for key, value in expected.items():
            check(key in actual, f"{at}.{key} is absent")
            subset(value, actual[key], f"{at}.{key}")
    elif isinstance(expected, list):
        check(isinstance(actual, list) and len(actual) == len(expected), f"{at} is {actual!r}, expected {expected!r}")
        for index, value in enumerate(expected):
            subset(value, actual[index], f"{at}[{index}]")
    else:
        same = actual == expected and isinstance(actual, bool) == isinstance(expected, bool)
        check(same, f"{at} is {actual!r}, expected {expected!r}")


def headers_match(expected: Dict[str, Any], seen: Dict[str, str], at: str) -> None:
    for name, value in expected.items():
        actual = seen.get(name)
        if isinstance(value, str):
            check(actual == value, f"{at}: {name} is {actual!r}, expected {value!r}")
        elif "matches" in value:
            check(actual is not None and re.search(value["matches"], actual) is not None, f"{at}: {name} is {actual!r}")
        else:
            check(actual is None, f"{at}: {name} is there")


def requests_match(expect: Dict[str, Any], seen: List[Dict[str, Any]]) -> None:
    expected = expect.get("requests")
    if expected is not None:
        check(len(seen) == len(expected), f"{len(seen)} requests, expected {len(expected)}")
        for index, (want, got) in enumerate(zip(expected, seen)):
            for part in ("method", "path", "query", "body"):
                if part in want:
                    check(got[part] == want[part], f"request {index + 1}: {part} is {got[part]!r}")
            headers_match(want.get("headers", {}), got["headers"], f"request {index + 1}")
    for name in expect.get("sameHeaderAcrossTries", []):
        values = {got["headers"].get(name) for got in seen}
        check(len(values) == 1 and None not in values, f"{name} differs: {values}")
    for name in expect.get("differentHeaders", []):
        values = [got["headers"].get(name) for got in seen]
        check(None not in values and len(set(values)) == len(values), f"{name} repeats: {values}")


def waits_match(expected: Optional[List[Dict[str, float]]], waits: List[float]) -> None:
    if expected is None:
        return
    check(len(waits) == len(expected), f"waited {waits}, expected {expected}")
    for want, got in zip(expected, waits):
        check(want["min"] - 1e-6 <= got <= want["max"] + 1e-6, f"waited {got}, expected {want}")


def error_matches(expected: Dict[str, Any], error: lintel.LintelError) -> None:
    types = expected["type"] if isinstance(expected["type"], list) else [expected["type"]]
    kinds = tuple(getattr(lintel, each) for each in types)
    check(isinstance(error, kinds), f"{type(error).__name__}: {error}, expected {expected['type']}")
    if expected["type"] == "LintelError":
        check(type(error) is lintel.LintelError, f"{type(error).__name__}, expected LintelError itself")
    names = {"requestId": "request_id", "retryAfterSeconds": "retry_after_seconds"}
    for key in ("status", "code", "requestId", "retryAfterSeconds", "issues", "reason"):
        if key in expected:
            actual = getattr(error, names.get(key, key))
            check(actual == expected[key], f"{key} is {actual!r}, expected {expected[key]!r}")
    check(len(str(error)) <= expected.get("messageAtMost", 1e9), f"{len(str(error))} characters")
    for text in expected.get("messageContains", []):
        # Names of arguments are Python's here.
        snake = re.sub(r"(?<=[a-z])[A-Z]+", lambda match: "_" + match[0].lower(), text)
        is_there = text.lower() in str(error).lower() or snake in str(error)
        check(is_there, f"{str(error)!r} does not contain {text!r}")


def hides_secrets(error: BaseException, secrets: List[str]) -> None:
    texts = [str(error), repr(error), repr(vars(error)), "".join(traceback.format_exception(error))]
    for secret in secrets:
        if len(secret) >= 8:
            check(not any(secret in text for text in texts), "an error shows a secret")


def filled(value: Any, known: Dict[str, Any]) -> Any:
    """Puts earlier results in place of {{v.verificationId}}."""

    def look_up(path: str) -> Any:
        found: Any = known
        for part in path.split("."):
            found = found[int(part)] if isinstance(found, list) else found[part]
        return found

    if isinstance(value, str):
        whole = re.fullmatch(r"{{([\w.]+)}}", value)
        if whole:
            return look_up(whole[1])
        return re.sub(r"{{([\w.]+)}}", lambda match: str(look_up(match[1])), value)
    if isinstance(value, dict):
        return {key: filled(each, known) for key, each in value.items()}
    return [filled(each, known) for each in value] if isinstance(value, list) else value


def body_of(body: Any) -> Any:
    if isinstance(body, dict):
        return base64.b64decode(body["base64"]) if "base64" in body else body["parsed"]
    return body


def settled(value: Any) -> Any:
    return value


async def invoke_async(client: Any, name: str, args: List[Any], options: Dict[str, Any]) -> Any:
    return await find(client, name)(*args, **options)


def find(client: Any, name: str) -> Any:
    found = client
    for part in name.split("."):
        found = getattr(found, LEADING.get(part, part))
    return found


class Runner:
    def __init__(self, case: Dict[str, Any]) -> None:
        self.case = case
        self.clock = FakeClock(case["clock"], case.get("jump", 0.0)) if "clock" in case else None
        self.client: Any = None
        self.seen_url = ""
        self.longest_pause = 0.0
        self.known: Dict[str, Any] = {"unique": uuid.uuid4().hex, "tenantId": os.environ.get("LINTEL_TENANT_ID", "")}
        self.known["issuer"] = os.environ.get("LINTEL_ISSUER") or os.environ.get("LINTEL_URL", "")

    def make_client(self) -> Any:
        server = self.case["server"]
        given = dict(self.case.get("client", {}))
        if server == "live":
            given.setdefault("apiKey", os.environ["LINTEL_API_KEY"])
            given.setdefault("adminKey", os.environ.get("LINTEL_ADMIN_KEY"))
            given.setdefault("baseUrl", os.environ["LINTEL_URL"])
        else:
            given.setdefault("apiKey", "avk_test_standin")
            given.setdefault("adminKey", "adm_standin")
            given.setdefault("baseUrl", self.base_url + given.pop("baseUrlSuffix", ""))
        saved = dict(os.environ)
        for name in ("LINTEL_URL", "LINTEL_API_KEY", "LINTEL_ADMIN_KEY", "LINTEL_WEBHOOK_SECRET"):
            os.environ.pop(name, None)
        try:
            more = {
                snake: given[name]
                for name, snake in (("timeout", "timeout"), ("deadline", "deadline"), ("maxRetries", "max_retries"))
                if given.get(name) is not None
            }
            clock = Clock(self.clock.now, self.clock.sleep, self.clock.elapsed) if self.clock else None
            kind = lintel.AsyncLintel if IS_ASYNC else lintel.Lintel
            return kind(
                given["apiKey"], admin_key=given["adminKey"], base_url=given["baseUrl"], _clock=clock, **more
            )
        finally:
            os.environ.update(saved)

    def invoke(self, call: Dict[str, Any]) -> Any:
        name = call["operation"]
        if name == "webhooks.verify":
            inputs = call.get("inputs", self.case.get("inputs", {}))
            verify = self.client.webhooks.verify
            more = {"tolerance": inputs["tolerance"]} if "tolerance" in inputs else {}
            return verify(body_of(inputs["body"]), inputs.get("header"), inputs.get("secrets") or [], **more)
        options = {OPTIONS.get(key, key): value for key, value in call.get("options", {}).items()}
        args = filled(call.get("args", []), self.known)
        options = filled(options, self.known)
        if IS_ASYNC:
            return invoke_async(self.client, name, args, options)
        return find(self.client, name)(*args, **options)

    def together(self, steps: List[Dict[str, Any]]) -> None:
        """Begins all at once: in a thread each, or as tasks of one loop."""
        each = [step for step in steps for _ in range(step.get("times", 1))]
        self.client = self.make_client()
        began = time.monotonic()

        def outcome_of(step: Dict[str, Any]) -> Any:
            try:
                return self.invoke(step["call"])
            except lintel.LintelError as error:
                return error

        async def awaited(step: Dict[str, Any]) -> Any:
            try:
                return await self.invoke(step["call"])
            except lintel.LintelError as error:
                return error

        async def gathered() -> List[Any]:
            ticks = asyncio.ensure_future(self.host_program())
            outcomes = await asyncio.gather(*(awaited(step) for step in each))
            ticks.cancel()
            return list(outcomes)

        if IS_ASYNC:
            outcomes = self.loop.run_until_complete(gathered())
        else:
            with concurrent.futures.ThreadPoolExecutor(len(each)) as pool:
                outcomes = list(pool.map(outcome_of, each))
        took = time.monotonic() - began
        within = self.case.get("within", float("inf"))
        check(took <= within, f"took {took:.1f} s, expected {within} s at most")
        check(self.longest_pause <= within, f"the host program waited {self.longest_pause:.1f} s for its executor")
        for step, outcome in zip(each, outcomes):
            self.judge(filled(step["expect"], self.known), outcome)

    async def host_program(self) -> None:
        """What else runs in the loop: it uses the default executor now and then."""
        while True:
            began = time.monotonic()
            await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0.01)
            self.longest_pause = max(self.longest_pause, time.monotonic() - began)

    def judge(self, expect: Dict[str, Any], outcome: Any) -> None:
        if isinstance(outcome, lintel.LintelError):
            hides_secrets(outcome, list(SECRETS))
            check("error" in expect, f"{outcome!r}, expected a result")
            error_matches(expect["error"], outcome)
            return
        check("error" not in expect, f"no error, but {outcome!r}")
        subset(expect["result"], outcome, "result")

    def step(self, step: Dict[str, Any]) -> None:
        if self.clock:
            self.clock.time += step.get("advance", 0)
        expect = filled(step.get("expect", {}), self.known)
        try:
            if self.client is None:
                self.client = self.make_client()
            result = self.invoke(step["call"])
            if asyncio.iscoroutine(result):
                result = self.loop.run_until_complete(result)
        except lintel.LintelError as error:
            secrets = self.case.get("inputs", {}).get("secrets") or []
            given = [value for value in self.case.get("client", {}).values() if isinstance(value, str)]
            keys = [value for value in given if not value.startswith("http")]
            hides_secrets(error, [*SECRETS, *keys, *([secrets] if isinstance(secrets, str) else secrets)])
            if "error" not in expect:
                raise
            error_matches(expect["error"], error)
            return
        check("error" not in expect, f"no error, but {result!r}")
        if "result" in expect:
            subset(expect["result"], result, "result")
        for name in expect.get("absent", []):
            check(name not in result, f"result.{name} is there")
        if "as" in step:
            self.known[step["as"]] = result

    def run(self) -> None:
        self.base_url = "https://age.example"
        if self.case["server"] == "standin":
            made = ask(f"{STANDIN}/script", {"script": self.case.get("script", [])})
            self.base_url, self.seen_url = made["baseUrl"], made["seenUrl"]
        self.loop = asyncio.new_event_loop()
        try:
            if "handler" in self.case:
                run_handler(self.case, self.base_url, check, subset, error_matches)
            elif "together" in self.case:
                self.together(self.case["together"])
            else:
                for step in self.case.get("steps") or [self.case]:
                    self.step(step)
        finally:
            if self.client is not None:
                self.loop.run_until_complete(self.client.aclose()) if IS_ASYNC else self.client.close()
            self.loop.close()
        expect = self.case.get("expect", {})
        if self.seen_url:
            requests_match(expect, ask(self.seen_url))
        if self.clock:
            waits_match(expect.get("waits"), self.clock.waits)


def main() -> int:
    global OPERATIONS
    OPERATIONS = operations_of_service() if IS_LIVE else []
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for path in sorted(CASES.glob("*.json")):
        cases = json.loads(path.read_text("utf-8"))
        for case in cases if isinstance(cases, list) else []:
            if (case["server"] == "live") != IS_LIVE:
                continue
            missing = [each for each in case.get("needs", []) if each not in OPERATIONS]
            if missing:
                counts["skipped"] += 1
                print(f"skip {case['id']}: the service has no {', '.join(missing)}", flush=True)
                continue
            try:
                Runner(case).run()
            except Exception as error:  # noqa: BLE001: a case that fails must not end the run
                counts["failed"] += 1
                detail = error if isinstance(error, Mismatch) else "".join(traceback.format_exception(error))[-600:]
                print(f"not ok {case['id']}: {detail}", flush=True)
            else:
                counts["passed"] += 1
                print(f"ok {case['id']}", flush=True)
    name = "python (asyncio)" if IS_ASYNC else "python"
    print(json.dumps({"language": name, "version": sys.version.split()[0], **counts}))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
