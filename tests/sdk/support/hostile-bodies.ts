// Bodies, and how they are framed on the wire.
import { gzipSync } from "node:zlib";
import { type Add, FORGED, HOSTILE_KEY, json, type Made, wire } from "./hostile-wire.ts";

export const BROKEN = [
  "null",
  "7",
  '"x"',
  "true",
  "-0",
  "1e400",
  "NaN",
  "Infinity",
  "undefined",
  "{",
  "}",
  "[",
  "{]",
  '{"status"',
  "{'status':'completed'}",
  '{"status":"completed",}',
  '{"status":"completed"}}',
  '{"status":"completed"}{"status":"completed"}',
  '{"status":"completed"} x',
  "// no\n{}",
  "\u0000",
  " ",
  "\n\n",
  "<html>",
  "<?xml version='1.0'?>",
  '{"status":"comp\nleted"}',
  '{"status":"\\x"}',
  '{"status":"\\ud8"}',
  "[,]",
  "{,}",
  '{"a":01}',
  '{"a":.5}',
  '{"a":+1}',
  "callback({})",
  ")]}',\n{}",
  `"${HOSTILE_KEY}"`,
  `${HOSTILE_KEY}`,
  `{"status":${HOSTILE_KEY}}`,
  "[".repeat(100_000),
  '{"a":'.repeat(100_000),
];

const PROTO = '{"__proto__":{"status":"completed"},"constructor":1}';
const DEEP = `${"[".repeat(700)}${"]".repeat(700)}`;

export const bodies = (add: Add): void => {
  for (const [at, body] of BROKEN.entries()) add(`body-${at}`, { bytes: wire({ body }) });
  const whole = json(FORGED);
  for (let at = 1; at < whole.length; at += 9)
    add(`body-truncated-${at}`, { bytes: wire({ body: whole.slice(0, at) }) });
  const bytes: readonly (readonly [string, Buffer])[] = [
    ["utf16", Buffer.from(`\ufeff${whole}`, "utf16le")],
    ["latin1", Buffer.from('{"status":"\xe9"}', "latin1")],
    ["overlong", Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ["surrogate", Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ["ff", Buffer.alloc(64, 0xff)],
  ];
  // A reader may put U+FFFD in the place of what is no UTF-8: then the rest is as it came.
  for (const [name, body] of bytes)
    add(`bytes-${name}`, { bytes: wire({ body }), result: JSON.parse(lenient(body)), orError: true });
  add("bytes-bom", { bytes: wire({ body: `\ufeff${whole}` }), result: FORGED, orError: true });
  add("bytes-proto", { bytes: wire({ body: PROTO }), result: JSON.parse(PROTO), orError: true });
  add("bytes-twice", {
    bytes: wire({ body: '{"status":"pending","status":"completed"}' }),
    result: { status: "completed" },
    orError: true,
  });
  add("bytes-deep", { bytes: wire({ body: DEEP }), result: JSON.parse(DEEP), orError: true });
  add("bytes-huge", { bytes: wire({ body: `{"a":"${"x".repeat(9 << 20)}"}` }) });
};

const lenient = (body: Buffer): string => {
  const text = body.toString("utf8");
  try {
    JSON.parse(text);
    return text;
  } catch {
    return "{}";
  }
};

export const framing = (add: Add): void => {
  const whole = json(FORGED);
  const lengths = [
    "-1",
    "abc",
    "0x10",
    "1e2",
    "99999999999999999999",
    `${whole.length + 9}`,
    HOSTILE_KEY,
    "",
    `${whole.length}, 3`,
  ];
  for (const [at, length] of lengths.entries())
    add(`length-${at}`, {
      bytes: wire({ body: whole, length }),
      orError: true,
      ...(at === 4 || at === 5 ? {} : { result: FORGED }),
    });
  add("length-short", { bytes: wire({ body: whole, length: "10" }) });
  add("length-twice", { bytes: wire({ body: whole, headers: ["Content-Length: 3"] }), orError: true });
  const chunked = (body: string): Made => ({
    bytes: wire({ length: null, headers: ["Transfer-Encoding: chunked"], body }),
  });
  const size = whole.length.toString(16);
  for (const [at, body] of [
    "zz\r\n",
    `${size}\r\n${whole}`,
    `ffffffffffffffffff\r\n${whole}`,
    `-5\r\n${whole}`,
    `${size} ${whole}`,
    `5\r\n{"a":1}\r\n0\r\n\r\n`,
    "",
    "\r\n",
  ].entries())
    add(`chunked-${at}`, chunked(body));
  add("chunked-and-length", {
    bytes: wire({
      length: "3",
      headers: ["Transfer-Encoding: chunked"],
      body: `${size}\r\n${whole}\r\n0\r\n\r\n`,
    }),
    result: FORGED,
    orError: true,
  });
  for (const [at, coding] of [
    "gzip",
    "deflate",
    "br",
    "zstd",
    "x-unknown",
    HOSTILE_KEY,
    "gzip, gzip",
  ].entries())
    add(`encoding-${at}`, {
      bytes: wire({ headers: [`Content-Encoding: ${coding}`], body: whole }),
      result: FORGED,
      orError: true,
    });
  add("encoding-bomb", {
    bytes: wire({ headers: ["Content-Encoding: gzip"], body: gzipSync(Buffer.alloc(64 << 20, 0x20)) }),
  });
  for (const [at, coding] of ["identity", HOSTILE_KEY, "gzip", "chunked, chunked"].entries())
    add(`transfer-${at}`, {
      bytes: wire({ length: null, headers: [`Transfer-Encoding: ${coding}`], body: whole }),
      result: FORGED,
      orError: true,
    });
  const heads: readonly (readonly [string, string[]])[] = [
    ["long", [`X-Long: ${"x".repeat(200_000)}`]],
    ["many", Array.from({ length: 20_000 }, (_, at) => `X-${at}: 1`)],
    ["no-colon", ["this is no header"]],
    ["no-name", [": nothing"]],
    ["folded", ["X-Fold: a\r\n b"]],
    ["nul", ["X-Nul: a\u0000b"]],
    ["control", ["X-Control: \u001b[31m\u0007"]],
    ["space-in-name", ["X Space: 1"]],
  ];
  for (const [name, headers] of heads)
    add(`headers-${name}`, { bytes: wire({ headers, body: whole }), result: FORGED, orError: true });
  const raw = [
    "",
    "\r\n\r\n",
    "\n",
    "SSH-2.0-OpenSSH_9.2\r\n",
    "220 mail.example ESMTP\r\n",
    "\u0016\u0003\u0001\u0002",
    "HTTP/1.1",
    "HTTP/1.1 200",
    "ICY 200 OK\r\n\r\n",
    whole,
    `${"A".repeat(100_000)}`,
    `HTTP/1.1 200 ${HOSTILE_KEY}`,
    `${HOSTILE_KEY}: ${HOSTILE_KEY}\r\n\r\n`,
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "<html></html>",
  ];
  for (const [at, text] of raw.entries()) add(`raw-${at}`, { bytes: Buffer.from(text) });
  for (const version of ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/3.7", "HTTP/11", "http/1.1", "HTCPCP/1.0"])
    add(`version-${version}`, { bytes: wire({ version, body: whole }), result: FORGED, orError: true });
  const good = wire({ body: whole });
  for (let at = 3; at < good.length - 1; at += 17) add(`cut-${at}`, { bytes: good.subarray(0, at) });
  for (const at of [0, 9, 40, good.length - 3])
    add(`stall-${at}`, { bytes: good.subarray(0, at), end: false });
  for (const at of [5, 30])
    add(`drip-${at}`, { bytes: good, end: false, dripMs: at, result: FORGED, orError: true });
};

export const interim = (add: Add): void => {
  const good = wire({ body: json(FORGED) });
  for (const status of [100, 102, 103, 199])
    for (const times of [1, 30, 300])
      add(`interim-${status}-${times}`, {
        bytes: Buffer.concat([
          Buffer.from(`HTTP/1.1 ${status} Wait\r\nLink: <${HOSTILE_KEY}>\r\n\r\n`.repeat(times)),
          good,
        ]),
        result: FORGED,
        orError: true,
      });
  add("interim-101-open", {
    bytes: Buffer.from("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    end: false,
  });
};
