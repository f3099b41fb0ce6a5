// What stands before a body: status lines, types, addresses, and errors with their fields.
import { type Add, FORGED, HOSTILE_KEY, json, problem, wire } from "./hostile-wire.ts";

export const STATUSES = [
  0,
  99,
  100,
  101,
  102,
  103,
  150,
  199,
  200,
  201,
  202,
  203,
  204,
  205,
  206,
  207,
  226,
  299,
  300,
  301,
  302,
  303,
  304,
  305,
  307,
  308,
  399,
  400,
  401,
  402,
  403,
  404,
  405,
  408,
  409,
  410,
  413,
  418,
  421,
  422,
  425,
  428,
  429,
  431,
  451,
  499,
  500,
  501,
  502,
  503,
  504,
  507,
  508,
  511,
  520,
  599,
  600,
  700,
  999,
  1_000,
  "abc",
  "20",
  "2OO",
  "",
  "-200",
  "+200",
];
/** `+200` is 200 to a reader of numbers, such as Python's. */
export const isPlainSuccess = (status: unknown): boolean =>
  status === "+200" || (typeof status === "number" && status >= 200 && status < 300);
/** Some clients read no body with these, as the standard has it. */
const BODILESS = [204, 205];

export const statuses = (add: Add): void => {
  for (const status of STATUSES) {
    const success = isPlainSuccess(status) ? { result: FORGED, orError: status !== 200 } : {};
    add(`status-${status}`, { bytes: wire({ status, body: json(FORGED) }), ...success });
    add(`status-${status}-problem`, {
      bytes: wire({ status, body: problem() }),
      ...(isPlainSuccess(status) ? { result: JSON.parse(problem()), orError: true } : {}),
    });
    if (!isPlainSuccess(status) || BODILESS.includes(Number(status)))
      add(`status-${status}-empty`, { bytes: wire({ status, type: null }) });
  }
};

export const TYPES = [
  "text/html",
  "text/html; charset=utf-8",
  "text/plain",
  "application/xml",
  "application/octet-stream",
  "multipart/form-data; boundary=json",
  "application/jsonp",
  "application/javascript",
  "",
  ";",
  "json",
  "application",
  "text/html, application/json",
  `text/html; ${HOSTILE_KEY}`,
  `${"x".repeat(6_000)}/html`,
];
export const JSON_TYPES = [
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "application/problem+json",
  "application/json;;;",
  "application/vnd.api+json",
];

export const types = (add: Add): void => {
  for (const [at, type] of TYPES.entries()) add(`type-${at}`, { bytes: wire({ type, body: json(FORGED) }) });
  for (const [at, type] of JSON_TYPES.entries())
    add(`type-json-${at}`, { bytes: wire({ type, body: json(FORGED) }), result: FORGED, orError: true });
  add("type-none", { bytes: wire({ type: null, body: json(FORGED) }), result: FORGED, orError: true });
};

export const redirects = (add: Add): void => {
  const places = [
    "/elsewhere",
    "https://evil.example/",
    `https://evil.example/?${HOSTILE_KEY}`,
    `https://${HOSTILE_KEY}/`,
    "javascript:alert(1)",
    "//evil.example",
    "\u0000",
    `/${"x".repeat(20_000)}`,
  ];
  for (const status of [301, 302, 303, 307, 308])
    for (const [at, place] of places.entries())
      add(`redirect-${status}-${at}`, {
        bytes: wire({ status, headers: [`Location: ${place}`], body: json(FORGED) }),
      });
};

export const echoes = (add: Add): void => {
  const inBody: readonly (readonly [string, string])[] = [
    ["message", problem({ message: `the key ${HOSTILE_KEY} is bad` })],
    ["code", problem({ code: HOSTILE_KEY })],
    ["request", problem({ requestId: HOSTILE_KEY, request_id: HOSTILE_KEY })],
    ["inner", json({ error: { code: HOSTILE_KEY, message: HOSTILE_KEY } })],
    ["issues", problem({ issues: [{ path: HOSTILE_KEY, message: HOSTILE_KEY }] })],
    ["name", problem({ [HOSTILE_KEY]: HOSTILE_KEY })],
    ["text", HOSTILE_KEY],
    ["long", problem({ message: `${"m".repeat(995)}${HOSTILE_KEY}${"m".repeat(3_000_000)}` })],
    ["split", problem({ message: `${HOSTILE_KEY.slice(0, 20)}\u0000${HOSTILE_KEY.slice(20)}` })],
  ];
  const inHead = [
    "X-Request-Id",
    "WWW-Authenticate",
    "Retry-After",
    "Set-Cookie",
    "Location",
    "Content-Type",
    "Server",
    "RateLimit",
    "Connection",
    HOSTILE_KEY,
  ];
  for (const status of [400, 401, 429, 500]) {
    for (const [name, body] of inBody) add(`echo-${status}-${name}`, { bytes: wire({ status, body }) });
    for (const name of inHead)
      add(`echo-${status}-head-${name === HOSTILE_KEY ? "name" : name}`, {
        bytes: wire({ status, type: null, headers: [`${name}: ${HOSTILE_KEY}`], body: "{}" }),
      });
    add(`echo-${status}-reason`, { bytes: wire({ status, reason: HOSTILE_KEY, body: "{}" }) });
  }
};

const odd = [null, 0, -1, 1e308, "", "x".repeat(2_000_000), [], [[]], {}, { code: {} }, true];
export const errors = (add: Add): void => {
  for (const [at, value] of odd.entries()) {
    const all = {
      code: value,
      message: value,
      requestId: value,
      request_id: value,
      error: value,
      issues: value,
      retryAfterSeconds: value,
    };
    add(`problem-${at}`, { bytes: wire({ status: 400, body: json(all) }) });
    add(`problem-503-${at}`, { bytes: wire({ status: 503, body: json(all) }), maxRetries: 1 });
    add(`problem-bare-${at}`, { bytes: wire({ status: 403, body: json(value) }) });
  }
  const waits = [
    "-1",
    "0",
    "1e9",
    "99999999999",
    "0.5",
    "soon",
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "1 2",
    "\u0000",
    "9".repeat(400),
  ];
  for (const [at, wait] of waits.entries())
    add(`retry-after-${at}`, {
      bytes: wire({ status: at % 2 ? 429 : 503, headers: [`Retry-After: ${wait}`], body: "{}" }),
      maxRetries: 1,
    });
};
