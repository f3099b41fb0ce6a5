"""Checks the X-Service-Signature header of a webhook on the command line. The raw body comes from stdin:

    LINTEL_WEBHOOK_SECRET="whsec_new whsec_old" python -m lintel verify-webhook "t=1700000000,v1=…" [now] < body

It prints "ok", or the reason, and ends with 0 or 1.
"""

import sys
from typing import List

from . import webhooks
from .errors import LintelError, WebhookVerificationError


def main(arguments: List[str]) -> int:
    """Returns the exit code."""
    if len(arguments) < 2 or arguments[0] != "verify-webhook":
        print(__doc__, file=sys.stderr)
        return 2
    now = float(arguments[2]) if len(arguments) > 2 else None
    try:
        webhooks.verify(sys.stdin.buffer.read(), arguments[1], now=now)
    except WebhookVerificationError as error:
        print(error.reason)
        return 1
    except LintelError as error:
        print(error)
        return 1
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
