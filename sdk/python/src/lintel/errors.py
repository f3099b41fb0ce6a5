"""The errors of this package. A refused token or a rejected person is an answer, never an error."""

from typing import Any, Dict, List, Mapping, Optional, Type

__all__ = [
    "AuthenticationError",
    "ConflictError",
    "InvalidRequestError",
    "LintelApiError",
    "LintelConnectionError",
    "LintelError",
    "LintelTimeoutError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "WebhookVerificationError",
]


class LintelError(Exception):
    """The base of all errors of this package, and what is wrong with the client's own settings."""


class LintelApiError(LintelError):
    """The service refused a request, or failed.

    Attributes:
        status: the HTTP status.
        code: the service's code, for example ``VERIFICATION_NOT_FOUND``; ``docs/errors.md`` explains each. Codes that
            this release does not know arrive unchanged. None: the answer had none, so a proxy may have given it.
        message: what happened, for people.
        request_id: quote it when you ask for help.
        issues: with ``InvalidRequestError``, what is wrong and where: ``[{"path": …, "message": …}]``.
        retry_after_seconds: when a repeat can succeed, if the service said so.
    """

    def __init__(
        self,
        status: int,
        code: Optional[str],
        message: str,
        request_id: Optional[str] = None,
        issues: Optional[List[Mapping[str, Any]]] = None,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        at = "" if request_id is None else f" (request {request_id})"
        super().__init__(f"{message} [{code or f'HTTP {status}'}]{at}")
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.issues: List[Mapping[str, Any]] = issues or []
        self.retry_after_seconds = retry_after_seconds

    def __reduce__(self) -> Any:
        # Exception's own would call __init__ with the text alone, so that a process pool could not return the error.
        values = (self.status, self.code, self.message, self.request_id, self.issues, self.retry_after_seconds)
        return (type(self), values)


class InvalidRequestError(LintelApiError):
    """400, 413 or 422: the request is wrong; ``issues`` says where."""


class AuthenticationError(LintelApiError):
    """401: the key is missing, unknown, revoked or of the wrong kind."""


class PermissionDeniedError(LintelApiError):
    """403: the key may not do this. (Python's own ``PermissionError`` is about files.)"""


class NotFoundError(LintelApiError):
    """404: there is no such verification, or it is another tenant's."""


class ConflictError(LintelApiError):
    """409: the state of things does not allow it, or the same request is still running."""


class RateLimitError(LintelApiError):
    """429: too many requests, or the quota is used up."""


class ServerError(LintelApiError):
    """500 and above: the service failed."""


class LintelConnectionError(LintelError):
    """No answer that can be used: no connection, a broken one, or something that is not this service."""

    is_final = False  # whether another try would end the same way


class LintelTimeoutError(LintelConnectionError):
    """No answer in time."""


class WebhookVerificationError(LintelError):
    """A webhook is not to be believed: answer 401.

    Attributes:
        reason: ``body_not_raw``, ``no_secret``, ``malformed_header``, ``signature_mismatch``, ``timestamp_too_old`` or
            ``timestamp_in_future``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> Any:
        return (type(self), (self.reason, str(self)))


_BY_STATUS: Dict[int, Type[LintelApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def error_class(status: int) -> Type[LintelApiError]:
    """The class of errors with this HTTP status."""
    if status >= 500:
        return ServerError
    return _BY_STATUS.get(status, LintelApiError)
