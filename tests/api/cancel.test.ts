import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { titleOf } from "#hosted/screens/step-title.ts";
import { CATALOGUES } from "#hosted/texts/catalogues.ts";
import { screenOf } from "#hosted/view.ts";
import { wordsOf } from "#hosted/words.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import {
  cancel,
  complete,
  patchTenant,
  secretOf,
  start,
  statusOf,
  tenantDetail,
} from "../support/http/actions.ts";
import { approval, noDecision, play, slowMethod, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import { tenantRows } from "../support/world/rows.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const newVerification = async (mode: "live" | "test" = "test") => {
  const { call, deps, tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  const key = mode === "test" ? made.testKey : made.liveKey;
  const started = await start(call, key, {
    callback_url: "https://shop.example/back",
    metadata: { order: "A-7" },
  });
  const { verificationId } = started;
  const events = () => deps.db.orm.event.findMany({ where: { verificationId } });
  return { ...made, call, deps, key, verificationId, secret: secretOf(started), events };
};

const ask = (key: string, body: object, headers: Record<string, string> = {}) =>
  service.get().call("POST", "/verify/cancel", { key, body, headers });

const NOT_FOUND = { status: 404, body: { code: "VERIFICATION_NOT_FOUND" } };
const OVER = { status: 400, body: { code: "VERIFICATION_ALREADY_COMPLETED" } };
const error = { code: "CANCELLED", message: "The tenant cancelled the check." };

describe("POST /verify/cancel", () => {
  test("ends the verification as failed with CANCELLED, tells its endpoints once, and issues no token", async () => {
    const { id, call, deps, key, verificationId, events } = await newVerification("live");
    await createEndpoint(await ownerCtx(deps, id), { url: "https://hooks.shop.com/age" });
    const completedAt = clock.now().toISOString();
    expect(await cancel(call, key, { verificationId })).toEqual({
      ...{ verificationId, status: "failed", completedAt, error },
    });
    expect(await statusOf(call, key, verificationId)).toEqual({
      ...{ verificationId, status: "failed", createdAt: completedAt, completedAt, error },
    });
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(JSON.parse(event?.body ?? "")).toMatchObject({
      ...{ event: "verification.failed", error, metadata: { order: "A-7" } },
    });
    expect(await deps.db.orm.webhookDelivery.count({ where: { eventId: event?.id ?? "" } })).toBe(1);
    expect((await tenantRows(deps, id)).tokens).toBe(0);
  });

  test("leaves a live start counted, as docs/billing.md says: a quota of one is used up", async () => {
    const { id, call, key, verificationId } = await newVerification("live");
    await cancel(call, key, { verificationId });
    expect((await tenantDetail(call, id)).billing.used).toBe(1);
    await patchTenant(call, id, { overrides: { included: 1, overageAllowed: false } });
    expect(await call("POST", "/verify/start", { key, body: {} })).toMatchObject({
      body: { code: "QUOTA_EXCEEDED" },
    });
  });

  test("ends the open page, which says in every language that the tenant ended it, and leads back", async () => {
    const { call, deps, key, verificationId, secret } = await newVerification();
    await cancel(call, key, { verificationId });
    const view = await viewPage(deps, secret);
    expect(view).toMatchObject({
      status: "failed",
      methods: [],
      problem: { code: "CANCELLED", reason: null },
    });
    if (!view) return expect.unreachable();
    expect(screenOf(view)).toBe("withdrawn");
    const titles = LANGUAGES.map((language) =>
      titleOf(wordsOf(language, CATALOGUES[language]), { view, wallet: null }, {}),
    );
    expect(new Set(titles).size).toBe(8);
    for (const title of titles) expect(title).toContain(view.tenantName);
    const back = new URL(view.returnUrl ?? "");
    expect([...back.searchParams]).toEqual([
      ["verificationId", verificationId],
      ["status", "failed"],
    ]);
    expect(await play(deps, secret, "approve")).toMatchObject({ code: "VERIFICATION_ALREADY_COMPLETED" });
  });

  test.each([
    ["an approval", approval],
    ["a poor photo", noDecision],
  ])("goes before a check that still runs: %s changes nothing any more", async (_name, finding) => {
    const { call, deps, key, secret, verificationId, events } = await newVerification();
    const slow = slowMethod();
    const running = play({ ...deps, methods: slow.methods }, secret, "anything");
    await slow.started;
    await cancel(call, key, { verificationId });
    slow.finish(finding);
    expect((await running).view).toMatchObject({ problem: { code: "CANCELLED" } });
    expect((await statusOf(call, key, verificationId)).error).toEqual(error);
    expect((await events()).map(({ type }) => type)).toEqual(["verification.failed"]);
    expect(await deps.db.orm.token.count({ where: { verificationId } })).toBe(0);
  });

  test("at once with a decision leaves one end, told once, and only an approval has a token", async () => {
    const { deps, key, secret, verificationId, events } = await newVerification();
    const [cancelled] = await Promise.all([
      ask(key, { verificationId }),
      play(deps, secret, "approve"),
      service.get().call("POST", "/verify/complete", { key, body: { verificationId, result: "approved" } }),
      ask(key, { verificationId }),
    ]);
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    const isApproved = event?.type === "verification.completed";
    if (cancelled.status === 200) expect(isApproved).toBe(false);
    expect(await deps.db.orm.token.count({ where: { verificationId } })).toBe(isApproved ? 1 : 0);
  });

  test("is refused once the verification has ended, whatever ended it, and changes nothing", async () => {
    const decided = await newVerification();
    await complete(decided.call, decided.key, { verificationId: decided.verificationId, result: "approved" });
    const over = await newVerification();
    clock.advance({ minutes: 30 });
    for (const { key, verificationId } of [decided, over])
      expect(await ask(key, { verificationId })).toMatchObject(OVER);
    expect(await over.events()).toEqual([]);
    expect(await statusOf(decided.call, decided.key, decided.verificationId)).toMatchObject({
      status: "completed",
    });
    const twice = await newVerification();
    await cancel(twice.call, twice.key, { verificationId: twice.verificationId });
    const again = await ask(twice.key, { verificationId: twice.verificationId });
    expect(again).toMatchObject(OVER);
    expect(again.body.message).toContain("failed");
  });

  test("an erased verification is one that has ended", async () => {
    const { call, key, verificationId } = await newVerification();
    await cancel(call, key, { verificationId });
    expect((await call("POST", "/verify/redact", { key, body: { verificationId } })).status).toBe(200);
    expect(await ask(key, { verificationId })).toMatchObject(OVER);
    expect(await statusOf(call, key, verificationId)).not.toHaveProperty("error");
  });

  test("finds nothing of another tenant or of the other mode, and an inactive tenant is refused", async () => {
    const { id, call, key, liveKey, verificationId, events } = await newVerification();
    const other = await newVerification();
    for (const foreign of [other.testKey, other.liveKey, liveKey])
      expect(await ask(foreign, { verificationId })).toMatchObject(NOT_FOUND);
    for (const malformed of ["", "ver_x", `${verificationId} `])
      expect(await ask(key, { verificationId: malformed })).toMatchObject(NOT_FOUND);
    const live = await start(call, liveKey);
    expect(await ask(key, { verificationId: live.verificationId })).toMatchObject(NOT_FOUND);
    await patchTenant(call, id, { isActive: false });
    expect(await ask(key, { verificationId })).toMatchObject({ body: { code: "UNAUTHENTICATED_TENANT" } });
    expect(await events()).toEqual([]);
  });

  test("answers a repeat with the same Idempotency-Key alike, and nothing is told again", async () => {
    const { key, verificationId, events } = await newVerification();
    const headers = { "idempotency-key": verificationId };
    const first = await ask(key, { verificationId }, headers);
    const second = await ask(key, { verificationId }, headers);
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await events()).toHaveLength(1);
  });

  test("refuses a body that names anything else, by name", async () => {
    const { key, verificationId } = await newVerification();
    expectRefused(await ask(key, { verificationId, reason: "x" }), "reason");
    expectRefused(await ask(key, {}), "verificationId");
    expectRefused(await ask(key, { verificationId: 7 }), "verificationId");
  });
});
