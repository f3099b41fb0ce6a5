import { afterAll, beforeAll, expect, test } from "vitest";
import { methodOfVendor, VENDOR_KINDS, type VendorKind } from "#core/identity/vendor.ts";
import { createLogger } from "#platform/log.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { redactVendorSessions } from "#services/vendors/redact.ts";
import { DIDIT_STAND_IN } from "../../lab/vendors/didit-answers.ts";
import type { Outcome } from "../../lab/vendors/stand-in.ts";
import { STRIPE_STAND_IN_KEYS } from "../../lab/vendors/stripe.ts";
import { YOTI_STAND_IN } from "../../lab/vendors/yoti.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import {
  addStandIn,
  call,
  comeBack,
  goThere,
  newsOf,
  type StandIns,
  startStandIns,
} from "../support/vendors/walk.ts";
import { dump } from "../support/world/dump.ts";
import { createService, type TestService } from "../support/world/service.ts";

const MARKED = {
  first_name: "Givenmark318",
  last_name: "Familymark318",
  address: { line1: "Markstreet 318", city: "Marktown318", postal_code: "MK31 8MK", country: "DE" },
  email: "marked318@people.example",
  phone: "+4930318318318",
  id_number: "MARK-318-0605",
  id_number_type: "us_ssn",
  sex: "marksex318",
  unparsed_place_of_birth: "Markville318",
  birth: { year: 1987, month: 6, day: 5 },
} as const;

const MARKS = [
  "Givenmark318",
  "Familymark318",
  "Markstreet",
  "Marktown318",
  "MK31 8MK",
  "marked318",
  "318318318",
  "MARK-318",
  "marksex318",
  "Markville318",
  "1987-06-05",
  "19870605",
  "5.6.1987",
];

/** A line outlives the erasure of the check that it names. */
const NAMES_A_CHECK = /ver_[0-9a-z]{26}/;

let standIns: StandIns;
let service: TestService;

beforeAll(async () => {
  standIns = await startStandIns();
  service = await createService({ env: standIns.env });
});

afterAll(async () => {
  await service.close();
  await standIns.stop();
});

/** A mark in every field that the vendors' answers and callbacks can hold; decisions, and every way to have none. */
test("nothing that a vendor says of a person is in the database or in the log, nor a session's id, a cookie or a key", async () => {
  const lines: string[] = [];
  const log = createLogger({ level: "debug", now: service.deps.now, write: (line) => void lines.push(line) });
  const deps = { ...service.deps, log };
  const tenant = await service.tenant({ plan: "scale" });
  const stripe = await addStandIn(deps, tenant.id, standIns);
  const yoti = await addStandIn(deps, tenant.id, standIns, { kind: "yoti" });
  const didit = await addStandIn(deps, tenant.id, standIns, { kind: "didit" });
  const methods = ["document", ...VENDOR_KINDS.map(methodOfVendor)];
  await patchTenant(service.call, tenant.id, { methods });
  standIns.stripe.person = MARKED;
  standIns.yoti.person = MARKED;
  standIns.didit.person = MARKED;
  const seen: string[] = [];
  const walk = async (kind: VendorKind, outcome: Outcome, trouble: number | null = null) => {
    const started = await start(service.call, tenant.liveKey);
    const sent = await goThere(deps, secretOf(started), kind);
    seen.push(sent.sessionId, sent.cookie.split("=")[1] ?? "");
    if (kind === "didit") seen.push(standIns.didit.sessionOf(sent.sessionId)?.id ?? "");
    const back = standIns[kind].finish(sent.sessionId, outcome);
    standIns[kind].trouble = trouble;
    await comeBack(deps, back, sent.cookie);
    const news =
      kind === "yoti"
        ? standIns.yoti.notification(sent.sessionId, { ...MARKED })
        : newsOf(standIns, kind, sent.sessionId);
    await call(deps, { stripe, yoti, didit }[kind].id, news);
    await call(deps, { stripe, yoti, didit }[kind].id, { ...news, body: news.body.replace("5", "6") });
    standIns[kind].trouble = null;
    return statusOf(service.call, tenant.liveKey, started.verificationId);
  };
  for (const kind of VENDOR_KINDS) {
    expect(await walk(kind, "adult")).toMatchObject({ status: "completed", result: { verified: true } });
    for (const outcome of ["unreadable", "stop", "processing"] as const) {
      expect(await walk(kind, outcome)).toMatchObject({ status: "in_progress" });
    }
    await walk(kind, "adult", 500);
  }
  // While the rows of sessions are there, and after they have gone.
  const during = await dump(service);
  await redactVendorSessions(systemCtx(deps), 100);
  const kept = [during, await dump(service), ...lines].join("\n");
  // The search finds what is there.
  expect(during).toContain("vendor_session");
  expect(kept).toContain("vendor:stripe");
  expect(kept).toContain("document_unverified_other");
  expect(lines.some((line) => line.includes("a vendor's callback was refused"))).toBe(true);
  expect(lines.join("")).not.toMatch(NAMES_A_CHECK);
  const keys = [
    STRIPE_STAND_IN_KEYS.live.apiKey,
    STRIPE_STAND_IN_KEYS.live.callbackKey,
    YOTI_STAND_IN.apiKey,
    DIDIT_STAND_IN.live.apiKey,
    DIDIT_STAND_IN.live.callbackKey,
  ];
  for (const mark of [...MARKS, ...keys, ...seen]) {
    expect(mark.length).toBeGreaterThan(4);
    expect(kept.includes(mark), `${mark.slice(0, 40)} is kept`).toBe(false);
  }
});
