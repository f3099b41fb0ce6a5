import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { issueVoucher } from "#services/vouchers/vouchers.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { hostedState } from "../support/http/handlers.ts";
import { approval, noDecision, slowMethod, submitEvidence, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL } from "../support/world/service.ts";

// A browser sends a request again by itself when a kept-alive connection is cut (RFC 9110 §9.2.2 lets it, where
// nothing came back), and a person presses again. Neither may cost another attempt.

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const HEADER = "x-evidence-key";
const newKey = (): string => randomBytes(16).toString("hex");

const newPage = async () => {
  const { call, tenant } = service.get();
  const { testKey: key } = await tenant({ plan: "scale" });
  const started = await start(call, key);
  return { key, secret: secretOf(started), verificationId: started.verificationId };
};

type Given = { deps?: ReturnType<typeof service.get>["deps"]; method?: string };

/** As the page's script sends it: the status, the code and the key that came back. */
const send = async (
  secret: string,
  body: string,
  key: string,
  { deps = service.get().deps, method = "sandbox" }: Given = {},
) => {
  const response = await submitEvidence(deps, secret, { body, method, headers: { [HEADER]: key } });
  const answer = await response.json();
  return { status: response.status, code: answer.code ?? null, echo: response.headers.get(HEADER) };
};

/** What the page's script learns about its evidence. */
const ask = async (secret: string, key: string, method = "sandbox") => {
  const request = new Request(`${BASE_URL}/v/${secret}/state?method=${method}`, {
    headers: { [HEADER]: key },
  });
  const response = await hostedState(service.get().deps, request, { secret });
  const { evidence } = await response.json();
  return { evidence, echo: response.headers.get(HEADER) };
};

const attemptsOf = (verificationId: string) =>
  service.get().deps.db.orm.methodAttempt.count({ where: { verificationId } });

describe("evidence that is sent again under its key", () => {
  test("is judged once and answered as the first time", async () => {
    const { secret, verificationId } = await newPage();
    const key = newKey();
    expect(await ask(secret, key)).toEqual({ evidence: { is: "unknown" }, echo: key });
    for (let again = 0; again < 3; again += 1)
      expect(await send(secret, "poor_document", key)).toEqual({ status: 200, code: null, echo: key });
    expect(await attemptsOf(verificationId)).toBe(1);
    expect(await ask(secret, key)).toEqual({ evidence: { is: "judged" }, echo: key });
    expect((await viewPage(service.get().deps, secret))?.attemptsLeft).toBe(2);
  });

  test("and another key is another attempt, also for the same bytes", async () => {
    const { secret, verificationId } = await newPage();
    await send(secret, "poor_document", newKey());
    await send(secret, "poor_document", newKey());
    expect(await attemptsOf(verificationId)).toBe(2);
  });

  test("while the first is being read is told so, and starts no second judgement", async () => {
    const { secret, verificationId } = await newPage();
    const slow = slowMethod();
    const key = newKey();
    const reading = { ...service.get().deps, methods: slow.methods };
    const first = send(secret, "anything", key, { deps: reading });
    await slow.started;
    expect(await ask(secret, key)).toMatchObject({ evidence: { is: "reading" } });
    expect(await ask(secret, newKey())).toMatchObject({ evidence: { is: "unknown" } });
    expect(await send(secret, "anything", key)).toEqual({
      status: 409,
      code: "CHECK_IN_PROGRESS",
      echo: key,
    });
    slow.finish(noDecision);
    expect(await first).toMatchObject({ status: 200 });
    expect(await send(secret, "anything", key)).toMatchObject({ status: 200 });
    expect(await attemptsOf(verificationId)).toBe(1);
  });

  test("by ten at once costs one attempt", async () => {
    const { secret, verificationId } = await newPage();
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 10 }, () => send(secret, "poor_document", key)));
    for (const { code } of all) expect([null, "CHECK_IN_PROGRESS"]).toContain(code);
    expect(await attemptsOf(verificationId)).toBe(1);
  });

  test("after it ended the check is answered with the end, not with an error", async () => {
    for (const body of ["approve", "under_age"]) {
      const { secret, key: tenantKey, verificationId } = await newPage();
      const key = newKey();
      await send(secret, body, key);
      expect(await send(secret, body, key)).toEqual({ status: 200, code: null, echo: key });
      expect(await send(secret, body, newKey())).toMatchObject({ code: "VERIFICATION_ALREADY_COMPLETED" });
      expect((await statusOf(service.get().call, tenantKey, verificationId)).status).toBe("completed");
    }
  });

  test("is another matter at another check, and by another method", async () => {
    const [one, other] = [await newPage(), await newPage()];
    const key = newKey();
    await send(one.secret, "poor_document", key);
    await send(other.secret, "poor_document", key);
    expect([await attemptsOf(one.verificationId), await attemptsOf(other.verificationId)]).toEqual([1, 1]);
    expect(await ask(one.secret, key, "document")).toMatchObject({ evidence: { is: "unknown" } });
  });

  test("after the process that read it died is read anew", async () => {
    const { secret, verificationId } = await newPage();
    const slow = slowMethod();
    const key = newKey();
    const first = send(secret, "anything", key, { deps: { ...service.get().deps, methods: slow.methods } });
    await slow.started;
    clock.advance({ seconds: 30 });
    expect(await ask(secret, key)).toMatchObject({ evidence: { is: "unknown" } });
    expect(await send(secret, "poor_document", key)).toMatchObject({ status: 200 });
    slow.finish(approval);
    await first;
    expect(await attemptsOf(verificationId)).toBe(1);
  });

  test("that was refused without an attempt is refused alike, and the page can learn why", async () => {
    const { secret } = await newPage();
    const slow = slowMethod();
    const key = newKey();
    const first = send(secret, "anything", key, { deps: { ...service.get().deps, methods: slow.methods } });
    await slow.started;
    slow.finish({ kind: "no_decision", code: "IMAGE_FORMAT_UNSUPPORTED", hint: "again", isUnopened: true });
    expect(await first).toMatchObject({ status: 422, code: "IMAGE_FORMAT_UNSUPPORTED" });
    const refused = { is: "refused", code: "IMAGE_FORMAT_UNSUPPORTED" };
    expect(await ask(secret, key)).toMatchObject({ evidence: refused });
    expect(await send(secret, "anything", key)).toMatchObject({
      code: "IMAGE_FORMAT_UNSUPPORTED",
      echo: key,
    });
  });

  test("by a form without scripts, under the key that the page rendered, costs one attempt for one photo", async () => {
    const { secret, verificationId } = await newPage();
    const { deps } = service.get();
    const formKey = (await viewPage(deps, secret))?.formKey ?? "";
    expect(formKey).not.toBe((await viewPage(deps, secret))?.formKey);
    const form = (outcome: string) => new URLSearchParams({ evidence_key: formKey, outcome });
    const headers = { accept: "text/html" };
    for (let again = 0; again < 2; again += 1) {
      const response = await submitEvidence(deps, secret, { headers, body: form("poor_document") });
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        `/v/${secret}?method=sandbox`,
      ]);
    }
    expect(await attemptsOf(verificationId)).toBe(1);
    // A page that the Back button brought back has its old key, and may send another photo under it.
    await submitEvidence(deps, secret, { headers, body: form("provider_error") });
    expect(await attemptsOf(verificationId)).toBe(2);
  });

  test("under a key that is none is refused, and costs nothing", async () => {
    const { secret, verificationId } = await newPage();
    for (const key of ["short", "x".repeat(65), `${"a".repeat(21)}!`])
      expect(await send(secret, "poor_document", key)).toMatchObject({ status: 400, echo: null });
    expect(await attemptsOf(verificationId)).toBe(0);
  });

  test("leaves no key behind, and an erasure takes what is left", async () => {
    const { secret, verificationId } = await newPage();
    const key = newKey();
    await send(secret, "poor_document", key);
    const rows = await service.get().deps.db.orm.methodAttempt.findMany({ where: { verificationId } });
    expect(rows[0]?.keyHash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(key);
    await send(secret, "approve", newKey());
    const row = await service
      .get()
      .deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    expect([row.readingKeyHash, row.readingUntil, row.refusedKeyHash, row.refusedAs]).toEqual(
      Array(4).fill(null),
    );
  });
});

describe("a voucher's code that is sent again under its key", () => {
  let tenant = { id: "", liveKey: "" };

  beforeAll(async () => {
    const { call, tenant: make } = service.get();
    tenant = await make({ plan: "scale" });
    await patchTenant(call, tenant.id, { methods: ["document", "voucher"] });
  });

  const begin = async () => {
    const started = await start(service.get().call, tenant.liveKey);
    return { secret: secretOf(started), verificationId: started.verificationId };
  };
  const byVoucher = { method: "voucher" };

  test("is one wrong code, however often it arrives", async () => {
    const { secret, verificationId } = await begin();
    const key = newKey();
    for (let again = 0; again < 6; again += 1)
      expect(await send(secret, "AAAA-AAAA-AAAA", key, byVoucher)).toMatchObject({ code: "VOUCHER_UNKNOWN" });
    const row = await service
      .get()
      .deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    expect([row.voucherTries, row.attempts]).toEqual([1, 0]);
    expect(await ask(secret, key, "voucher")).toMatchObject({
      evidence: { is: "refused", code: "VOUCHER_UNKNOWN" },
    });
  });

  test("is one attempt where it was the fifth", async () => {
    const { secret, verificationId } = await begin();
    for (let wrong = 0; wrong < 4; wrong += 1) await send(secret, "AAAA-AAAA-AAAA", newKey(), byVoucher);
    const key = newKey();
    for (let again = 0; again < 6; again += 1)
      expect(await send(secret, "AAAA-AAAA-AAAA", key, byVoucher)).toMatchObject({ status: 200 });
    const row = await service
      .get()
      .deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    expect([row.voucherTries, row.attempts]).toEqual([0, 1]);
  });

  test("that was right is answered with the end", async () => {
    const { code } = await issueVoucher(await ownerCtx(service.get().deps, tenant.id), {
      validMinutes: 60,
      ageAtLeast: 18,
    });
    const { secret } = await begin();
    const key = newKey();
    for (let again = 0; again < 2; again += 1)
      expect(await send(secret, code, key, byVoucher)).toMatchObject({ status: 200, code: null });
    expect((await viewPage(service.get().deps, secret))?.outcome).toBe("approved");
  });
});
