"""The cases of sdk/cases/handler.json."""

import concurrent.futures
import threading
import time
from datetime import datetime, timezone
from typing import Any, Callable, Dict, List, Tuple

import lintel


class ShopError(Exception):
    pass


class Unreadable:
    was_read = False

    def read(self, size: int) -> bytes:
        self.was_read = True
        return b""


class Stream:
    """Gives a body in small pieces, as a network does."""

    def __init__(self, body: str) -> None:
        self.left = body.encode("utf-8")

    def read(self, size: int) -> bytes:
        part, self.left = self.left[: min(size, 50)], self.left[min(size, 50) :]
        return part


class Shop:
    def __init__(self, fails: Dict[str, int]) -> None:
        self.effects: List[Dict[str, Any]] = []
        self.left = dict(fails)
        self.lock = threading.Lock()

    def act(self, event: Any, context: lintel.EventContext) -> None:
        time.sleep(0.005)  # long enough for others to come in between
        with self.lock:
            self.left[context.event_id] = self.left.get(context.event_id, 0) - 1
            if self.left[context.event_id] >= 0:
                raise ShopError("the shop's database is away")
            self.effects.append(
                {
                    "event": event["event"],
                    "eventId": context.event_id,
                    "source": context.source,
                    "verificationId": context.verification_id,
                    "mode": context.mode,
                }
            )


def deliver(handler: Any, given: Dict[str, Any], number: int) -> Tuple[int, str]:
    if "unreadable" in given:
        unreadable = Unreadable()
        answer = handler.receive(unreadable, given["headers"])
        return answer if not unreadable.was_read else (answer.status, "the body was read")
    # As a stream and as bytes, with names of headers as one framework or the other has them.
    if number % 2:
        return handler.receive(Stream(given["body"]), {name.title(): value for name, value in given["headers"].items()})
    return handler.receive(given["body"].encode("utf-8"), given["headers"])


def run_handler(case: Dict[str, Any], base_url: str, check: Callable, subset: Callable, error_matches: Callable) -> None:
    for number in range(2 if any("deliver" in step for step in case["steps"]) and case["server"] == "none" else 1):
        run_once(case, base_url, number, check, subset, error_matches)


def run_once(
    case: Dict[str, Any], base_url: str, number: int, check: Callable, subset: Callable, error_matches: Callable
) -> None:
    settings, expect = case["handler"], case["expect"]
    shop, store, logs = Shop(settings.get("fails", {})), lintel.MemoryStore(), []  # type: ignore[var-annotated]
    for stream, cursor in settings.get("cursors", {}).items():
        store.save_cursor(stream, cursor)
    more = {"max_bytes": settings["maxBytes"]} if "maxBytes" in settings else {}
    client = None if settings.get("client") is False else lintel.Lintel("avk_test_standin", base_url=base_url)
    try:
        handler: Any = lintel.WebhookHandler(
            on={name: shop.act for name in settings["on"]},
            store=store,
            client=client,
            secrets=settings["secrets"],
            log=logs.append,
            now=lambda: case["clock"],
            **more,
        )
    except lintel.LintelError as error:
        check("error" in expect, repr(error))
        return error_matches(expect["error"], error)
    check("error" not in expect, "no error")
    for step in case["steps"]:
        wanted = step["expect"]
        if "deliver" in step:
            times = step.get("times", 1)
            with concurrent.futures.ThreadPoolExecutor(times) as pool:
                each = [pool.submit(deliver, handler, step["deliver"], number) for _ in range(times)]
            answers = [one.result() for one in each]
            if "statuses" in wanted:
                check(sorted(status for status, _ in answers) == wanted["statuses"], f"statuses: {answers}")
            else:
                check(all(one == (wanted["status"], wanted["text"]) for one in answers), f"answers: {answers}")
            continue
        more = {}
        if "since" in step["catchUp"]:
            more["since"] = datetime.fromtimestamp(step["catchUp"]["since"], timezone.utc)
        try:
            result = handler.catch_up(**more)
        except ShopError as error:
            check(wanted.get("error", {}).get("type") == "shop", repr(error))
        except lintel.LintelError as error:
            check("error" in wanted, repr(error))
            error_matches(wanted["error"], error)
        else:
            check("error" not in wanted, f"no error, but {result}")
            subset(wanted["result"], result._asdict(), "result")
    subset(expect["effects"], shop.effects, "effects")
    for stream, cursor in expect.get("cursors", {}).items():
        check(store.cursor(stream) == cursor, f"the cursor of {stream} is {store.cursor(stream)}")
    said = "\n".join(logs)
    for text in expect.get("logs", []):
        check(text in said, f"no log says {text}: {said}")
    check(len(logs) <= expect.get("logsAtMost", 1e9), said)
    check(not any(secret in said for secret in ["avk_test_standin", *settings["secrets"]]), "a log shows a secret")
