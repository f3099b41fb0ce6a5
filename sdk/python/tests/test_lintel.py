"""What the table of cases cannot say: python3 -m unittest discover -s tests"""

import asyncio
import hashlib
import http.server
import json
import pathlib
import pickle
import sys
import threading
import traceback
import unittest
import urllib.request
from typing import Any, Dict, List
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "src"))

import lintel  # noqa: E402
from lintel import _p256  # noqa: E402

KEY = "avk_test_0123456789abcdef"
N = _p256._N


def signed(private: int, message: bytes, k: int) -> bytes:
    """FIPS 186-5 §6.4.1, for tests alone: the number used once is given."""
    e = int.from_bytes(hashlib.sha256(message).digest(), "big")
    r = affine(_p256._sum_of_products(k, _p256._G, 0, _p256._G))[0] % N
    s = pow(k, -1, N) * (e + r * private) % N
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def affine(point: Any) -> Any:
    x, y, z = point
    return x * pow(z, -2, _p256._P) % _p256._P, y * pow(z, -3, _p256._P) % _p256._P


class P256(unittest.TestCase):
    def test_the_known_answer_of_rfc_6979_passes_and_no_neighbour_of_it(self) -> None:
        # RFC 6979 A.2.5, P-256 with SHA-256, message "sample".
        public = (
            0x60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6,
            0x7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299,
        )
        r = 0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
        s = 0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        self.assertTrue(_p256.verify(public, b"sample", signature))
        # ECDSA's other signature of the same message; JWS does not forbid it, and jose and openssl take it too.
        self.assertTrue(_p256.verify(public, b"sample", signature[:32] + (N - s).to_bytes(32, "big")))
        self.assertFalse(_p256.verify(public, b"samplf", signature))
        for at in range(64):
            altered = bytearray(signature)
            altered[at] ^= 1
            self.assertFalse(_p256.verify(public, b"sample", bytes(altered)), at)
        for wrong in (signature[:-1], signature + b"\0", b"", b"\0" * 64):
            self.assertFalse(_p256.verify(public, b"sample", wrong))

    def test_numbers_out_of_range_are_refused(self) -> None:
        public = affine(_p256._sum_of_products(7, _p256._G, 0, _p256._G))
        good = signed(7, b"m", 1234567)
        r, s = int.from_bytes(good[:32], "big"), int.from_bytes(good[32:], "big")
        self.assertTrue(_p256.verify(public, b"m", good))
        for bad_r, bad_s in ((0, s), (r, 0), (N, s), (r, N), (r + N, s), (r, s + N), (2**256 - 1, 2**256 - 1)):
            if bad_r < 2**256 and bad_s < 2**256:
                self.assertFalse(_p256.verify(public, b"m", bad_r.to_bytes(32, "big") + bad_s.to_bytes(32, "big")))

    def test_keys_off_the_curve_are_refused(self) -> None:
        x, y = _p256._G
        good = signed(1, b"m", 99)
        self.assertTrue(_p256.verify((x, y), b"m", good))
        for key in ((x, y + 1), (0, 0), (x + _p256._P, y), (x, y - _p256._P), (y, x), (-x, y)):
            self.assertFalse(_p256.is_on_curve(key))
            self.assertFalse(_p256.verify(key, b"m", good))

    def test_a_sum_at_infinity_is_no_signature(self) -> None:
        # With the key Q = -G·(e/r), u1·G + u2·Q is the point at infinity.
        e = int.from_bytes(hashlib.sha256(b"m").digest(), "big")
        r = 12345
        public = affine(_p256._sum_of_products(-e * pow(r, -1, N) % N, _p256._G, 0, _p256._G))
        self.assertTrue(_p256.is_on_curve(public))
        self.assertFalse(_p256.verify(public, b"m", r.to_bytes(32, "big") + (777).to_bytes(32, "big")))

    def test_equal_and_opposite_points_add_up(self) -> None:
        g = (*_p256._G, 1)
        self.assertEqual(affine(_p256._add(g, g)), affine(_p256._double(g)))
        self.assertIsNone(_p256._add(g, (_p256._G[0], _p256._P - _p256._G[1], 1)))
        self.assertIsNone(_p256._sum_of_products(1, _p256._G, N - 1, _p256._G))


def answer(http_status: int = 200, **body: Any) -> lintel.Response:
    return lintel.Response(http_status, {"content-type": "application/json"}, json.dumps(body).encode())


def client(**more: Any) -> lintel.Lintel:
    return lintel.Lintel(KEY, base_url="https://age.example", **more)


class Secrets(unittest.TestCase):
    def test_neither_the_client_nor_an_error_with_its_locals_shows_the_key(self) -> None:
        def refuse(request: lintel.Request) -> lintel.Response:
            self.assertEqual(request.headers["x-tenant-api-key"], KEY)
            return answer(401, code="AUTH_INVALID_KEY", message=f"no such key: {KEY}")

        one = client(transport=refuse)
        error: Any = None
        try:
            one.status("ver_1")
        except lintel.AuthenticationError as caught:  # assertRaises would clear the locals
            error = caught
        frames = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
        self.assertIn("headers = ", frames)
        # Our own frames; the test's hold the key in clear.
        ours = frames[frames.index("client.py"):]
        for text in (repr(one), str(vars(one)), repr(one._settings.keys), str(error), ours):
            self.assertNotIn(KEY, text)

    def test_errors_survive_pickling(self) -> None:
        for error in (
            lintel.RateLimitError(429, "RATE_LIMIT_EXCEEDED", "slow down", "req_1", [], 7.0),
            lintel.WebhookVerificationError("no_secret", "There is none"),
            lintel.LintelTimeoutError("too late"),
        ):
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again), vars(again)), (type(error), str(error), vars(error)))


class Redirecting(http.server.BaseHTTPRequestHandler):
    seen: List[Dict[str, str]] = []

    def do_GET(self) -> None:
        type(self).seen.append({name.lower(): value for name, value in self.headers.items()})
        self.send_response(302 if self.path.startswith("/verify") else 200)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: Any) -> None:
        pass


class Transports(unittest.TestCase):
    def test_a_callable_gets_the_request_and_its_answer_is_read(self) -> None:
        requests = []

        def send(request: lintel.Request) -> lintel.Response:
            requests.append(request)
            return answer(verificationId="ver_1", status="pending")

        result = client(transport=send).start({"minimumAge": 21})
        self.assertEqual(result["status"], "pending")
        self.assertEqual((requests[0].method, requests[0].url), ("POST", "https://age.example/verify/start"))
        self.assertEqual(json.loads(requests[0].body or b""), {"minimumAge": 21})
        self.assertNotIn(KEY, repr(requests[0]))

    def test_the_key_does_not_follow_an_openers_redirect(self) -> None:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Redirecting)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            opener = urllib.request.build_opener()
            url = f"http://127.0.0.1:{server.server_port}"
            one = lintel.Lintel(KEY, base_url=url, transport=opener, max_retries=0)
            with self.assertRaisesRegex(lintel.LintelConnectionError, "redirect"):
                one.status("ver_1")
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
        self.assertEqual([each.get("x-tenant-api-key") for each in Redirecting.seen], [KEY, None])


class Asyncio(unittest.TestCase):
    def test_a_cancelled_task_closes_its_connection(self) -> None:
        closed = threading.Event()
        asked = threading.Event()

        class Silent(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.set()
                # Returns when the client hangs up.
                if self.rfile.read(1) == b"":
                    closed.set()
                self.close_connection = True

            def log_message(self, *_: Any) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        async def main() -> None:
            url = f"http://127.0.0.1:{server.server_port}"
            async with lintel.AsyncLintel(KEY, base_url=url, timeout=600, deadline=600) as one:
                task = asyncio.ensure_future(one.status("ver_1"))
                await asyncio.get_running_loop().run_in_executor(None, asked.wait)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        try:
            asyncio.run(main())
            self.assertTrue(closed.wait(60))
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def test_a_closed_client_leaves_no_thread(self) -> None:
        class Elsewhere(Redirecting):
            seen: List[Dict[str, str]] = []

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        async def main() -> List[threading.Thread]:
            url = f"http://127.0.0.1:{server.server_port}"
            async with lintel.AsyncLintel(KEY, base_url=url, max_retries=0) as one:
                await asyncio.gather(*(one.usage() for _ in range(8)), return_exceptions=True)
                return [each for each in threading.enumerate() if each.name == "lintel"]

        try:
            ours = asyncio.run(main())
            self.assertTrue(ours)
            for each in ours:
                each.join(60)
                self.assertFalse(each.is_alive())
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def test_many_waits_share_the_loop_without_a_thread_each(self) -> None:
        polls: Dict[str, int] = {}

        async def send(request: lintel.Request) -> lintel.Response:
            id = request.url.split("=")[-1]
            polls[id] = polls.get(id, 0) + 1
            return answer(status="completed" if polls[id] > 1 else "pending")

        async def main() -> List[Any]:
            one = lintel.AsyncLintel(KEY, base_url="https://age.example", transport=send)
            with mock.patch("asyncio.sleep", new=mock.AsyncMock()):
                return await asyncio.gather(*(one.wait(f"ver_{i}") for i in range(200)))

        self.assertEqual({each["status"] for each in asyncio.run(main())}, {"completed"})
        self.assertEqual(set(polls.values()), {2})


if __name__ == "__main__":
    unittest.main()
