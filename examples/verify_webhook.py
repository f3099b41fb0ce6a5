"""Checks the X-Service-Signature header of a webhook. Python 3.9 or later, standard library only.

As a command it reads the raw body from stdin:
    WEBHOOK_SECRETS="whsec_new whsec_old" python verify_webhook.py "t=1700000000,v1=…" [now] < body
It prints "ok", or the reason, and ends with 0 or 1.
"""

import hashlib
import hmac
import os
import re
import sys
import time
from typing import Iterable, Optional, Union

MAX_HEADER_CHARACTERS = 4096


def verify_webhook(
    raw_body: bytes,
    header: Optional[str],
    secrets: Union[str, Iterable[str]],
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> str:
    """Returns "ok", or the reason to refuse the webhook (answer 401). `now` is in Unix seconds."""
    if isinstance(secrets, str):
        secrets = [secrets]  # else its characters would be the secrets
    keys = [secret.encode() for secret in secrets if secret]
    if not keys:
        return "no_secret"
    timestamps, signatures = [], []
    if header is not None and len(header) <= MAX_HEADER_CHARACTERS:
        for part in header.split(","):
            key, _, value = (text.strip() for text in part.partition("="))
            if key == "t":
                timestamps.append(value)
            elif key == "v1" and re.fullmatch(r"[0-9a-f]{64}", value):
                signatures.append(value)
    if len(timestamps) != 1 or not re.fullmatch(r"[0-9]{1,12}", timestamps[0]) or not signatures:
        return "malformed_header"

    matches = 0
    for key in keys:  # no early exit: the time taken must reveal nothing
        expected = hmac.new(key, timestamps[0].encode() + b"." + raw_body, hashlib.sha256).hexdigest()
        for signature in signatures:
            matches += hmac.compare_digest(signature, expected)
    if matches == 0:
        return "signature_mismatch"

    age = (time.time() if now is None else now) - int(timestamps[0])
    if age < -tolerance_seconds:
        return "timestamp_in_future"
    return "ok" if age <= tolerance_seconds else "timestamp_too_old"


if __name__ == "__main__":
    result = verify_webhook(
        sys.stdin.buffer.read(),
        sys.argv[1] if len(sys.argv) > 1 else None,
        os.environ.get("WEBHOOK_SECRETS", "").split(),
        now=float(sys.argv[2]) if len(sys.argv) > 2 else None,
    )
    print(result)
    sys.exit(0 if result == "ok" else 1)
