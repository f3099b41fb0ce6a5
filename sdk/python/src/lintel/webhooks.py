"""Checks the ``X-Service-Signature`` header of webhooks."""

import hashlib
import hmac
import os
import re
import time
from datetime import datetime, timezone
from typing import Any, Iterable, List, Optional, Tuple, Union

from ._core import parse_json
from .errors import LintelError, WebhookVerificationError
from .types import WebhookEvent

__all__ = ["verify"]

_MAX_HEADER_CHARACTERS = 4096  # a header of this service has at most 150

_NOT_RAW = (
    "The body was parsed before it was checked, so its bytes are gone. Hand over the raw body: request.body in Django, "
    "request.get_data() in Flask, await request.body() in FastAPI and Starlette, event['body'] in AWS Lambda."
)


def _texts(secrets: Union[None, str, bytes, Iterable[Union[str, bytes]]]) -> List[str]:
    if secrets is None:
        secrets = os.environ.get("LINTEL_WEBHOOK_SECRET", "").split()
    given = [secrets] if isinstance(secrets, (str, bytes)) else list(secrets)  # else its characters would be the secrets
    texts = [each.decode("utf-8", "replace") if isinstance(each, bytes) else each for each in given]
    return [each for each in texts if isinstance(each, str)]


def _keys(text: str) -> List[bytes]:
    """What a secret as it was pasted can stand for: in white space or quotes, with the ``v1,`` of Standard Webhooks in
    front, or without ``whsec_``. Each is a reading of the same secret, so none weakens the check."""
    bare = text.strip()
    if len(bare) >= 2 and bare[0] == bare[-1] and bare[0] in "\"'":
        bare = bare[1:-1]
    bare = re.sub(r"^v1a?,", "", bare).strip()
    if bare in ("", "whsec_"):  # anyone can sign with a variable that is not set
        return []
    return [each.encode("utf-8") for each in ([bare] if bare.startswith("whsec_") else [bare, f"whsec_{bare}"])]


def _parse(header: Optional[str]) -> Optional[Tuple[str, List[str]]]:
    """Other keys, and ``v1`` that are no SHA-256, are left to later versions of the scheme."""
    if not isinstance(header, str) or len(header) > _MAX_HEADER_CHARACTERS:
        return None
    timestamps, signatures = [], []
    for part in header.split(","):
        key, _, value = (text.strip() for text in part.partition("="))
        if key == "t":
            timestamps.append(value)
        elif key == "v1" and re.fullmatch(r"[0-9a-f]{64}", value):
            signatures.append(value)
    if len(timestamps) != 1 or not re.fullmatch(r"[0-9]{1,12}", timestamps[0]) or not signatures:
        return None
    return timestamps[0], signatures


def _at(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return f"{seconds:.0f} s after 1970"  # a year that no calendar has


def _malformed(header: Optional[str]) -> str:
    if not header:
        return "The header X-Service-Signature is missing. Hand over its value; a proxy may have dropped it"
    if isinstance(header, str) and re.match(r"v1a?,", header):
        return "This is the header webhook-signature of Standard Webhooks. Hand over X-Service-Signature"
    return "X-Service-Signature is not of the form t=<Unix seconds>,v1=<64 hex digits>. Hand it over as it arrived, and once"


def _mismatch(texts: List[str], body: bytes) -> str:
    if any(text.strip().startswith("avk_") for text in texts):
        return "The secret is an API key. Use the endpoint's secret: it begins with whsec_, and the console shows it once"
    if body.startswith(b"ey"):  # base64 of {"
        return "The body is in base64. Decode it first: AWS Lambda says so by isBase64Encoded"
    return (
        "No signature fits. Either the secret belongs to another endpoint or mode, or the body is not the one that "
        "arrived: hand over its raw bytes"
    )


def verify(
    raw_body: Union[bytes, bytearray, memoryview, str],
    header: Optional[str],
    secrets: Union[None, str, bytes, Iterable[Union[str, bytes]]] = None,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Returns the event of a webhook that is the service's own and fresh. Needs no client and no network.

    Args:
        raw_body: the request's body exactly as it arrived, before any JSON parser.
        header: the value of ``X-Service-Signature``.
        secrets: the endpoint's secret, or several while it is being rolled; ``LINTEL_WEBHOOK_SECRET`` if absent
            (several are separated by spaces).
        tolerance: how many seconds the signature's time may lie from now, both ways.
        now: Unix seconds, for tests.

    Raises:
        WebhookVerificationError: do not believe it; answer 401. ``reason`` says why.
    """
    if isinstance(raw_body, str):
        body = raw_body.encode("utf-8", "surrogatepass")
    elif isinstance(raw_body, (bytes, bytearray, memoryview)):
        body = bytes(raw_body)
    else:
        raise WebhookVerificationError("body_not_raw", _NOT_RAW)
    texts = _texts(secrets)
    keys = [key for text in texts for key in _keys(text)]
    if not keys:
        raise WebhookVerificationError(
            "no_secret", "There is no webhook secret. Pass the endpoint's (whsec_…), or set LINTEL_WEBHOOK_SECRET"
        )
    parsed = _parse(header)
    if parsed is None:
        raise WebhookVerificationError("malformed_header", _malformed(header))
    timestamp, signatures = parsed

    matches = 0
    for key in keys:  # no early exit: the time taken must reveal nothing
        expected = hmac.new(key, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        for signature in signatures:
            matches += hmac.compare_digest(signature, expected)
    if matches == 0:
        raise WebhookVerificationError("signature_mismatch", _mismatch(texts, body))

    here = time.time() if now is None else now
    age = here - int(timestamp)
    if not -tolerance <= age <= tolerance:  # written so that NaN refuses
        reason = "timestamp_in_future" if age < 0 else "timestamp_too_old"
        raise WebhookVerificationError(
            reason,
            f"The signature fits, but was made at {_at(int(timestamp))}, and this machine's clock says {_at(here)}: "
            f"{abs(age):.0f} s apart, {tolerance:g} s allowed. Check the clock (NTP); if it is right, this is an old webhook "
            "sent again",
        )
    event: Any = parse_json(body)
    if not isinstance(event, dict):
        raise LintelError("The webhook is genuine, but its body is no JSON object")
    return event  # type: ignore[return-value]
