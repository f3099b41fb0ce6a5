"""What both clients do, without doing it: a call is a generator that asks for requests and sleeps.

``Lintel`` carries these out with blocking calls, ``AsyncLintel`` with awaited ones, so that both behave alike.
"""

import concurrent.futures
import json
import os
import random
import re
import time
import urllib.parse
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Generator, List, Mapping, NamedTuple, Optional, Union

from ._transport import Request, Response, Secret, unusable
from ._version import VERSION
from .errors import LintelApiError, LintelConnectionError, LintelError, LintelTimeoutError, error_class

FINAL_STATUSES = ("completed", "failed", "expired")
_NOT_AGAIN = ("QUOTA_EXCEEDED", "HARD_LIMIT_EXCEEDED")
_STILL_RUNNING = ("IDEMPOTENCY_IN_PROGRESS", "DELIVERY_IN_PROGRESS")
_LOOPBACK = re.compile(r"(.+\.)?localhost|127(\.\d{1,3}){3}|::1")
_HEADER_VALUE = re.compile(r"[\x21-\x7e]+")


class Sleep(NamedTuple):
    """Asks the driver to wait so many seconds."""

    seconds: float


class Join(NamedTuple):
    """Asks the driver to wait for what another caller does, at most so many seconds."""

    flight: "concurrent.futures.Future[None]"
    seconds: float


Effect = Union[Request, Sleep, Join]
Call = Generator[Effect, Any, Any]


@dataclass(frozen=True)
class Clock:
    """Now, in Unix seconds; how to wait; and seconds since any moment, which nobody sets back or forward."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    elapsed: Callable[[], float] = time.monotonic


@dataclass(frozen=True)
class Options:
    """What a caller may say about one call."""

    idempotency_key: Optional[str] = None
    timeout: Optional[float] = None
    deadline: Optional[float] = None


class Settings:
    """The constructor's arguments, the environment for those that are not given, and what is wrong with them."""

    def __init__(
        self,
        api_key: Optional[str],
        admin_key: Optional[str],
        base_url: Optional[str],
        timeout: float,
        deadline: float,
        max_retries: int,
        clock: Optional[Clock],
    ) -> None:
        self.keys = {
            "tenant": _key("api_key", api_key, "LINTEL_API_KEY"),
            "admin": _key("admin_key", admin_key, "LINTEL_ADMIN_KEY"),
        }
        self.base_url = _base_url(base_url or os.environ.get("LINTEL_URL") or "")
        self.timeout = positive("timeout", timeout)
        self.deadline = positive("deadline", deadline)
        if isinstance(max_retries, bool) or not isinstance(max_retries, int) or max_retries < 0:
            raise LintelError("max_retries must be a whole number, 0 or more")
        self.max_retries = max_retries
        self.clock = clock or Clock()


def positive(name: str, seconds: float) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < float("inf"):
        raise LintelError(f"{name} must be a number of seconds above 0")
    return seconds


def _key(what: str, given: Optional[str], variable: str) -> Optional[Secret]:
    key = (os.environ.get(variable) if given is None else given) or ""
    if not isinstance(key, str):
        raise LintelError(f"{what} must be a text")
    key = key.strip()
    if key and not _HEADER_VALUE.fullmatch(key):
        raise LintelError(f"{what} has white space or other characters inside that no key has: copy it again")
    return Secret(key) if key else None


def _base_url(text: str) -> str:
    if not text:
        raise LintelError("No base URL: give base_url or set LINTEL_URL, for example https://age.example.com")
    try:
        parts = urllib.parse.urlsplit(text.strip())
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("https", "http") or parts.query or parts.fragment or parts.username is not None:
        raise LintelError("base_url must be an https:// address without user name, query or fragment")
    if parts.scheme == "http" and not _LOOPBACK.fullmatch(host):
        raise LintelError(f"base_url must begin with https://: plain http would send the key to {host} in clear")
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


def path_of(template: str, *ids: str) -> str:
    """Fills in ids, escaped: an id cannot become another path (RFC 3986 §3.3)."""
    parts = iter(ids)

    def fill(match: "re.Match[str]") -> str:
        value = next(parts)
        # A segment of dots means a folder, even in its escaped form (RFC 3986 §5.2.4).
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise LintelError(f"{match[1]} is missing, or is no id")
        return urllib.parse.quote(value, safe="")

    return re.sub(r"{(\w+)}", fill, template)


def _query(fields: Mapping[str, Any]) -> str:
    def text(value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) if isinstance(value, (str, int, float)) else ",".join(str(each) for each in value)

    pairs = [(name, text(value)) for name, value in fields.items() if value is not None]
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def _encode(body: Any) -> bytes:
    try:
        return json.dumps(body, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise LintelError(f"The fields cannot be written as JSON: {type(error).__name__}") from None


# ``application/json``, or a type whose suffix says so (RFC 6839 §3.1). That the letters are somewhere in it is not enough.
_JSON_TYPE = re.compile(r"\s*(?:application|text)/(?:[\w.+-]+\+)?json\s*(?:[;,]|$)", re.IGNORECASE)


def parse_json(body: bytes) -> Any:
    """The value, or None where the bytes are no JSON."""
    try:
        return json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def retry_after(headers: Mapping[str, str], now: float) -> Optional[float]:
    """Seconds, from either form (RFC 9110 §10.2.3)."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


_MOST_CHARACTERS = 1000
_MOST_ISSUES = 100


def _safe(text: str, key: Optional[str], most: int = _MOST_CHARACTERS) -> str:
    """A server's words for an error, which ends up in logs: it may repeat what it was sent, and at any length."""
    plain = text if key is None else text.replace(key, "[key]")  # before it is cut, or the beginning would stay
    return plain if len(plain) <= most else plain[:most] + "…"


def _error_of(response: Response, now: float, key: Optional[str]) -> LintelApiError:
    parsed = parse_json(response.body)
    body: Mapping[str, Any] = parsed if isinstance(parsed, dict) else {}
    nested = body.get("error")
    inner: Mapping[str, Any] = nested if isinstance(nested, dict) else {}

    def text(*values: Any, most: int = _MOST_CHARACTERS) -> Optional[str]:
        return next((_safe(value, key, most) for value in values if isinstance(value, str) and value), None)

    seconds = retry_after(response.headers, now)
    if seconds is None:
        told = body.get("retryAfterSeconds", inner.get("retryAfterSeconds"))
        seconds = float(told) if isinstance(told, (int, float)) and 0 <= told < 1e9 else None
    issues = body.get("issues")
    return error_class(response.status)(
        response.status,
        text(body.get("code"), inner.get("code"), most=100),
        text(body.get("message"), inner.get("message"))
        or f"HTTP {response.status} without the service's error body: look at what stands in between, a proxy perhaps",
        text(body.get("requestId"), body.get("request_id"), response.headers.get("x-request-id"), most=100),
        [
            {name: text(each.get(name)) or "" for name in ("path", "message")}
            for each in (issues if isinstance(issues, list) else [])[:_MOST_ISSUES]
            if isinstance(each, dict)
        ],
        seconds,
    )


def _is_worth_another(method: str, error: LintelError) -> bool:
    # What came through is not repeated unless the service can tell that it is a repeat.
    is_safe = method in ("GET", "POST")
    if isinstance(error, LintelConnectionError):
        return is_safe and not error.is_final
    if not isinstance(error, LintelApiError):
        return False
    if error.status == 429:
        return error.code not in _NOT_AGAIN
    if error.status == 409:
        return is_safe and error.code in _STILL_RUNNING
    return is_safe and (error.status == 408 or (error.status >= 500 and error.status != 501))


def _result_of(response: Response, key: Optional[str]) -> Any:
    if response.status < 200:
        raise unusable(f"the answer has status {response.status}, which is no final one")
    if 300 <= response.status < 400:
        raise unusable(
            "the service answered with a redirect, which is not followed so that the key stays here: "
            "use the final address as the base URL"
        )
    kind = response.headers.get("content-type", "no content type")
    value = parse_json(response.body) if _JSON_TYPE.match(kind) else None
    if not isinstance(value, (dict, list)):
        raise unusable(f"the answer is no JSON ({_safe(kind, key, 100)}): check that the base URL is the service's")
    return value


def next_cursor(headers: Mapping[str, str]) -> Optional[str]:
    """The ``cursor`` of the next page (RFC 8288, ``rel="next"``)."""
    for target, parameters in re.findall(r"<([^>]*)>([^<]*)", headers.get("link", "")):
        if re.search(r';\s*rel="?next"?', parameters):
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(target).query)
            return next(iter(query.get("cursor", [])), None)
    return None


def call(
    settings: Settings,
    method: str,
    path: str,
    credential: Optional[str],
    options: Options,
    *,
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
) -> Call:
    """One operation with its tries. Returns ``(value, response)``."""
    key: Optional[Secret] = None
    headers: Dict[str, str] = {"Accept": "application/json", "User-Agent": f"lintel-python/{VERSION}"}
    if credential is not None:
        key = settings.keys[credential]
        if key is None:
            how = "api_key or set LINTEL_API_KEY" if credential == "tenant" else "admin_key or set LINTEL_ADMIN_KEY"
            raise LintelError(f"This call needs a key: give {how}")
        headers["x-tenant-api-key" if credential == "tenant" else "x-admin-key"] = key
    content = None
    if method in ("POST", "PATCH"):
        content = _encode({} if body is None else body)
        headers["Content-Type"] = "application/json"
    if method == "POST":
        own = options.idempotency_key
        if own is not None and (not isinstance(own, str) or not _HEADER_VALUE.fullmatch(own) or len(own) > 255):
            raise LintelError("idempotency_key must be 1 to 255 printable ASCII characters without spaces")
        # Made before the first try and kept over all of them: the service answers a repeat with the first answer.
        headers["Idempotency-Key"] = own or str(uuid.uuid4())
    url = settings.base_url + path + _query(query or {})

    clock = settings.clock
    timeout = settings.timeout if options.timeout is None else positive("timeout", options.timeout)
    deadline = settings.deadline if options.deadline is None else positive("deadline", options.deadline)
    ends_at = clock.elapsed() + deadline
    retries = 0
    while True:
        remaining = ends_at - clock.elapsed()
        if remaining <= 0:
            raise LintelTimeoutError(f"no answer within the deadline of {deadline:.3g} s")
        try:
            response = yield Request(method, url, headers, content, min(timeout, remaining))
            if response.status >= 400:
                raise _error_of(response, clock.now(), key)
            return _result_of(response, key), response
        except (LintelApiError, LintelConnectionError) as error:
            if retries >= settings.max_retries or not _is_worth_another(method, error):
                raise
            told = error.retry_after_seconds if isinstance(error, LintelApiError) else None
            wait = random.uniform(0, min(8.0, 0.5 * 2**retries)) if told is None else told
            if clock.elapsed() + wait >= ends_at:
                raise
        yield Sleep(wait)
        retries += 1


def status(settings: Settings, verification_id: str, expand: Optional[List[str]], options: Options) -> Call:
    """``GET /verify/status``. Returns ``(value, response)``."""
    if not isinstance(verification_id, str) or not verification_id:
        raise LintelError("The verification's id is missing")
    query = {"verificationId": verification_id, "expand": expand or None}
    return call(settings, "GET", "/verify/status", "tenant", options, query=query)


def wait(settings: Settings, verification_id: str, timeout: float) -> Call:
    """Polls until the verification has ended."""
    clock = settings.clock
    ends_at = clock.elapsed() + positive("timeout", timeout)
    pause = 1.0
    while True:
        value, response = yield from status(settings, verification_id, None, Options())
        state = value.get("status") if isinstance(value, dict) else None
        if state in FINAL_STATUSES:
            return value
        remaining = ends_at - clock.elapsed()
        if remaining <= 0:
            # A state is one word; anything else is some other server's, and not for an error.
            is_word = isinstance(state, str) and re.fullmatch(r"[a-z_]{1,40}", state)
            shown = state if is_word else "in no known state"
            raise LintelTimeoutError(f"the verification is still {shown} after {timeout:.3g} s; you can wait again")
        told = retry_after(response.headers, clock.now())
        yield Sleep(min(pause if told is None else told, remaining))
        pause = min(5.0, pause + 1.0)
