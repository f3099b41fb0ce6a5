"""Receives webhooks, and hands each event to the shop's function once."""

import base64
import hashlib
import hmac
import logging
import re
import threading
import time
from collections import OrderedDict
from datetime import datetime
from typing import Any, Callable, Dict, Generic, Iterable, List, Mapping, NamedTuple, Optional, Protocol, Tuple, TypeVar, Union, cast

from . import webhooks
from .client import Lintel
from .errors import InvalidRequestError, LintelError, WebhookVerificationError
from .types import WebhookEvent

__all__ = ["CaughtUp", "EventContext", "EventStore", "MemoryStore", "WebhookAnswer", "WebhookFunction", "WebhookHandler"]

Tx = TypeVar("Tx")
Tx_co = TypeVar("Tx_co", covariant=True)

_MAX_BODY_BYTES = 1024 * 1024  # the service's webhooks have a few kilobytes
_MAX_IDS = 10_000
# A misspelt name would mean events that are answered with 204 and never handled.
_NAMES = frozenset(
    "verification.completed verification.failed verification.expired verification.appealed verification.redacted "
    "alert.raised alert.resolved endpoint.failing endpoint.disabled endpoint.recovered delivery.exhausted default".split()
)
_NO_ID = (
    "One of webhook-id, webhook-timestamp and webhook-signature is missing: the event's id is signed there. A proxy may have "
    "dropped them"
)
_OTHER_ID = "The body is signed, but not with this webhook-id: it was changed on its way, or the secret is not whole"


class EventStore(Protocol[Tx_co]):
    """Where a shop notes which events it has handled. ``Tx`` is what its functions write with: a transaction of its database.
    Keep the ids for as long as the service keeps events; one store is for one tenant."""

    def once(self, event_id: str, work: Callable[[Tx_co], None]) -> bool:
        """Runs ``work`` in a transaction that notes the id as well, unless the id is noted: then it returns False. If ``work``
        raises, nothing of either stays. If two come at once with one id, the second waits for the first's end."""

    def cursor(self, stream: str) -> Optional[str]:
        """What ``save_cursor`` was last given for this stream, ``live`` or ``test``; None: nothing."""

    def save_cursor(self, stream: str, cursor: str) -> None:
        """Keeps it."""


class EventContext(NamedTuple):
    """What is known of an event beside its body."""

    #: ``evt_…``: the same however often and on whichever way it comes.
    event_id: str
    #: What the store gives: write with it, and the event's note and your effect are kept or lost together. Its type is the
    #: store's; a tuple with names cannot say so in Python 3.9.
    tx: Any
    #: ``delivery``: a webhook. ``events``: ``catch_up`` has read it.
    source: str
    #: None for events about the tenant. In a delivery it comes from a header that is not signed.
    verification_id: Optional[str]
    #: ``live`` or ``test``, as ``verification_id``; None where the header is missing.
    mode: Optional[str]


WebhookFunction = Callable[[Any, EventContext], object]


class WebhookAnswer(NamedTuple):
    """What to answer. ``text`` is a word for the service's delivery log."""

    status: int
    text: str


class CaughtUp(NamedTuple):
    """``gap``: events before these may be missing, because the service did not keep them for as long as the store did not
    ask."""

    handled: int
    known: int
    ignored: int
    gap: bool


class _Readable(Protocol):
    def read(self, size: int) -> bytes:
        ...


class MemoryStore:
    """A store for development and tests. It is empty when the program starts, so ``catch_up`` hands over everything again; it
    knows the last 10,000 events only, one process only, and what your function has done stays done where it fails later. In
    production use a store in your database."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._done: "OrderedDict[str, bool]" = OrderedDict()  # False: running
        self._cursors: Dict[str, str] = {}

    def once(self, event_id: str, work: Callable[[None], None]) -> bool:
        with self._changed:
            # The second one waits for the first, and takes its turn if that failed.
            while event_id in self._done:
                if self._done[event_id]:
                    return False
                self._changed.wait()
            self._done[event_id] = False
        try:
            work(None)
        except BaseException:
            with self._changed:
                del self._done[event_id]
                self._changed.notify_all()
            raise
        with self._changed:
            self._done[event_id] = True
            if len(self._done) > _MAX_IDS and next(iter(self._done.values())):
                self._done.popitem(last=False)
            self._changed.notify_all()
        return True

    def cursor(self, stream: str) -> Optional[str]:
        return self._cursors.get(stream)

    def save_cursor(self, stream: str, cursor: str) -> None:
        self._cursors[stream] = cursor


def _is_id_signed(signed: bytes, header: str, secrets: List[str]) -> bool:
    """Whether a webhook's id is signed with its body (Standard Webhooks 1.0.0: ``id.timestamp.body``). ``X-Service-Signature``
    covers the body alone, so an id that is not looked at here could be anyone's."""
    matches = 0
    for text in secrets:
        for key in webhooks._keys(text):
            try:
                secret = base64.b64decode(key[len(b"whsec_") :], validate=True) if key.startswith(b"whsec_") else b""
            except ValueError:
                continue
            expected = b"v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest())
            for each in header.encode("utf-8", "replace").split():
                matches += bool(secret) and hmac.compare_digest(each, expected)
    return matches > 0


def _is_gap(cursor: str, oldest: Optional[str]) -> bool:
    """Whether numbers lie between what was read last and the oldest that is left."""
    is_number = re.compile(r"[0-9]{1,15}").fullmatch
    return bool(oldest and is_number(cursor) and is_number(oldest) and int(oldest) > int(cursor) + 1)


def _is_ahead(error: InvalidRequestError) -> bool:
    return any(issue.get("path") == "after" for issue in error.issues)


def _lower(headers: Mapping[str, str]) -> Dict[str, str]:
    return {str(name).lower(): value for name, value in headers.items() if isinstance(value, str)}


class WebhookHandler(Generic[Tx]):
    """Receives webhooks and hands each event to the shop's function once: it limits and checks what comes, forgets what came
    before, and with ``catch_up`` reads what was missed. Safe to share between threads if the store is.

        handler = WebhookHandler(store=store, client=Lintel(), on={"verification.completed": fulfil})
        handler.catch_up()
        status, text = handler.receive(request.stream, request.headers)  # in Flask

    It answers 204 to what is handled, known or of no interest; 500 where the function or the store fails, so that the service
    delivers again; 401 with the reason to what is not genuine; 413 to what is too long; 400 to what is signed and no event.

    Args:
        on: what to do, by the event's name: a function of the event and its ``EventContext``. ``default`` gets every other
            event; without it, others are ignored.
        store: where it is noted which events were handled.
        client: for ``catch_up``.
        secrets: the endpoint's secret, or several while it is being rolled; ``LINTEL_WEBHOOK_SECRET`` if absent.
        max_bytes: a longer body is answered with 413 and not read to its end.
        tolerance: how many seconds the signature's time may lie from now, both ways.
        log: gets what was refused, what failed and what may be missing; the logger ``lintel`` if absent.
        now: the clock in Unix seconds, for tests.

    Raises:
        LintelError: ``on`` is empty or names no event.
    """

    def __init__(
        self,
        *,
        on: Mapping[str, WebhookFunction],
        store: EventStore[Tx],
        client: Optional[Lintel] = None,
        secrets: Union[None, str, bytes, Iterable[Union[str, bytes]]] = None,
        max_bytes: int = _MAX_BODY_BYTES,
        tolerance: float = 300,
        log: Optional[Callable[[str], object]] = None,
        now: Optional[Callable[[], float]] = None,
    ) -> None:
        for name in on:
            if name not in _NAMES:
                raise LintelError(f"There is no event {name!r:.80}. One that this release does not know goes to default")
        if not on:
            raise LintelError('Say what to do: on={"default": function}')
        self._on = dict(on)
        self._store = store
        self._client = client
        self._secrets = secrets if secrets is None or isinstance(secrets, (str, bytes)) else list(secrets)
        self._max_bytes = max_bytes
        self._tolerance = tolerance
        self._log = log or logging.getLogger("lintel").error
        self._now = now or time.time

    def receive(self, body: Union[bytes, bytearray, memoryview, str, _Readable], headers: Mapping[str, str]) -> WebhookAnswer:
        """What to answer to one delivery. Never raises what your function raises.

        Args:
            body: the raw body, or what it can be read from: ``request.stream`` in Flask, the request itself in Django. That is
                not read where there is no signature, and not to its end where it is too long.
            headers: the request's.
        """
        given = _lower(headers)
        try:
            event, event_id = self._opened(body, given)
        except WebhookVerificationError as error:
            return self._refuse(401, error.reason, str(error))
        except LintelError as error:
            return self._refuse(400, "no_event", str(error))
        except OverflowError as error:
            return self._refuse(413, "body_too_large", str(error))
        verification_id, mode = given.get("x-verification-id", ""), given.get("x-verification-mode")
        is_named = re.fullmatch(r"ver_[A-Za-z0-9_]{1,60}", verification_id)
        context = EventContext(
            event_id, None, "delivery", verification_id if is_named else None, mode if mode in ("live", "test") else None
        )
        try:
            self._once(event, context)
        except Exception as error:  # whatever it is, the service delivers again
            self._log(f"A webhook failed; the service will deliver it again: {type(error).__name__}: {error}")
            return WebhookAnswer(500, "handler_failed")
        return WebhookAnswer(204, "")

    def catch_up(self, *, since: Optional[datetime] = None) -> CaughtUp:
        """Reads the events since the last time, and hands over those that are not known: at the program's start, and every hour
        or so, so that the cursor stays younger than what the service keeps. Deliveries may come at the same time.

        Args:
            since: what happened before is ignored: a shop that has been without this handler says from when on it counts. A
                time with its zone.

        Raises:
            Exception: what your function raised, after all other events were handed over: the cursor stays before it, and the
                next time asks again.
            LintelError: of the client.
        """
        if self._client is None:
            raise LintelError("The client is missing: pass client=Lintel() to catch up")
        client, counts, gap = self._client, {"handled": 0, "known": 0, "ignored": 0}, False
        first = client.events({"limit": 1})
        if not first["events"]:
            return CaughtUp(**counts, gap=False)
        stream = first["events"][0]["mode"]
        after = self._store.cursor(stream)
        if after is not None and _is_gap(after, first["nextCursor"]):
            gap = True
            self._log(
                f"Events are missing: the service keeps none between {after}, where the last catching up ended, and "
                f"{first['nextCursor']}. Those that did not come as webhooks are lost: compare your open orders with "
                "lintel.status(). Catch up more often than the retention period"
            )
        failure: Optional[Exception] = None
        has_more = True
        while has_more:
            try:
                page = client.events({"limit": 100} if after is None else {"limit": 100, "after": after})
            except InvalidRequestError as error:
                if after is None or not _is_ahead(error):
                    raise
                self._log("The service was restored from a backup: reading its events from the beginning")
                after = None
                page = client.events({"limit": 100})
            for item in page["events"]:
                try:
                    counts[self._caught_up(cast(Any, item), since)] += 1
                except Exception as error:
                    self._log(f"The event {item['eventId']:.40} failed; catch_up will ask for it again: {error!r}")
                    failure = failure or error
            has_more, following = page["hasMore"], page["nextCursor"]
            if has_more and (following is None or following == after):
                raise LintelError("The service says that there are more events, and gives no new cursor")
            after = following
            if failure is None and after is not None:
                self._store.save_cursor(stream, after)
        if failure is not None:
            raise failure
        return CaughtUp(**counts, gap=gap)

    def _caught_up(self, item: Dict[str, Any], since: Optional[datetime]) -> str:
        event = item["payload"]
        if since is not None and datetime.fromisoformat(event["timestamp"].replace("Z", "+00:00")) < since:
            return "ignored"
        return self._once(event, EventContext(item["eventId"], None, "events", item["verificationId"], item["mode"]))

    def _once(self, event: WebhookEvent, context: EventContext) -> str:
        name = event.get("event")
        act = (self._on.get(name) if isinstance(name, str) else None) or self._on.get("default")
        if act is None:
            return "ignored"
        function = act

        def work(tx: Tx) -> None:
            function(event, context._replace(tx=tx))

        return "handled" if self._store.once(context.event_id, work) else "known"

    def _opened(self, body: Any, headers: Mapping[str, str]) -> Tuple[WebhookEvent, str]:
        signature = headers.get("x-service-signature")
        if webhooks._parse(signature) is None:
            raise WebhookVerificationError("malformed_header", webhooks._malformed(signature))
        names = ("webhook-id", "webhook-timestamp", "webhook-signature")
        event_id, at, id_signature = (headers.get(name, "") for name in names)
        if not (event_id and at and id_signature):
            raise WebhookVerificationError("malformed_header", _NO_ID)
        raw = self._read(body, headers.get("content-length", ""))
        event = webhooks.verify(raw, signature, self._secrets, tolerance=self._tolerance, now=self._now())
        whole = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else bytes(raw)
        signed = f"{event_id}.{at}.".encode("utf-8", "replace") + whole
        if not _is_id_signed(signed, id_signature, webhooks._texts(self._secrets)):
            raise WebhookVerificationError("signature_mismatch", _OTHER_ID)
        return event, event_id

    def _read(self, body: Any, length: str) -> Any:
        """Raises OverflowError where there is more than ``max_bytes``."""
        too_long = OverflowError(f"The body has more than {self._max_bytes} bytes")
        if hasattr(body, "read"):
            # Not more than was announced: a bare socket does not end with the body.
            announced = int(length) if re.fullmatch(r"[0-9]{1,15}", length) else None
            if announced is not None and announced > self._max_bytes:
                raise too_long
            most = self._max_bytes + 1 if announced is None else announced
            parts: List[bytes] = []
            while most > 0:
                part = body.read(most)
                if not part:
                    break
                parts.append(part)
                most -= len(part)
            body = b"".join(parts)
        if isinstance(body, (str, bytes, bytearray, memoryview)) and len(body) > self._max_bytes:
            raise too_long
        return body

    def _refuse(self, status: int, reason: str, message: str) -> WebhookAnswer:
        self._log(f"A webhook was refused ({reason}): {message}")
        return WebhookAnswer(status, reason)
