"""Checks age tokens with the service's public keys, without asking the service about each."""

import base64
import concurrent.futures
import copy
import os
import re
import threading
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Dict, Generator, List, Mapping, NamedTuple, Optional

from . import _p256
from ._core import Call, Join, Options, Settings, call, parse_json, positive
from .errors import LintelApiError, LintelConnectionError, LintelError, LintelTimeoutError

_MAX_CHARACTERS = 4096  # this service's have some 700
_REFETCH_SECONDS = 30  # at most so often for a kid that is not listed
_DEFAULT_MAX_AGE = 300
_LONGEST_MAX_AGE = 86_400


def _decode(part: str) -> Optional[bytes]:
    """Base64url that is the only text of its bytes (RFC 7515 §2)."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", part):
        return None
    try:
        data = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except ValueError:
        return None
    return data if base64.urlsafe_b64encode(data).rstrip(b"=").decode() == part else None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _point_of(key: Any) -> Optional[_p256.Point]:
    """A P-256 public key (RFC 7518 §6.2.1), or None."""
    if not isinstance(key, dict) or key.get("kty") != "EC" or key.get("crv") != "P-256":
        return None
    if key.get("alg", "ES256") != "ES256" or key.get("use", "sig") != "sig":
        return None
    x, y = (_decode(key[name]) if isinstance(key.get(name), str) else None for name in ("x", "y"))
    if x is None or y is None or len(x) != 32 or len(y) != 32:
        return None
    point = int.from_bytes(x, "big"), int.from_bytes(y, "big")
    return point if _p256.is_on_curve(point) else None


def _max_age(headers: Mapping[str, str]) -> float:
    """How many seconds keys may be used before they are fetched again (RFC 9111 §5.2.2)."""
    control = headers.get("cache-control", "").lower()
    if re.search(r"\bno-(store|cache)\b", control):
        return _REFETCH_SECONDS
    match = re.search(r"\bmax-age\s*=\s*\"?(\d{1,9})", control)
    seconds = int(match[1]) if match else _DEFAULT_MAX_AGE
    return min(max(seconds, _REFETCH_SECONDS), _LONGEST_MAX_AGE)


class Flight(NamedTuple):
    """A fetch of the keys that is under way. ``is_own``: the caller's, who has to end it."""

    landed: "concurrent.futures.Future[None]"
    is_own: bool


class Keys:
    """The service's key set: fetched when first asked for and when it is stale, and for a ``kid`` that is not listed at
    most once in 30 s, or forged tokens could make us ask without end. One caller fetches, and others wait for it, each
    for as long as it will. While the service is away, the keys of the last day are used; without any, its error counts
    for 30 s."""

    def __init__(self) -> None:
        self.points: Optional[Dict[str, _p256.Point]] = None
        self.fetched_at = self.tried_at = float("-inf")
        self.max_age = 0.0
        self._failure: Optional[LintelError] = None
        self._landed: "Optional[concurrent.futures.Future[None]]" = None
        self._pid = os.getpid()
        self._lock = threading.Lock()

    def flight(self, kid: str, now: float) -> Optional[Flight]:
        """The fetch that this key needs; None: look it up. Raises the error of a fetch that failed a moment ago."""
        with self._lock:
            age = now - self.fetched_at
            may_serve = self.points is not None and age < _LONGEST_MAX_AGE
            is_listed = self.points is not None and kid in self.points
            if may_serve and is_listed and (age < self.max_age or self._landed is not None):
                return None
            if self._landed is not None and self._pid == os.getpid():  # a fork takes no fetch along
                return Flight(self._landed, False)
            if now - self.tried_at < _REFETCH_SECONDS:
                if may_serve:
                    return None
                if self._failure is not None:
                    raise copy.copy(self._failure)
            self.tried_at, self._landed, self._pid = now, concurrent.futures.Future(), os.getpid()
            return Flight(self._landed, True)

    def land(self, flight: Flight, failure: Optional[LintelError], has_failed: bool) -> None:
        """Ends an own fetch. ``failure`` counts for others too; without one, a fetch that failed is open to the next."""
        with self._lock:
            self._failure = failure
            if has_failed and failure is None and self.points is None:
                self.tried_at = float("-inf")
            self._landed = None
        flight.landed.set_result(None)

    def may_serve(self, now: float) -> bool:
        """Whether the keys that are here will do while the service is away."""
        return self.points is not None and now - self.fetched_at < _LONGEST_MAX_AGE

    def take(self, jwks: Any, headers: Mapping[str, str], now: float) -> None:
        """Replaces the keys by those of an answer."""
        listed = jwks.get("keys") if isinstance(jwks, dict) else None
        if not isinstance(listed, list):
            raise LintelError("The service's keys at /.well-known/jwks.json are no JSON Web Key Set")
        points = {}
        for key in listed:
            point = _point_of(key)
            if point is not None and isinstance(key.get("kid"), str):
                points[key["kid"]] = point
        with self._lock:
            self.points, self.fetched_at, self.tried_at = points, now, now
            self.max_age = _max_age(headers)


@dataclass(frozen=True)
class Expected:
    """What a token must say."""

    audience: str
    issuer: str
    mode: str
    tolerance: float


def _refused(reason: str) -> Dict[str, Any]:
    return {"valid": False, "over18": False, "reason": reason}


def _header_kid(text: Optional[bytes]) -> Optional[str]:
    header = parse_json(text) if text is not None else None
    # RFC 8725 §3.1: the algorithm is ours, never the token's. `crit` (RFC 7515 §4.1.11) names what we do not know.
    if not isinstance(header, dict) or header.get("alg") != "ES256" or header.get("typ") != "JWT" or "crit" in header:
        return None
    return header["kid"] if isinstance(header.get("kid"), str) else None


def _are_claims(claims: Any) -> bool:
    if not isinstance(claims, dict) or claims.get("verified") is not True:
        return False
    return (
        all(isinstance(claims.get(name), str) and claims[name] for name in ("iss", "sub", "jti"))
        and _is_whole(claims.get("exp"))
        and _is_whole(claims.get("iat"))
        and _is_whole(claims.get("minimum_age"))
        and isinstance(claims.get("over18"), bool)
        and ("verified_age" not in claims or _is_whole(claims["verified_age"]))
        and ("test" not in claims or claims["test"] is True)
    )


def _facts(claims: Mapping[str, Any]) -> Dict[str, Any]:
    ages = {}
    for name, is_over in claims.items():
        match = re.fullmatch(r"age_over_(\d{1,2})", name)
        if match and isinstance(is_over, bool):
            ages[str(int(match[1]))] = is_over
    reached = [int(age) for age, is_over in ages.items() if is_over]
    missed = [int(age) for age, is_over in ages.items() if not is_over]
    facts: Dict[str, Any] = {
        "valid": True,
        "over18": claims["over18"],
        "verificationId": claims["sub"],
        "minimumAge": claims["minimum_age"],
        "expiresAt": datetime.fromtimestamp(claims["exp"], timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z"),
    }
    if "verified_age" in claims:
        facts["verifiedAge"] = claims["verified_age"]
    if ages:
        facts["ageOver"] = ages
        facts["band"] = {"atLeast": max(reached, default=None), "below": min(missed, default=None)}
    return facts


def _judge(claims: Any, expected: Expected, now: float) -> Dict[str, Any]:
    """In the service's own order: shape and issuer, audience, mode, expiry."""
    if not _are_claims(claims) or claims["iss"].rstrip("/") != expected.issuer.rstrip("/"):
        return _refused("TOKEN_INVALID")
    if claims.get("aud") != expected.audience:
        return _refused("TENANT_MISMATCH")
    # A test proves nothing, so a token of the other mode is as unknown as it is online.
    if (claims.get("test") is True) != (expected.mode == "test"):
        return _refused("TOKEN_NOT_FOUND")
    if not now < claims["exp"] + expected.tolerance:
        return _refused("TOKEN_EXPIRED")
    try:
        return _facts(claims)
    except (OverflowError, ValueError, OSError):
        return _refused("TOKEN_INVALID")  # a year that no calendar has


def _fetch(settings: Settings, keys: Keys, flight: Flight, options: Options) -> Generator[Any, Any, None]:
    clock = settings.clock
    failure: Optional[LintelError] = None
    has_failed = True
    try:
        jwks, response = yield from call(settings, "GET", "/.well-known/jwks.json", None, options)
        keys.take(jwks, response.headers, clock.elapsed())
        has_failed = False
    except LintelError as error:
        # A caller's own haste says nothing about the service.
        is_own = options.timeout is not None or options.deadline is not None
        if not (is_own and isinstance(error, LintelTimeoutError)):
            failure = copy.copy(error)
        if not isinstance(error, (LintelApiError, LintelConnectionError)) or not keys.may_serve(clock.elapsed()):
            raise
    finally:
        keys.land(flight, failure, has_failed)


def _refresh(settings: Settings, keys: Keys, kid: str, options: Options) -> Generator[Any, Any, None]:
    """Fetches the keys, or waits for who fetches them, if this key needs it."""
    clock = settings.clock
    limit = settings.deadline if options.deadline is None else positive("deadline", options.deadline)
    if options.timeout is not None:
        limit = min(limit, positive("timeout", options.timeout))
    ends_at = clock.elapsed() + limit
    while True:
        flight = keys.flight(kid, clock.elapsed())
        if flight is None:
            return
        if flight.is_own:
            yield from _fetch(settings, keys, flight, options)
            return
        yield Join(flight.landed, max(0.0, ends_at - clock.elapsed()))
        remaining = ends_at - clock.elapsed()
        if remaining <= 0 or not flight.landed.done():
            raise LintelTimeoutError(f"the service's keys did not come within {limit:.3g} s")
        options = Options(timeout=options.timeout, deadline=remaining)


def validate_offline(settings: Settings, keys: Keys, token: Any, expected: Expected, options: Options) -> Call:
    """As ``POST /tokens/validate`` answers, but for what only the service knows: whether the token was revoked."""
    if not isinstance(token, str):
        raise LintelError("The token must be a text")
    if not isinstance(expected.audience, str) or not expected.audience:
        raise LintelError("Offline validation needs the audience: your tenant's id (ten_…)")
    if expected.mode not in ("live", "test"):
        raise LintelError("mode must be live or test")
    if isinstance(expected.tolerance, bool) or not 0 <= expected.tolerance < float("inf"):
        raise LintelError("tolerance must be a number of seconds, 0 or more")
    clock = settings.clock
    texts: List[str] = token.split(".") if len(token) <= _MAX_CHARACTERS else []
    if len(texts) != 3:
        return _refused("TOKEN_INVALID")
    head, body, signature = (_decode(part) for part in texts)
    kid = _header_kid(head)
    if kid is None or body is None or signature is None:
        return _refused("TOKEN_INVALID")
    yield from _refresh(settings, keys, kid, options)
    point = (keys.points or {}).get(kid)
    if point is None or not _p256.verify(point, f"{texts[0]}.{texts[1]}".encode(), signature):
        return _refused("TOKEN_INVALID")
    return _judge(parse_json(body), expected, clock.now())
