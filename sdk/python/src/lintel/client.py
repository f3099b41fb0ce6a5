"""The clients: ``Lintel`` blocks, ``AsyncLintel`` is awaited. Both have the same operations."""

import asyncio
import concurrent.futures
import ssl
import time
import urllib.request
from types import TracebackType
from typing import Any, Awaitable, Callable, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, Type, Union, cast

from . import _core, _tokens, webhooks
from ._async_operations import AsyncOperations
from ._core import Call, Clock, Join, Options, Settings, Sleep
from ._operations import Operations
from ._transport import Cancel, HttpTransport, Request, Response, Transport, as_transport, timed_out
from ._workers import Workers
from .errors import LintelConnectionError, LintelError
from .types import StatusResponse, ValidateResponse, WebhookEvent

__all__ = ["AsyncLintel", "AsyncTransport", "Lintel"]

Expansion = Literal["config", "metadata", "attempts"]
AsyncTransport = Callable[[Request], Awaitable[Response]]


class Webhooks:
    """``client.webhooks``: the same as the module ``lintel.webhooks``."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def verify(
        self,
        raw_body: Union[bytes, bytearray, memoryview, str],
        header: Optional[str],
        secrets: Union[None, str, bytes, Iterable[Union[str, bytes]]] = None,
        *,
        tolerance: float = 300,
    ) -> WebhookEvent:
        """Returns the event. Raises WebhookVerificationError: answer 401. See ``lintel.webhooks.verify``."""
        return webhooks.verify(raw_body, header, secrets, tolerance=tolerance, now=self._clock.now())


class _Client:
    """What both have."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._keys = _tokens.Keys()
        self.webhooks = Webhooks(settings.clock)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._settings.base_url}>"

    def _request(
        self,
        method: str,
        path: str,
        credential: str,
        options: Options,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        page: Optional[str] = None,
    ) -> Call:
        for what in (query, body):
            if what is not None and not isinstance(what, Mapping):
                raise LintelError('The fields must be a dict: {"minimumAge": 18}')
        value, response = yield from _core.call(
            self._settings, method, path, credential, options, query=query, body=body
        )
        return value if page is None else {page: value, "nextCursor": _core.next_cursor(response.headers)}

    def _status(self, verification_id: str, expand: Optional[Sequence[str]], options: Options) -> Call:
        names: Optional[List[str]] = [expand] if isinstance(expand, str) else list(expand or [])
        value, _ = yield from _core.status(self._settings, verification_id, names, options)
        return value

    def _validate(
        self,
        token: str,
        offline: bool,
        audience: Optional[str],
        issuer: Optional[str],
        mode: Optional[str],
        tolerance: float,
        options: Options,
    ) -> Call:
        if not offline:
            return (yield from self._request("POST", "/tokens/validate", "tenant", options, body={"token": token}))
        is_test = (self._settings.keys["tenant"] or "").startswith("avk_test_")
        own_mode = "test" if is_test else "live"
        expected = _tokens.Expected(audience or "", issuer or self._settings.base_url, mode or own_mode, tolerance)
        return (yield from _tokens.validate_offline(self._settings, self._keys, token, expected, options))


class Lintel(_Client, Operations):
    """Calls the service, and waits for its answers. Safe to share between threads: make one for the whole program.

    Args:
        api_key: the tenant's key; ``LINTEL_API_KEY`` if absent.
        admin_key: for ``client.admin`` only; ``LINTEL_ADMIN_KEY`` if absent.
        base_url: the service's address; ``LINTEL_URL`` if absent.
        timeout: seconds for one try.
        deadline: seconds for all tries of a call and the waits between them.
        max_retries: how many more tries follow a first one that failed for a passing reason.
        transport: sends in place of this package: an opener of ``urllib.request``, or a callable that takes a
            ``lintel.Request`` and returns a ``lintel.Response`` without following redirects.
        ssl_context: for a certificate authority of your own.

    Raises:
        LintelError: an argument is wrong; the text says which.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        admin_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 10,
        deadline: float = 30,
        max_retries: int = 2,
        transport: Union[None, Transport, urllib.request.OpenerDirector] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        _clock: Optional[Clock] = None,
    ) -> None:
        super().__init__(Settings(api_key, admin_key, base_url, timeout, deadline, max_retries, _clock))
        self._http = HttpTransport(ssl_context)
        self._transport: Transport = as_transport(transport or self._http)
        Operations._link(self)

    def _run(self, call: Call) -> Any:
        outcome: Any = None
        error: Optional[LintelConnectionError] = None
        try:
            while True:
                effect = call.send(outcome) if error is None else call.throw(error)
                outcome, error = None, None
                if isinstance(effect, Sleep):
                    self._settings.clock.sleep(effect.seconds)
                    continue
                if isinstance(effect, Join):
                    concurrent.futures.wait([effect.flight], effect.seconds)
                    continue
                try:
                    outcome = self._transport(effect)
                except LintelConnectionError as failure:
                    error = failure
        except StopIteration as end:
            return end.value
        finally:
            call.close()

    def status(
        self,
        verification_id: str,
        *,
        expand: Optional[Sequence[Expansion]] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> StatusResponse:
        """The state of a verification. ``expand``: any of ``config``, ``metadata``, ``attempts``."""
        options = Options(timeout=timeout, deadline=deadline)
        return cast(StatusResponse, self._run(self._status(verification_id, expand, options)))

    def wait(self, verification_id: str, *, timeout: float = 1800) -> StatusResponse:
        """Polls until the verification has ended: ``completed``, ``failed`` or ``expired``.

        Raises:
            LintelTimeoutError: it has not ended within ``timeout`` seconds. Nothing changed: you can wait again.
        """
        return cast(StatusResponse, self._run(_core.wait(self._settings, verification_id, timeout)))

    def validate(
        self,
        token: str,
        *,
        offline: bool = False,
        audience: Optional[str] = None,
        issuer: Optional[str] = None,
        mode: Optional[str] = None,
        tolerance: float = 30,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> ValidateResponse:
        """Whether a token is valid. One that is not is an answer with ``valid: False``, not an error.

        Args:
            offline: check it with the service's public keys, which are fetched now and then. That does not see
                whether a token was revoked or its verification erased.
            audience: for offline: your tenant's id, ``ten_…``.
            issuer: for offline: the service's public address, if it is not the base URL.
            mode: for offline: ``live`` or ``test``; tokens of the other mode are refused. That of the API key if absent.
            tolerance: for offline: how many seconds after its expiry a token still counts, for clocks that differ.
        """
        options = Options(timeout=timeout, deadline=deadline)
        call = self._validate(token, offline, audience, issuer, mode, tolerance, options)
        return cast(ValidateResponse, self._run(call))

    def close(self) -> None:
        """Closes the connections that are kept for the next call."""
        self._http.close()

    def __enter__(self) -> "Lintel":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class AsyncLintel(_Client, AsyncOperations):
    """As ``Lintel``, for asyncio. A request runs in a thread of the client's own, at most 100 at once; waits between tries
    and polls hold none.

    When the task is cancelled, the connection of its request is closed at once.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        admin_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 10,
        deadline: float = 30,
        max_retries: int = 2,
        transport: Optional[AsyncTransport] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        _clock: Optional[Clock] = None,
    ) -> None:
        super().__init__(Settings(api_key, admin_key, base_url, timeout, deadline, max_retries, _clock))
        self._http = HttpTransport(ssl_context)
        self._workers = Workers()
        self._own = transport
        # A clock of a test sleeps without time.
        self._has_own_clock = _clock is not None
        AsyncOperations._link(self)

    async def _sleep(self, seconds: float) -> None:
        if self._has_own_clock:
            self._settings.clock.sleep(seconds)
        else:
            await asyncio.sleep(seconds)

    async def _send(self, request: Request) -> Response:
        if self._own is not None:
            return await self._own(request)
        loop = asyncio.get_running_loop()
        answer: "asyncio.Future[Response]" = loop.create_future()
        cancel, ends_at = Cancel(), time.monotonic() + request.timeout

        def settle(response: Optional[Response], error: Optional[BaseException]) -> None:
            if answer.done():
                return
            if response is not None:
                answer.set_result(response)
            elif error is not None:
                answer.set_exception(error)

        def work() -> None:
            outcome: Tuple[Optional[Response], Optional[BaseException]]
            try:
                cancel.watch(None)
                outcome = self._http(request, cancel, ends_at), None
            except BaseException as failure:  # noqa: BLE001: the awaiting task gets it
                outcome = None, failure
            try:
                loop.call_soon_threadsafe(settle, *outcome)
            except RuntimeError:
                pass  # the loop was closed meanwhile

        self._workers.submit(work)
        try:
            # Counts from here: waiting for a thread or for a name server does not make it longer.
            return await asyncio.wait_for(answer, request.timeout)
        except asyncio.TimeoutError:
            raise timed_out(request) from None
        finally:
            cancel.cancel()

    async def _run(self, call: Call) -> Any:
        outcome: Any = None
        error: Optional[LintelConnectionError] = None
        try:
            while True:
                effect = call.send(outcome) if error is None else call.throw(error)
                outcome, error = None, None
                if isinstance(effect, Sleep):
                    await self._sleep(effect.seconds)
                    continue
                if isinstance(effect, Join):
                    await asyncio.wait([asyncio.wrap_future(effect.flight)], timeout=effect.seconds)
                    continue
                try:
                    outcome = await self._send(effect)
                except LintelConnectionError as failure:
                    error = failure
        except StopIteration as end:
            return end.value
        finally:
            call.close()

    async def status(
        self,
        verification_id: str,
        *,
        expand: Optional[Sequence[Expansion]] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> StatusResponse:
        """See ``Lintel.status``."""
        options = Options(timeout=timeout, deadline=deadline)
        return cast(StatusResponse, await self._run(self._status(verification_id, expand, options)))

    async def wait(self, verification_id: str, *, timeout: float = 1800) -> StatusResponse:
        """See ``Lintel.wait``."""
        return cast(StatusResponse, await self._run(_core.wait(self._settings, verification_id, timeout)))

    async def validate(
        self,
        token: str,
        *,
        offline: bool = False,
        audience: Optional[str] = None,
        issuer: Optional[str] = None,
        mode: Optional[str] = None,
        tolerance: float = 30,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> ValidateResponse:
        """See ``Lintel.validate``."""
        options = Options(timeout=timeout, deadline=deadline)
        call = self._validate(token, offline, audience, issuer, mode, tolerance, options)
        return cast(ValidateResponse, await self._run(call))

    async def aclose(self) -> None:
        """Closes the connections that are kept for the next call, and ends the client's threads."""
        self._workers.close()
        self._http.close()

    async def __aenter__(self) -> "AsyncLintel":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.aclose()
