"""HTTP by ``http.client``: one answer within a time, redirects not followed, connections kept."""

import http.client
import io
import os
import re
import socket
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

from .errors import LintelConnectionError, LintelError, LintelTimeoutError

MAX_RESPONSE_BYTES = 8 * 1024 * 1024
_MAX_IDLE = 8
_IDLE_SECONDS = 4  # less than servers usually keep a connection: Node's five seconds


class Secret(str):
    """A text that tracebacks and debuggers show as hidden."""

    def __repr__(self) -> str:
        return "'[hidden]'"


@dataclass(frozen=True)
class Request:
    """What a transport sends. ``timeout``: seconds in which the whole answer has to be there."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    timeout: float


@dataclass(frozen=True)
class Response:
    """What a transport returns, for any HTTP status. Names of headers are read without regard to case."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)


Transport = Callable[[Request], Response]


class Cancelled(Exception):
    """The caller gave up; its connection was closed."""


class Cancel:
    """Ends the one request that it is given to, from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._socket: Optional[socket.socket] = None

    def cancel(self) -> None:
        with self._lock:
            self._is_set = True
            if self._socket is not None:
                try:
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # closed meanwhile

    def watch(self, sock: Optional[socket.socket]) -> None:
        """Raises Cancelled if it is too late to begin."""
        with self._lock:
            if self._is_set:
                raise Cancelled
            self._socket = sock


class _DeadlineReader(io.RawIOBase):
    """Reads a socket until a time: a server that sends a byte now and then must not hold the caller for ever."""

    def __init__(self, owner: "_DeadlineSocket") -> None:
        self._owner = owner

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._owner.arm()
        return self._owner.sock.recv_into(buffer)

    def close(self) -> None:
        if not self.closed:
            self._owner.release()
        super().close()


class _DeadlineSocket:
    """As much of a socket as ``http.client`` uses."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.ends_at = 0.0
        self._readers = 0
        self._is_closed = False

    def arm(self) -> None:
        remaining = self.ends_at - time.monotonic()
        if remaining <= 0:
            raise socket.timeout("timed out")
        self.sock.settimeout(remaining)

    def sendall(self, data: Any) -> None:
        self.arm()
        self.sock.sendall(data)

    def makefile(self, _mode: str = "rb", *_rest: Any) -> io.BufferedReader:
        self._readers += 1
        return io.BufferedReader(_DeadlineReader(self))

    def release(self) -> None:
        """A reader was closed."""
        self._readers -= 1
        self._close_if_unused()

    def close(self) -> None:
        # http.client closes it before it reads an answer that only ends with the connection.
        self._is_closed = True
        self._close_if_unused()

    def _close_if_unused(self) -> None:
        if self._is_closed and self._readers <= 0:
            self.sock.close()


class _Answer(http.client.HTTPResponse):
    """Passes over all interim answers (RFC 9110 §15.2); ``http.client`` knows 100 alone."""

    def _read_status(self) -> Tuple[str, int, str]:
        version, status, reason = super()._read_status()  # type: ignore[misc]
        return version, 100 if 102 <= status < 200 else status, reason


class _Connection(http.client.HTTPConnection):
    """To one origin, perhaps through a proxy, with TLS if ``context`` is given."""

    response_class = _Answer

    def __init__(self, origin: "_Origin", context: Optional[ssl.SSLContext]) -> None:
        proxy = origin.proxy
        super().__init__(*(proxy[:2] if proxy else (origin.host, origin.port)))
        if proxy:
            self.set_tunnel(origin.host, origin.port, proxy[2])
        self._tls, self._name = context, origin.host
        self.ends_at, self.cancel = 0.0, Cancel()
        self.idle_since = 0.0

    def connect(self) -> None:
        remaining = self.ends_at - time.monotonic()
        if remaining <= 0:
            raise socket.timeout("timed out")
        raw = socket.create_connection((self.host, self.port), remaining)
        try:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.cancel.watch(raw)
            wire = _DeadlineSocket(raw)
            wire.ends_at = self.ends_at
            self.sock: Any = wire
            if self._tunnel_host:  # type: ignore[attr-defined]
                self._tunnel()  # type: ignore[attr-defined]
            if self._tls is not None:
                wire.arm()
                wire.sock = self._tls.wrap_socket(raw, server_hostname=self._name)
                self.cancel.watch(wire.sock)
        except BaseException:
            raw.close()
            self.sock = None
            raise

    def begin(self, ends_at: float, cancel: Cancel) -> None:
        self.ends_at, self.cancel = ends_at, cancel
        kept: Any = self.sock
        if kept is not None:
            kept.ends_at = ends_at
            cancel.watch(kept.sock)


@dataclass(frozen=True)
class _Origin:
    scheme: str
    host: str
    port: int
    proxy: Optional[Tuple[str, int, Dict[str, str]]] = field(default=None, compare=False)


def _proxy_for(host: str) -> Optional[Tuple[str, int, Dict[str, str]]]:
    """As Python's own clients: HTTPS_PROXY and NO_PROXY. Plain http only goes to this computer, never to a proxy."""
    url = urllib.request.getproxies().get("https")
    if not url or urllib.request.proxy_bypass(host):
        return None
    parts = urllib.parse.urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme != "http" or not parts.hostname:
        raise LintelError("HTTPS_PROXY must be an http:// address: http://proxy.example:3128")
    headers: Dict[str, str] = {}
    if parts.username is not None:
        pair = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = Secret("Basic " + b64encode(pair.encode()).decode())
    return parts.hostname, parts.port or 80, headers


class HttpTransport:
    """Thread-safe. Keeps a few connections for a few seconds."""

    def __init__(self, context: Optional[ssl.SSLContext] = None) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._idle: Dict[_Origin, List[_Connection]] = {}
        self._pid = os.getpid()

    def __call__(
        self, request: Request, cancel: Optional[Cancel] = None, ends_at: Optional[float] = None
    ) -> Response:
        ends_at = time.monotonic() + request.timeout if ends_at is None else ends_at
        parts = urllib.parse.urlsplit(request.url)
        host = parts.hostname or ""
        is_tls = parts.scheme == "https"
        port = parts.port or (443 if is_tls else 80)
        where = parts.netloc
        origin = _Origin(parts.scheme, host, port, _proxy_for(host) if is_tls else None)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        watch = cancel or Cancel()
        try:
            # A kept connection may break at once, and only these may be repeated then.
            connection = self._take(origin) if request.method in ("GET", "POST") else None
            if connection is not None:
                try:
                    return self._exchange(connection, origin, request, target, ends_at, watch)
                except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                    connection.close()  # the server had closed it between two calls
            return self._exchange(_Connection(origin, self._tls(is_tls)), origin, request, target, ends_at, watch)
        except socket.timeout as error:  # TimeoutError since 3.10
            raise timed_out(request) from error
        except ssl.SSLCertVerificationError as error:
            raise LintelConnectionError(f"{where} has no valid certificate: {error.verify_message}") from error
        except OSError as error:
            raise LintelConnectionError(f"no answer from {where}: {_reason(error)}") from error
        except (http.client.HTTPException, ValueError) as error:
            # Not chained: the other's text is the server's, which may repeat the key.
            raise LintelConnectionError(f"no answer from {where}: {_reason(error)}") from None

    def close(self) -> None:
        """Closes the connections that are kept."""
        with self._lock:
            kept, self._idle = self._idle, {}
        for connections in kept.values():
            for connection in connections:
                connection.close()

    def _tls(self, is_tls: bool) -> Optional[ssl.SSLContext]:
        if is_tls and self._context is None:
            self._context = ssl.create_default_context()
        return self._context if is_tls else None

    def _take(self, origin: _Origin) -> Optional[_Connection]:
        with self._lock:
            if self._pid != os.getpid():  # after a fork they are the parent's
                self._pid, self._idle = os.getpid(), {}
            kept = self._idle.get(origin, [])
            while kept:
                connection = kept.pop()
                if time.monotonic() - connection.idle_since < _IDLE_SECONDS:
                    return connection
                connection.close()
        return None

    def _keep(self, origin: _Origin, connection: _Connection) -> None:
        connection.idle_since = time.monotonic()
        with self._lock:
            kept = self._idle.setdefault(origin, [])
            if len(kept) < _MAX_IDLE:
                kept.append(connection)
                return
        connection.close()

    def _exchange(
        self,
        connection: _Connection,
        origin: _Origin,
        request: Request,
        target: str,
        ends_at: float,
        cancel: Cancel,
    ) -> Response:
        is_done = False
        try:
            connection.begin(ends_at, cancel)
            connection.request(request.method, target or "/", body=request.body, headers=dict(request.headers))
            answer = connection.getresponse()
            if answer.status < 200:  # a connection that has become something else serves no other call
                raise unusable(f"{origin.host} answered with status {answer.status}, which is no final one")
            _require_one_length(answer, origin.host)
            body = answer.read(MAX_RESPONSE_BYTES + 1)
            if len(body) > MAX_RESPONSE_BYTES:
                raise _too_large(origin.host)
            _require_whole(answer)
            cancel.watch(None)
            headers = {name.lower(): value for name, value in answer.getheaders()}
            is_done = not answer.will_close and answer.isclosed()
            return Response(answer.status, headers, _plain(body, headers, origin.host))
        finally:
            if is_done:
                self._keep(origin, connection)
            else:
                connection.close()


def timed_out(request: Request) -> LintelTimeoutError:
    """No answer within the request's timeout."""
    where = urllib.parse.urlsplit(request.url).netloc
    return LintelTimeoutError(f"no answer from {where} within {request.timeout:.3g} s")


def unusable(message: str) -> LintelConnectionError:
    """An answer that another try would not make better."""
    error = LintelConnectionError(message)
    error.is_final = True
    return error


def _too_large(host: str) -> LintelConnectionError:
    return unusable(f"{host} sent an answer of more than {MAX_RESPONSE_BYTES // 1024 // 1024} MiB")


def _require_whole(answer: Any) -> None:
    # http.client says so only when it is asked for all that is left, whatever its size.
    if getattr(answer, "length", None):
        raise http.client.IncompleteRead(b"", answer.length)


def _require_one_length(answer: Any, host: str) -> None:
    """Where an answer ends must be certain (RFC 9112 §6.3, 5). ``http.client`` takes the first of several, and none for what is no
    number."""
    lengths = {one.strip() for each in answer.headers.get_all("Content-Length", []) for one in each.split(",")}
    if len(lengths) > 1 or any(re.fullmatch(r"[0-9]{1,18}", one) is None for one in lengths):
        raise LintelConnectionError(f"{host} sent an answer whose length is unclear")


def _reason(error: Exception) -> str:
    if isinstance(error, http.client.IncompleteRead):
        return "the answer ended too early"
    if isinstance(error, (http.client.BadStatusLine, http.client.HTTPException, ValueError)):
        return "the answer is not HTTP" if not isinstance(error, http.client.RemoteDisconnected) else "it hung up"
    return str(getattr(error, "strerror", None) or type(error).__name__)


def _plain(body: bytes, headers: Mapping[str, str], host: str) -> bytes:
    """Some proxies compress what nobody asked them to compress."""
    encoding = headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("", "identity") or not body:
        return body
    if encoding not in ("gzip", "x-gzip"):
        raise unusable(f"{host} sent an answer in an encoding that was not asked for")
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(body, MAX_RESPONSE_BYTES + 1)
    except zlib.error as error:
        raise LintelConnectionError(f"{host} sent an answer that cannot be unpacked") from error
    if len(plain) > MAX_RESPONSE_BYTES:
        raise _too_large(host)
    if not unpacker.eof:
        raise LintelConnectionError(f"{host} sent an answer that ended too early")
    return plain


def from_opener(opener: urllib.request.OpenerDirector) -> Transport:
    """Sends through an opener of ``urllib``. A redirect ends in an error, and the key does not follow it."""

    def send(request: Request) -> Response:
        ask = urllib.request.Request(request.url, data=request.body, method=request.method)
        for name, value in request.headers.items():
            ask.add_unredirected_header(name, value)  # HTTPRedirectHandler leaves these behind
        try:
            try:
                answer = opener.open(ask, timeout=request.timeout)
            except urllib.error.HTTPError as error:
                answer = error
            with answer:
                body = answer.read(MAX_RESPONSE_BYTES + 1)
                if len(body) > MAX_RESPONSE_BYTES:
                    raise _too_large("the service")
                _require_whole(answer)
                if answer.geturl() != request.url:
                    raise unusable("the service redirected the request: use its final address as the base URL")
                headers = {name.lower(): value for name, value in answer.headers.items()}
        except socket.timeout as error:
            raise LintelTimeoutError("no answer in time") from error
        except (OSError, http.client.HTTPException) as error:
            if isinstance(getattr(error, "reason", None), socket.timeout):
                raise LintelTimeoutError("no answer in time") from error
            raise LintelConnectionError(f"no answer: {_reason(error)}") from None
        return Response(answer.status or 0, headers, _plain(body, headers, "the service"))

    return send


def as_transport(given: Union[Transport, urllib.request.OpenerDirector]) -> Transport:
    """The caller's own way to send."""
    return from_opener(given) if isinstance(given, urllib.request.OpenerDirector) else given
