"""Checks the ``X-Service-Signature`` header of webhooks."""

import hashlib
import hmac
import os
import re
import time
from datetime import datetime, timezone
from typing import Any, Iterable, List, Optional, Tuple, Union

from ._core import parse_json
from .errors import WebhookVerificationError
from .types import WebhookEvent

__all__ = ["verify"]

_MAX_HEADER_CHARACTERS = 4096  # a header of this service has at most 150

_NOT_RAW = (
    "The body was parsed before its signature was checked. Pass the bytes as they arrived: "
    "request.body in Django, request.get_data() in Flask, await request.body() in FastAPI and Starlette."
)


def _keys(secrets: Union[None, str, bytes, Iterable[Union[str, bytes]]]) -> List[bytes]:
    if secrets is None:
        secrets = os.environ.get("LINTEL_WEBHOOK_SECRET", "").split()
    given = [secrets] if isinstance(secrets, (str, bytes)) else list(secrets)  # else its characters would be the secrets
    keys = []
    for secret in given:
        text = secret.decode("utf-8", "replace") if isinstance(secret, bytes) else secret
        if not isinstance(text, str):
            continue
        # As it is often pasted: with line ends, in quotes, or with the name of the scheme in front.
        text = text.strip().strip("\"'").strip()
        text = re.sub(r"^v1,\s*", "", text)
        if text:  # anyone can sign with a variable that is not set
            keys.append(text.encode("utf-8"))
    return keys


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
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _mismatch(keys: List[bytes]) -> str:
    message = "The signature does not fit: another secret, or a body that was changed on its way"
    if not any(key.startswith(b"whsec_") for key in keys):
        message += ". No secret begins with whsec_: copy the endpoint's whole secret"
    return message


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
    keys = _keys(secrets)
    if not keys:
        raise WebhookVerificationError("no_secret", "No secret: pass the endpoint's, or set LINTEL_WEBHOOK_SECRET")
    parsed = _parse(header)
    if parsed is None:
        raise WebhookVerificationError(
            "malformed_header", "X-Service-Signature is missing, or not of the form t=<Unix seconds>,v1=<64 hex digits>"
        )
    timestamp, signatures = parsed

    matches = 0
    for key in keys:  # no early exit: the time taken must reveal nothing
        expected = hmac.new(key, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        for signature in signatures:
            matches += hmac.compare_digest(signature, expected)
    if matches == 0:
        raise WebhookVerificationError("signature_mismatch", _mismatch(keys))

    here = time.time() if now is None else now
    age = here - int(timestamp)
    if not -tolerance <= age <= tolerance:  # written so that NaN refuses
        reason = "timestamp_in_future" if age < 0 else "timestamp_too_old"
        raise WebhookVerificationError(
            reason,
            f"Signed at {_at(int(timestamp))}, and it is {_at(here)} here, more than {tolerance:g} s apart: "
            "a repeat of an old webhook, or a clock that is wrong",
        )
    event: Any = parse_json(body)
    if not isinstance(event, dict):
        raise WebhookVerificationError("body_not_json", "The signature is right, but the body is no JSON object")
    return event  # type: ignore[return-value]
