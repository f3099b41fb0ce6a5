import { generateKeyPairSync } from "node:crypto";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { methodOfVendor, VENDOR_KINDS, type VendorKind } from "#core/identity/vendor.ts";
import { createLogger } from "#platform/log.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { completeWith } from "#services/check/end.ts";
import { switchVendor } from "#services/vendors/accounts.ts";
import { redactVendorSessions } from "#services/vendors/redact.ts";
import { DIDIT_STAND_IN, signedByDidit } from "../../lab/vendors/didit-answers.ts";
import type { Callback } from "../../lab/vendors/stand-in.ts";
import { STRIPE_STAND_IN_KEYS } from "../../lab/vendors/stripe.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start } from "../support/http/actions.ts";
import {
  addStandIn,
  call,
  comeBack,
  goThere,
  newsOf,
  rowsOf,
  type StandIns,
  startStandIns,
} from "../support/vendors/walk.ts";
import { createService, type TestService } from "../support/world/service.ts";

let standIns: StandIns;
let service: TestService;
let tenant = { id: "", liveKey: "", testKey: "" };
let ids: Record<VendorKind, string>;

const makeTenant = async () => {
  const made = await service.tenant({ plan: "scale" });
  const stripe = await addStandIn(service.deps, made.id, standIns);
  const yoti = await addStandIn(service.deps, made.id, standIns, { kind: "yoti" });
  const didit = await addStandIn(service.deps, made.id, standIns, { kind: "didit" });
  await patchTenant(service.call, made.id, { methods: ["document", ...VENDOR_KINDS.map(methodOfVendor)] });
  return { ...made, ids: { stripe: stripe.id, yoti: yoti.id, didit: didit.id } };
};

beforeAll(async () => {
  standIns = await startStandIns();
  service = await createService({ env: standIns.env });
  const made = await makeTenant();
  tenant = made;
  ids = made.ids;
});

afterEach(() => standIns.reset());

afterAll(async () => {
  await service.close();
  await standIns.stop();
});

/** A person who is at the vendor, and the vendor's session. */
const atVendor = async (kind: VendorKind, key = tenant.liveKey, input: Record<string, unknown> = {}) => {
  const started = await start(service.call, key, input);
  const secret = secretOf(started);
  const sent = await goThere(service.deps, secret, kind);
  return { id: started.verificationId, secret, ...sent };
};

/** Calls, and expects that nothing that an answer could change has changed. */
const changesNothing = async (
  id: string,
  act: () => Promise<number>,
  status: number,
): Promise<Awaited<ReturnType<typeof rowsOf>>> => {
  const before = await rowsOf(service.deps, id);
  expect(before.verification).not.toBeNull();
  expect(await act()).toBe(status);
  expect(await rowsOf(service.deps, id)).toEqual(before);
  return before;
};

const changed = (text: string): string =>
  text.replace(/"(state|type)": ?"[^"]+"/, '"$1":"identity.verification_session.canceled"');

const FORGED: Readonly<Record<VendorKind, Readonly<Record<string, (sessionId: string) => Callback>>>> = {
  stripe: {
    "with another secret": (id) =>
      standIns.stripe.event(id, "verified", { secret: "whsec_anotherSecretOfStripe" }),
    "with a changed body": (id) => {
      const { body, headers } = standIns.stripe.event(id, "verified");
      return { body: changed(body), headers };
    },
    "without a signature": (id) => ({ ...standIns.stripe.event(id, "verified"), headers: {} }),
    "with an empty signature": (id) => ({
      ...standIns.stripe.event(id, "verified"),
      headers: { "stripe-signature": "" },
    }),
    "signed six minutes ago": (id) =>
      standIns.stripe.event(id, "verified", { at: new Date(Date.now() - 6 * 60_000) }),
    "that is no JSON": () => ({ body: "x", headers: { "stripe-signature": "t=1,v1=00" } }),
  },
  yoti: {
    "with a changed body": (id) => {
      const { body, headers } = standIns.yoti.notification(id, { state: "FAIL" });
      return { body: changed(body), headers };
    },
    "without a signature": (id) => {
      const { signature: _signature, ...rest } = JSON.parse(standIns.yoti.notification(id).body);
      return { body: JSON.stringify(rest), headers: {} };
    },
    "signed with a key that is not Yoti's": (id) => {
      const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const { signature: _signature, ...rest } = JSON.parse(standIns.yoti.notification(id).body);
      const signature = publicKey.export({ format: "der", type: "spki" }).toString("base64");
      return { body: JSON.stringify({ ...rest, signature }), headers: {} };
    },
    "with a signature that is no text": (id) => ({
      body: JSON.stringify({ ...JSON.parse(standIns.yoti.notification(id).body), signature: 7 }),
      headers: {},
    }),
    "that is no JSON": () => ({ body: "{", headers: {} }),
    "that is a list": () => ({ body: "[]", headers: {} }),
  },
  didit: {
    "with another secret": (id) => standIns.didit.event(id, { secret: "of_another_destination_at_didit" }),
    "with a changed body": (id) => {
      const { body, headers } = standIns.didit.event(id);
      return { body: body.replace('"status":"Approved"', '"status":"Declined"'), headers };
    },
    "without a signature": (id) => ({ ...standIns.didit.event(id), headers: {} }),
    "with an empty signature": (id) => {
      const { body, headers } = standIns.didit.event(id);
      return { body, headers: { ...headers, "x-signature-v2": "" } };
    },
    "with the signatures that are not asked for": (id) => {
      const { body, headers } = standIns.didit.event(id);
      const { "x-signature-v2": _signature, ...others } = headers;
      return { body, headers: others };
    },
    "with a signature that goes on": (id) => {
      const { body, headers } = standIns.didit.event(id);
      return { body, headers: { ...headers, "x-signature-v2": `${headers["x-signature-v2"]}zz` } };
    },
    "without a time": (id) => {
      const { body, headers } = standIns.didit.event(id);
      const { "x-timestamp": _at, ...others } = headers;
      return { body, headers: others };
    },
    "with a time in words": (id) => {
      const { body, headers } = standIns.didit.event(id);
      return { body, headers: { ...headers, "x-timestamp": "now" } };
    },
    "sent six minutes ago": (id) => standIns.didit.event(id, { at: new Date(Date.now() - 6 * 60_000) }),
    "sent in six minutes": (id) => standIns.didit.event(id, { sentAt: new Date(Date.now() + 6 * 60_000) }),
    "of an hour ago, with the time of now beside it": (id) =>
      standIns.didit.event(id, { at: new Date(Date.now() - 60 * 60_000), sentAt: new Date() }),
    "that is no JSON": (id) => ({ ...standIns.didit.event(id), body: "x" }),
    "that is a list": (id) => ({ ...standIns.didit.event(id), body: "[]" }),
  },
};

describe.each(VENDOR_KINDS)("a callback in the name of %s changes nothing", (kind) => {
  test.each(Object.keys(FORGED[kind]))("forged: %s", async (name) => {
    const { id, sessionId } = await atVendor(kind);
    standIns[kind].finish(sessionId, "adult");
    const forged = FORGED[kind][name]?.(sessionId) ?? { body: "", headers: {} };
    const before = await changesNothing(id, () => call(service.deps, ids[kind], forged), 400);
    expect(before.sessions).toMatchObject([{ endedAt: null }]);
    // The genuine one is taken: the session was open all the time.
    expect(await call(service.deps, ids[kind], newsOf(standIns, kind, sessionId))).toBe(200);
    expect((await rowsOf(service.deps, id)).verification).toMatchObject({ verified: true });
  });

  test("that comes again, a hundred times and at once with the first", async () => {
    const { id, sessionId } = await atVendor(kind);
    standIns[kind].finish(sessionId, "adult");
    const news = newsOf(standIns, kind, sessionId);
    const first = await Promise.all(Array.from({ length: 8 }, () => call(service.deps, ids[kind], news)));
    expect(new Set(first)).toEqual(new Set([200]));
    const after = await rowsOf(service.deps, id);
    expect(after.attempts).toHaveLength(1);
    expect(after.tokens).toHaveLength(1);
    expect(after.events.filter(({ type }) => type === "verification.completed")).toHaveLength(1);
    await changesNothing(id, () => call(service.deps, ids[kind], news), 200);
  });

  test("that comes again after the vendor could not say: it is one attempt, and a better answer comes too late", async () => {
    const { id, sessionId } = await atVendor(kind);
    standIns[kind].finish(sessionId, "unreadable");
    const news = newsOf(standIns, kind, sessionId, "requires_input");
    const first = await Promise.all(Array.from({ length: 8 }, () => call(service.deps, ids[kind], news)));
    expect(new Set(first)).toEqual(new Set([200]));
    standIns[kind].finish(sessionId, "adult");
    const before = await changesNothing(
      id,
      () => call(service.deps, ids[kind], newsOf(standIns, kind, sessionId)),
      200,
    );
    expect(before.attempts).toMatchObject([{ finding: "VENDOR_UNDECIDED" }]);
    expect(before.verification).toMatchObject({ status: "in_progress" });
  });

  test("that comes after the session was erased", async () => {
    const { id, sessionId } = await atVendor(kind);
    standIns[kind].finish(sessionId, "adult");
    const news = newsOf(standIns, kind, sessionId);
    await call(service.deps, ids[kind], news);
    await redactVendorSessions(systemCtx(service.deps), 100);
    const before = await changesNothing(id, () => call(service.deps, ids[kind], news), 200);
    expect(before.sessions).toEqual([]);
  });

  test("that comes when the verification was decided in another way", async () => {
    const { id, sessionId } = await atVendor(kind);
    standIns[kind].finish(sessionId, "minor");
    const band = { atLeast: 30, below: null };
    const decision = {
      outcome: "approved" as const,
      method: "document",
      verifiedAge: 30,
      band,
      confidence: 1,
      documentType: null,
      documentReused: null,
      assurance: null,
      reason: null,
    };
    const target = await service.deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
    await completeWith(
      systemCtx(service.deps),
      service.deps.db.orm,
      { ...target, thresholds: [], disclosure: "age" },
      decision,
      3600,
    );
    const before = await changesNothing(
      id,
      () => call(service.deps, ids[kind], newsOf(standIns, kind, sessionId)),
      200,
    );
    expect(before.verification).toMatchObject({ verified: true, method: "document" });
  });

  test("that comes when the verification has run out", async () => {
    const { id, sessionId } = await atVendor(kind, tenant.liveKey, { expiresInSeconds: 300 });
    standIns[kind].finish(sessionId, "adult");
    const later = new Date(Date.now() + 301_000);
    const deps = { ...service.deps, now: () => later };
    const news = {
      stripe: () => standIns.stripe.event(sessionId, "verified", { at: later }),
      yoti: () => standIns.yoti.notification(sessionId),
      didit: () => standIns.didit.event(sessionId, { at: later }),
    }[kind]();
    await changesNothing(id, () => call(deps, ids[kind], news), 200);
  });

  test("that comes before the person did anything, whatever it says", async () => {
    const { id, sessionId } = await atVendor(kind);
    const lies = {
      stripe: () => standIns.stripe.event(sessionId, "verified"),
      yoti: () => standIns.yoti.notification(sessionId, { state: "COMPLETE", result: true, age: 99 }),
      didit: () => standIns.didit.event(sessionId, { change: { status: "Approved" } }),
    }[kind]();
    await changesNothing(id, () => call(service.deps, ids[kind], lies), 200);
    standIns[kind].finish(sessionId, "minor");
    await call(service.deps, ids[kind], lies);
    // What was fetched decides, not what the callback said.
    expect((await rowsOf(service.deps, id)).verification).toMatchObject({ verified: false });
  });

  test("that says the opposite, after the answer was taken", async () => {
    const { id, sessionId, cookie } = await atVendor(kind);
    await comeBack(service.deps, standIns[kind].finish(sessionId, "adult"), cookie);
    standIns[kind].finish(sessionId, "stop");
    const opposite = {
      stripe: () => standIns.stripe.event(sessionId, "canceled"),
      yoti: () => standIns.yoti.notification(sessionId, { state: "FAIL" }),
      didit: () => standIns.didit.event(sessionId, { change: { status: "Declined" } }),
    }[kind]();
    const before = await changesNothing(id, () => call(service.deps, ids[kind], opposite), 200);
    expect(before.verification).toMatchObject({ verified: true });
  });

  test("about a session that nobody knows", async () => {
    const { id } = await atVendor(kind);
    await changesNothing(
      id,
      () => call(service.deps, ids[kind], newsOf(standIns, kind, "vs_000000000000")),
      200,
    );
  });

  test("about another tenant's session, by an account of the attacker's own", async () => {
    const { id, sessionId } = await atVendor(kind);
    standIns[kind].finish(sessionId, "adult");
    const attacker = await makeTenant();
    const before = await changesNothing(
      id,
      () => call(service.deps, attacker.ids[kind], newsOf(standIns, kind, sessionId)),
      200,
    );
    expect(before.sessions).toMatchObject([{ endedAt: null }]);
  });

  test("to a vendor that is switched off, or that there is not", async () => {
    const own = await makeTenant();
    const { id, sessionId, cookie } = await atVendor(kind, own.liveKey);
    const back = standIns[kind].finish(sessionId, "adult");
    const owner = await ownerCtx(service.deps, own.id);
    await switchVendor(owner, { id: own.ids[kind], isActive: false });
    const news = newsOf(standIns, kind, sessionId);
    await changesNothing(id, () => call(service.deps, own.ids[kind], news), 404);
    await changesNothing(id, () => call(service.deps, "vnd_0000000000000000000000000q", news), 404);
    await changesNothing(id, () => call(service.deps, "nonsense", news), 404);
    await comeBack(service.deps, back, cookie);
    expect((await rowsOf(service.deps, id)).attempts).toEqual([]);
  });

  test("that is larger than any of the vendor's", async () => {
    const { id } = await atVendor(kind);
    const large = { body: `{"a":"${"x".repeat(70_000)}"}`, headers: {} };
    await changesNothing(id, () => call(service.deps, ids[kind], large), 413);
  });

  test("while the vendor itself does not answer: it is to be sent again, and then it is taken", async () => {
    const { id, sessionId } = await atVendor(kind);
    standIns[kind].finish(sessionId, "adult");
    const news = newsOf(standIns, kind, sessionId);
    standIns[kind].trouble = 500;
    await changesNothing(id, () => call(service.deps, ids[kind], news), 503);
    standIns.reset();
    expect(await call(service.deps, ids[kind], news)).toBe(200);
    expect((await rowsOf(service.deps, id)).verification).toMatchObject({ verified: true });
  });
});

/** A body as Stripe signs it, whatever it says. */
const signedByStripe = (payload: string): Callback => {
  const { callbackKey: secret } = STRIPE_STAND_IN_KEYS.live;
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return { body: payload, headers: { "stripe-signature": header } };
};

const VERIFIED = { type: "identity.verification_session.verified", livemode: true, object: "event" };

describe("a genuine body that says nothing gets an answer with a reason, never a 500", () => {
  test.each([
    ["null", null, 400, "callback_invalid"],
    ["a list", [], 400, "callback_invalid"],
    ["a number", 7, 400, "callback_invalid"],
    ["no type", { livemode: true, data: {} }, 400, "callback_invalid"],
    ["no data", VERIFIED, 400, "callback_invalid"],
    ["data that is null", { ...VERIFIED, data: null }, 400, "callback_invalid"],
    ["no object in its data", { ...VERIFIED, data: {} }, 400, "callback_invalid"],
    ["an object that is null", { ...VERIFIED, data: { object: null } }, 400, "callback_invalid"],
    ["an id that is no text", { ...VERIFIED, data: { object: { id: 7 } } }, 400, "callback_invalid"],
    ["a thin event", { ...VERIFIED, object: "v2.core.event" }, 400, "callback_thin"],
    ["an event of another kind, without data", { ...VERIFIED, type: "charge.refunded" }, 200, null],
  ] as const)("Stripe: %s", async (_name, body, status, reason) => {
    const { id } = await atVendor("stripe");
    const lines: string[] = [];
    const log = createLogger({
      level: "warn",
      now: service.deps.now,
      write: (line) => void lines.push(line),
    });
    const deps = { ...service.deps, log };
    await changesNothing(
      id,
      () => call(deps, ids.stripe, signedByStripe(JSON.stringify(body) ?? "")),
      status,
    );
    const reasons = lines.map((line) => JSON.parse(line).reason);
    expect(reasons).toEqual(reason === null ? [] : [reason]);
  });

  test("Yoti: what is too deep to be written again, and a session that is no text", async () => {
    const { id } = await atVendor("yoti");
    const deep = `{"signature":"AAAA","a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    await changesNothing(id, () => call(service.deps, ids.yoti, { body: deep, headers: {} }), 400);
    const odd = standIns.yoti.notification("", { session_key: 7 });
    await changesNothing(id, () => call(service.deps, ids.yoti, odd), 200);
  });
});

describe("Stripe's events", () => {
  test("are taken as Stripe's own package signs them", async () => {
    const { id, sessionId } = await atVendor("stripe");
    standIns.stripe.finish(sessionId, "adult");
    const { body } = standIns.stripe.event(sessionId, "verified");
    expect(await call(service.deps, ids.stripe, signedByStripe(body))).toBe(200);
    expect((await rowsOf(service.deps, id)).verification).toMatchObject({ verified: true });
  });

  test.each(["created", "processing", "redacted"])("of the kind %s say nothing of a result", async (type) => {
    const { id, sessionId } = await atVendor("stripe");
    standIns.stripe.finish(sessionId, "adult");
    await changesNothing(
      id,
      () => call(service.deps, ids.stripe, standIns.stripe.event(sessionId, type)),
      200,
    );
  });

  test("of test mode do not count for a live account", async () => {
    const { id, sessionId } = await atVendor("stripe");
    standIns.stripe.finish(sessionId, "adult");
    const event = standIns.stripe.event(sessionId, "verified", { livemode: false });
    await changesNothing(id, () => call(service.deps, ids.stripe, event), 200);
  });

  test("about a session that was made for someone else's reference decide nothing", async () => {
    const { id, sessionId } = await atVendor("stripe");
    standIns.stripe.finish(sessionId, "adult");
    const session = standIns.stripe.sessions.get(sessionId);
    if (session) session.reference = "another";
    await changesNothing(
      id,
      () => call(service.deps, ids.stripe, standIns.stripe.event(sessionId, "verified")),
      503,
    );
  });
});

describe("Didit's events", () => {
  /** A body as Didit signs it, whatever it says. */
  const signed = (body: string): Callback => signedByDidit(body, DIDIT_STAND_IN.live.callbackKey, new Date());
  const seconds = () => Math.floor(Date.now() / 1000);

  test("are taken however a proxy has written them again: in another order, with spaces, escapes and fractions", async () => {
    const { id, sessionId } = await atVendor("didit");
    standIns.didit.finish(sessionId, "adult");
    const { body, headers } = standIns.didit.event(sessionId);
    const { event_id: first, ...others } = JSON.parse(body);
    const rewritten = JSON.stringify({ ...others, event_id: first }, null, 2)
      .replace("Española", "Espa\\u00f1ola")
      .replace('"score": 98,', '"score": 98.0,');
    expect(rewritten).toContain("\\u00f1");
    expect(rewritten).toContain("98.0");
    expect(await call(service.deps, ids.didit, { body: rewritten, headers })).toBe(200);
    expect((await rowsOf(service.deps, id)).verification).toMatchObject({ verified: true });
  });

  test.each<[string, () => unknown, number]>([
    ["null", () => null, 400],
    ["a list", () => [], 400],
    ["a number", () => 7, 400],
    ["no time", () => ({ webhook_type: "status.updated", session_id: "x" }), 400],
    ["a time that is a text", () => ({ timestamp: String(seconds()), webhook_type: "status.updated" }), 400],
    ["no type", () => ({ timestamp: seconds(), session_id: "x" }), 400],
    ["no session", () => ({ timestamp: seconds(), webhook_type: "status.updated" }), 400],
    [
      "a session that is a number",
      () => ({ timestamp: seconds(), webhook_type: "status.updated", session_id: 7 }),
      400,
    ],
    ["an event of another kind", () => ({ timestamp: seconds(), webhook_type: "user.data.updated" }), 200],
  ])("genuine, but %s: an answer, and never a 500", async (_name, bodyOf, status) => {
    const { id } = await atVendor("didit");
    await changesNothing(id, () => call(service.deps, ids.didit, signed(JSON.stringify(bodyOf()))), status);
  });

  test("too deep to be written again are refused", async () => {
    const { id } = await atVendor("didit");
    const { headers } = standIns.didit.event("x");
    const body = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    await changesNothing(id, () => call(service.deps, ids.didit, { body, headers }), 400);
  });

  test.each([
    ["of the sandbox", { environment: "sandbox" }],
    ["about a business", { session_kind: "business" }],
    ["about data that were corrected", { webhook_type: "data.updated" }],
  ])("%s do not count for a live account", async (_name, change) => {
    const { id, sessionId } = await atVendor("didit");
    standIns.didit.finish(sessionId, "adult");
    const event = standIns.didit.event(sessionId, { change });
    await changesNothing(id, () => call(service.deps, ids.didit, event), 200);
  });

  test("about a session that was made for someone else's reference decide nothing", async () => {
    const { id, sessionId } = await atVendor("didit");
    standIns.didit.finish(sessionId, "adult");
    const session = standIns.didit.sessionOf(sessionId);
    if (session) session.vendorData = "another";
    await changesNothing(id, () => call(service.deps, ids.didit, standIns.didit.event(sessionId)), 503);
  });
});

test("a live account at Yoti without a key takes what Yoti's published key has signed, and nothing else", async () => {
  const own = await service.tenant({ plan: "scale" });
  const { id: vendorId } = await addStandIn(service.deps, own.id, standIns, {
    kind: "yoti",
    callbackKey: undefined,
  });
  await patchTenant(service.call, own.id, { methods: ["vendor:yoti"] });
  const { id, sessionId, cookie } = await atVendor("yoti", own.liveKey);
  const back = standIns.yoti.finish(sessionId, "adult");
  const news = standIns.yoti.notification(sessionId);
  await changesNothing(id, () => call(service.deps, vendorId, news), 400);
  // The way back needs no notification.
  await comeBack(service.deps, back, cookie);
  expect((await rowsOf(service.deps, id)).verification).toMatchObject({ verified: true });
});
