"""ECDSA with P-256 and SHA-256, verification only: JWS ``ES256`` (RFC 7518 §3.4).

Python's standard library has no elliptic curves. Verification needs no secret, so plain integers, whose operations do
not take constant time, reveal nothing. The curve is SP 800-186 §3.2.1.3, the steps are FIPS 186-5 §6.4.2.
"""

import hashlib
from typing import Optional, Tuple

_P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

Point = Tuple[int, int]
# x = X / Z², y = Y / Z³; None is the point at infinity. So only the end needs a division.
_Jacobian = Optional[Tuple[int, int, int]]


def is_on_curve(point: Point) -> bool:
    """Whether these are the coordinates of a point of P-256 (which has no points of small order)."""
    x, y = point
    return 0 <= x < _P and 0 <= y < _P and (y * y - (x * x * x - 3 * x + _B)) % _P == 0


def _double(point: _Jacobian) -> _Jacobian:
    if point is None or point[1] == 0:
        return None
    x, y, z = point
    y_squared = y * y % _P
    s = 4 * x * y_squared % _P
    z_squared = z * z % _P
    m = 3 * (x - z_squared) * (x + z_squared) % _P  # a = -3
    x_new = (m * m - 2 * s) % _P
    return x_new, (m * (s - x_new) - 8 * y_squared * y_squared) % _P, 2 * y * z % _P


def _add(one: _Jacobian, other: _Jacobian) -> _Jacobian:
    if one is None:
        return other
    if other is None:
        return one
    x1, y1, z1 = one
    x2, y2, z2 = other
    z1_squared, z2_squared = z1 * z1 % _P, z2 * z2 % _P
    u1, u2 = x1 * z2_squared % _P, x2 * z1_squared % _P
    s1, s2 = y1 * z2_squared * z2 % _P, y2 * z1_squared * z1 % _P
    if u1 == u2:
        return _double(one) if s1 == s2 else None
    h, r = (u2 - u1) % _P, (s2 - s1) % _P
    h_squared = h * h % _P
    h_cubed, v = h_squared * h % _P, u1 * h_squared % _P
    x = (r * r - h_cubed - 2 * v) % _P
    return x, (r * (v - x) - s1 * h_cubed) % _P, h * z1 * z2 % _P


def _sum_of_products(a: int, one: Point, b: int, other: Point) -> _Jacobian:
    """a·one + b·other, both at once (Shamir's trick)."""
    first, second = (*one, 1), (*other, 1)
    choices = (None, first, second, _add(first, second))
    result: _Jacobian = None
    for bit in range(255, -1, -1):
        result = _add(_double(result), choices[(a >> bit & 1) | (b >> bit & 1) << 1])
    return result


def verify(public_key: Point, message: bytes, signature: bytes) -> bool:
    """Whether the signature, 32 bytes of r and 32 of s, is this key's for the message."""
    if len(signature) != 64 or not is_on_curve(public_key):
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < _N and 0 < s < _N):
        return False
    e = int.from_bytes(hashlib.sha256(message).digest(), "big")
    w = pow(s, -1, _N)
    point = _sum_of_products(e * w % _N, _G, r * w % _N, public_key)
    if point is None:
        return False
    x, _, z = point
    return x * pow(z, -2, _P) % _P % _N == r
