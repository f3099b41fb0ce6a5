"""Lintel: age verification for your own service.

    from lintel import Lintel

    lintel = Lintel()  # reads LINTEL_URL and LINTEL_API_KEY
    verification = lintel.start({"callback_url": "https://shop.example/back"})
    # send the person to verification["redirectUrl"]
"""

from . import errors as _errors
from . import types, webhooks
from ._transport import Request, Response, Transport
from ._version import VERSION as __version__
from .client import AsyncLintel, AsyncTransport, Lintel
from .errors import *  # noqa: F403
from .handler import CaughtUp, EventContext, EventStore, MemoryStore, WebhookAnswer, WebhookHandler

__all__ = [
    "AsyncLintel",
    "AsyncTransport",
    "CaughtUp",
    "EventContext",
    "EventStore",
    "Lintel",
    "MemoryStore",
    "Request",
    "Response",
    "Transport",
    "WebhookAnswer",
    "WebhookHandler",
    "__version__",
    "types",
    "webhooks",
    *_errors.__all__,
]
