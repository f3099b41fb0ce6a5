// Writes handler.json: node_modules/.bin/node sdk/cases/make-handler.ts. Webhooks are signed here, by nothing but node:crypto.
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";

const NOW = 1_800_000_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

type Json = Record<string, unknown>;

const payloadOf = (name: unknown, number: number, more: Json = {}): Json => ({
  event: name,
  request_id: "req_1", // the caller's own X-Request-Id: the same for verifications that have nothing to do with each other
  timestamp: `2027-01-15T08:00:0${number}.000Z`,
  ...(name === "verification.completed"
    ? { verification: { status: "verified", processing_time_ms: 1 } }
    : {}),
  metadata: { order: `A-${number}` },
  ...more,
});

type Signing = {
  secrets?: string[];
  at?: number;
  signedId?: string;
  headers?: Json;
  more?: Json;
  body?: string;
};

/** A webhook as the service sends it. */
const webhook = (name: unknown, number = 1, signing: Signing = {}) => {
  const { secrets = [SECRET], at = NOW, signedId, headers = {}, more, body } = signing;
  const text = body ?? JSON.stringify(payloadOf(name, number, more));
  const id = `evt_${number}`;
  const mac = (key: string | Buffer, signed: string) => createHmac("sha256", key).update(signed);
  const keyOf = (secret: string) => Buffer.from(secret.slice(6), "base64");
  return {
    body: text,
    headers: {
      "x-service-signature": [
        `t=${at}`,
        ...secrets.map((one) => `v1=${mac(one, `${at}.${text}`).digest("hex")}`),
      ].join(","),
      "webhook-id": id,
      "webhook-timestamp": String(at),
      "webhook-signature": secrets
        .map((one) => `v1,${mac(keyOf(one), `${signedId ?? id}.${at}.${text}`).digest("base64")}`)
        .join(" "),
      "x-verification-id": `ver_${number}`,
      "x-verification-mode": "live",
      ...headers,
    },
  };
};
type Webhook = ReturnType<typeof webhook>;

const without = ({ body, headers }: Webhook, ...names: string[]) => ({
  unreadable: true,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))),
});

const COMPLETED = "verification.completed";
const deliver = (given: object, status: number, text = "", more: Json = {}): Json => ({
  deliver: given,
  ...more,
  expect: { status, text },
});
const catchUp = (result: Json, more: Json = {}): Json => ({ catchUp: more, expect: { result } });
const failing = (error: Json): Json => ({ catchUp: {}, expect: { error } });
const counts = (handled: number, known: number, ignored: number, gap = false): Json => ({
  handled,
  known,
  ignored,
  gap,
});

/** An item of GET /verify/events. */
const listed = (number: number, name: unknown = COMPLETED, more: Json = {}): Json => ({
  eventId: `evt_${number}`,
  mode: "live",
  verificationId: `ver_${number}`,
  payload: payloadOf(name, number),
  ...more,
});
const page = (events: Json[], nextCursor: string, hasMore = false): Json => ({
  body: { events, nextCursor, hasMore },
});
const asked = (...queries: Json[]) =>
  queries.map((query) => ({ method: "GET", path: "/verify/events", query }));
const effect = (number: number, source = "delivery", event: string = COMPLETED, more: Json = {}): Json => ({
  eventId: `evt_${number}`,
  event,
  source,
  ...more,
});

const oldest = (number: number, mode = "live"): Json =>
  page([listed(number, COMPLETED, { mode })], String(number), true);
const threeEvents = page([listed(1), listed(2), listed(3)], "3");
const ALL = { limit: "100" };
const ONE = { limit: "1" };

type Case = [
  id: string,
  guarantee: string,
  steps: Json[],
  expect: Json,
  more?: { script?: Json[]; handler?: Json },
];

// biome-ignore format: a case is a block that is read at once
const CASES: Case[] = [
  ["once", "A genuine event is answered with 204 and handed to the function of its name, with its id, verification and mode.",
    [deliver(webhook(COMPLETED), 204)],
    { effects: [effect(1, "delivery", COMPLETED, { verificationId: "ver_1", mode: "live" })] }],
  ["twice", "An event that is delivered again is answered with 204 and not handed over again.",
    [deliver(webhook(COMPLETED), 204), deliver(webhook(COMPLETED, 1, { at: NOW + 60 }), 204)], { effects: [effect(1)] }],
  ["same-time", "Deliveries of one event at the same time run the function once.",
    [deliver(webhook(COMPLETED), 204, "", { times: 4 })], { effects: [effect(1)] }],
  ["other-event", "Two events with one request_id, as when the shop sends its own X-Request-Id, are two.",
    [deliver(webhook(COMPLETED), 204), deliver(webhook(COMPLETED, 2), 204)], { effects: [effect(1), effect(2)] }],
  ["failure", "Where the function fails, the answer is 500, and the next delivery runs it again.",
    [deliver(webhook(COMPLETED), 500, "handler_failed"), deliver(webhook(COMPLETED), 204), deliver(webhook(COMPLETED), 204)],
    { effects: [effect(1)], logs: ["deliver it again"] }, { handler: { fails: { evt_1: 1 } } }],
  ["failure-same-time", "Where the function fails, a delivery that has waited for it takes its turn.",
    [{ deliver: webhook(COMPLETED), times: 2, expect: { statuses: [204, 500] } }],
    { effects: [effect(1)] }, { handler: { fails: { evt_1: 1 } } }],
  ["unsigned", "A request without a signature is refused before its body is read.",
    [deliver(without(webhook(COMPLETED), "x-service-signature"), 401, "malformed_header")],
    { effects: [], logs: ["malformed_header"] }],
  ["no-id", "A request without a signed id is refused before its body is read.",
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
      deliver(without(webhook(COMPLETED), name), 401, "malformed_header")),
    { effects: [], logs: ["webhook-id"] }],
  ["other-id", "A webhook that was sent again under another id is refused: the id is signed, too.",
    [deliver(webhook(COMPLETED), 204), deliver(webhook(COMPLETED, 1, { headers: { "webhook-id": "evt_2", "x-event-id": "evt_2" } }), 401, "signature_mismatch")],
    { effects: [effect(1)], logs: ["webhook-id"] }],
  ["x-event-id", "X-Event-Id is not signed, and makes no new event of one that is known.",
    [deliver(webhook(COMPLETED), 204), deliver(webhook(COMPLETED, 1, { headers: { "x-event-id": "evt_2" } }), 204)],
    { effects: [effect(1)] }],
  ["other-secret", "What another secret signed is answered with 401.",
    [deliver(webhook(COMPLETED, 1, { secrets: [OTHER] }), 401, "signature_mismatch")], { effects: [] }],
  ["changed", "A changed body is answered with 401.",
    [deliver({ ...webhook(COMPLETED), body: webhook(COMPLETED).body.replace("A-1", "A-2") }, 401, "signature_mismatch")],
    { effects: [] }],
  ["old", "What was signed an hour ago is answered with 401.",
    [deliver(webhook(COMPLETED, 1, { at: NOW - 3_600 }), 401, "timestamp_too_old")], { effects: [] }],
  ["rolled", "While a secret is being rolled, either counts.",
    [deliver(webhook(COMPLETED, 1, { secrets: [OTHER, SECRET] }), 204), deliver(webhook(COMPLETED, 2, { secrets: [OTHER] }), 204)],
    { effects: [effect(1), effect(2)] }, { handler: { secrets: [SECRET, OTHER] } }],
  ["no-secret", "Without a secret everything is refused, and the log says why.",
    [deliver(webhook(COMPLETED), 401, "no_secret")], { effects: [], logs: ["LINTEL_WEBHOOK_SECRET"] }, { handler: { secrets: [] } }],
  ["too-long", "A body that is longer than maxBytes is answered with 413.",
    [deliver(webhook(COMPLETED), 413, "body_too_large")], { effects: [] }, { handler: { maxBytes: 64 } }],
  ["as-long", "A body of maxBytes is read.",
    [deliver(webhook(COMPLETED), 204)], { effects: [effect(1)] }, { handler: { maxBytes: webhook(COMPLETED).body.length } }],
  ["no-json", "What is signed and no JSON object is answered with 400.",
    ["null", "[]", "7", "{"].map((body) => deliver(webhook("", 1, { body }), 400, "no_event")), { effects: [] }],
  ["other-kinds", "Events without a function are answered with 204 and ignored, whatever they are called.",
    ["verification.expired", "verification.invented", "constructor", "toString", "__proto__", "hasOwnProperty", ""].map((name) =>
      deliver(webhook(name), 204)), { effects: [] }],
  ["default", "default gets the events that have no function.",
    [deliver(webhook("verification.invented"), 204), deliver(webhook(COMPLETED, 2), 204), deliver(webhook("constructor", 3), 204)],
    { effects: [effect(1, "delivery", "verification.invented"), effect(2), effect(3, "delivery", "constructor")] },
    { handler: { on: [COMPLETED, "default"] } }],
  ["forged-headers", "A verification's id and a mode that have not their form are not handed on.",
    [deliver(webhook(COMPLETED, 1, { headers: { "x-verification-id": "<script>", "x-verification-mode": "LIVE!" } }), 204)],
    { effects: [effect(1, "delivery", COMPLETED, { verificationId: null, mode: null })] }],
  ["order", "An event that comes before an earlier one is handed over as it comes.",
    [deliver(webhook("verification.redacted", 2), 204), deliver(webhook(COMPLETED, 1), 204)],
    { effects: [effect(2, "delivery", "verification.redacted"), effect(1)] },
    { handler: { on: [COMPLETED, "verification.redacted"] } }],
  ["misspelt", "A function for an event that does not exist is refused at once.",
    [], { error: { type: "LintelError", messageContains: ["verification.complete"] } }, { handler: { on: ["verification.complete"] } }],
  ["no-function", "A handler without a function is refused at once.",
    [], { error: { type: "LintelError", messageContains: ["default"] } }, { handler: { on: [] } }],
  ["all-kinds", "Every event of the service can have a function.",
    [deliver(webhook("delivery.exhausted"), 204)], { effects: [effect(1, "delivery", "delivery.exhausted")] },
    { handler: { on: [COMPLETED, "verification.failed", "verification.expired", "verification.appealed", "verification.redacted", "alert.raised", "alert.resolved", "endpoint.failing", "endpoint.disabled", "endpoint.recovered", "delivery.exhausted", "default"] } }],

  ["catch-up", "Catching up hands over what is listed, page by page, and begins next time where it left off.",
    [catchUp(counts(3, 0, 0)), catchUp(counts(0, 0, 0))],
    { effects: [1, 2, 3].map((number) => effect(number, "events", COMPLETED, { verificationId: `ver_${number}`, mode: "live" })),
      cursors: { live: "3" }, requests: asked(ONE, ALL, { ...ALL, after: "2" }, ONE, { ...ALL, after: "3" }) },
    { script: [oldest(1), page([listed(1), listed(2)], "2", true), page([listed(3)], "3"), oldest(1), page([], "3")] }],
  ["catch-up-known", "What came as a webhook is known to catching up, and the other way about.",
    [deliver(webhook(COMPLETED, 2), 204), catchUp(counts(2, 1, 0)), deliver(webhook(COMPLETED, 1), 204), deliver(webhook(COMPLETED, 3), 204)],
    { effects: [effect(2), effect(1, "events"), effect(3, "events")] }, { script: [oldest(1), threeEvents] }],
  ["catch-up-failure", "Where the function fails, the others are handed over all the same, and the next time asks for it again.",
    [failing({ type: "shop" }), catchUp(counts(1, 2, 0))],
    { effects: [effect(1, "events"), effect(3, "events"), effect(2, "events")], logs: ["evt_2"], cursors: { live: "3" },
      requests: asked(ONE, ALL, { ...ALL, after: "2" }, ONE, ALL, { ...ALL, after: "2" }) },
    { script: [oldest(1), page([listed(1), listed(2)], "2", true), page([listed(3)], "3"), oldest(1), page([listed(1), listed(2)], "2", true), page([listed(3)], "3")],
      handler: { fails: { evt_2: 1 } } }],
  ["catch-up-ignored", "Listed events without a function are ignored.",
    [catchUp(counts(1, 0, 1))], { effects: [effect(1, "events")], cursors: { live: "2" } },
    { script: [oldest(1), page([listed(1), listed(2, "verification.expired")], "2")] }],
  ["catch-up-nothing", "Where nothing is kept, nothing is asked further.",
    [catchUp(counts(0, 0, 0))], { effects: [], requests: asked(ONE) }, { script: [page([], "0")] }],
  ["catch-up-gap", "A cursor from before the oldest event that is kept is reported, and what is left is handed over.",
    [catchUp(counts(1, 0, 0, true)), catchUp(counts(0, 0, 0))], { effects: [effect(20, "events")], logs: ["missing"], cursors: { live: "20" } },
    { script: [oldest(20), page([listed(20)], "20"), oldest(20), page([], "20")], handler: { cursors: { live: "10" } } }],
  ["catch-up-no-gap", "A cursor right before the oldest event that is kept misses nothing.",
    [catchUp(counts(1, 0, 0, false))], { effects: [effect(11, "events")], logsAtMost: 0, requests: asked(ONE, { ...ALL, after: "10" }) },
    { script: [oldest(11), page([listed(11)], "11")], handler: { cursors: { live: "10" } } }],
  ["catch-up-restored", "A cursor that is ahead, as after a restored backup, begins again at the oldest event.",
    [deliver(webhook(COMPLETED, 1), 204), catchUp(counts(2, 1, 0))],
    { effects: [effect(1), effect(2, "events"), effect(3, "events")], logs: ["backup"], cursors: { live: "3" },
      requests: asked(ONE, { ...ALL, after: "99" }, ALL) },
    { script: [oldest(1), { status: 400, problem: { code: "INVALID_PARAMETERS", issues: [{ path: "after", message: "is ahead of your events" }] } }, threeEvents],
      handler: { cursors: { live: "99" } } }],
  ["catch-up-modes", "Live and test events have a cursor each.",
    [catchUp(counts(1, 0, 0))], { effects: [effect(4, "events", COMPLETED, { mode: "test" })], cursors: { live: "50", test: "4" },
      requests: asked(ONE, { ...ALL, after: "3" }) },
    { script: [oldest(2, "test"), page([listed(4, COMPLETED, { mode: "test" })], "4")], handler: { cursors: { live: "50", test: "3" } } }],
  ["catch-up-since", "With since, what happened before is ignored: a shop that begins with the handler does nothing twice.",
    [catchUp(counts(2, 0, 1), { since: Date.UTC(2027, 0, 15, 8, 0, 2) / 1_000 })],
    { effects: [effect(2, "events"), effect(3, "events")], cursors: { live: "3" } }, { script: [oldest(1), threeEvents] }],
  ["catch-up-error", "An error of the service is the caller's, and the cursor stays.",
    [failing({ type: "AuthenticationError", code: "AUTH_INVALID_KEY" })], { effects: [], cursors: { live: "10" } },
    { script: [oldest(1), { status: 401, problem: { code: "AUTH_INVALID_KEY" } }], handler: { cursors: { live: "10" } } }],
  ["catch-up-stuck", "A server that says there is more and gives no new cursor does not keep the shop forever.",
    [failing({ type: "LintelError", messageContains: ["cursor"] })], { effects: [effect(1, "events")] },
    { script: [oldest(1), page([listed(1)], "1", true), page([listed(1)], "1", true)] }],
  ["catch-up-no-client", "Without a client, catching up says what is missing.",
    [failing({ type: "LintelError", messageContains: ["client"] })], { effects: [] }, { handler: { client: false } }],
];

const cases = CASES.map(([id, guarantee, steps, expect, { script, handler = {} } = {}]) => ({
  id: `handler-${id}`,
  guarantee,
  server: script ? "standin" : "none",
  clock: NOW,
  ...(script ? { script } : {}),
  handler: { on: [COMPLETED], secrets: [SECRET], ...handler },
  steps,
  expect,
}));
writeFileSync(new URL("handler.json", import.meta.url), `${JSON.stringify(cases, null, 2)}\n`);
