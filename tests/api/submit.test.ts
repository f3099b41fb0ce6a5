import { describe, expect, test } from "vitest";
import { start, statusOf, submit } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import { tenantRows } from "../support/world/rows.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const newVerification = async () => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey: key } = await tenant({ plan: "scale" });
  const { verificationId } = await start(call, key);
  return { call, deps, id, key, verificationId };
};

describe("POST /verify/submit", () => {
  test("records an approval without a token", async () => {
    const { call, deps, id, key, verificationId } = await newVerification();
    const answer = await submit(call, key, {
      verificationId,
      result: "approved",
      verifiedAge: 44,
      confidence: 1,
      documentType: "id_card",
      reason: "desk check",
    });
    const result = { verified: true, verifiedAge: 44 };
    const completedAt = "2026-03-01T12:00:00.000Z";
    expect(answer).toEqual({ verificationId, status: "completed", completedAt, result });
    expect(await statusOf(call, key, verificationId)).toEqual({
      verificationId,
      status: "completed",
      confidence: 1,
      createdAt: completedAt,
      completedAt,
      result,
    });
    expect(await tenantRows(deps, id)).toEqual({ verifications: 1, tokens: 0, counted: 1 });
  });

  test("records a rejection, even of somebody old enough: the document may be forged", async () => {
    const { call, key, verificationId } = await newVerification();
    const answer = await submit(call, key, { verificationId, result: "rejected", verifiedAge: 44 });
    expect(answer.result).toEqual({ verified: false, verifiedAge: 44 });
  });

  test("refuses an approval of somebody too young, and the verification stays open", async () => {
    const { call, key, verificationId } = await newVerification();
    const body = { verificationId, result: "approved", verifiedAge: 17 };
    expectRefused(await call("POST", "/verify/submit", { key, body }), "result");
    expect((await statusOf(call, key, verificationId)).status).toBe("pending");
  });

  const refused: [string, object, string][] = [
    ["no result", {}, "result"],
    ["null as result", { result: null }, "result"],
    ["another result", { result: "failed" }, "result"],
    ["a birth date", { result: "approved", dateOfBirth: "1990-01-01" }, "dateOfBirth"],
    ["an empty reason", { result: "approved", reason: "" }, "reason"],
    ["a reason of 201 characters", { result: "approved", reason: "x".repeat(201) }, "reason"],
    ["an age of 151", { result: "approved", verifiedAge: 151 }, "verifiedAge"],
    ["confidence as text", { result: "approved", confidence: "1" }, "confidence"],
  ];
  test.each(refused)("refuses %s, and writes nothing", async (_name, body, path) => {
    const { call, key, verificationId } = await newVerification();
    expectRefused(await call("POST", "/verify/submit", { key, body: { verificationId, ...body } }), path);
    expect((await statusOf(call, key, verificationId)).status).toBe("pending");
  });

  test("refuses an ended verification, whoever ended it", async () => {
    const { call, key, verificationId } = await newVerification();
    await submit(call, key, { verificationId, result: "rejected" });
    for (const path of ["/verify/submit", "/verify/complete"]) {
      const answer = await call("POST", path, { key, body: { verificationId, result: "approved" } });
      expect(answer).toMatchObject({ status: 400, body: { code: "VERIFICATION_ALREADY_COMPLETED" } });
    }
    expect((await statusOf(call, key, verificationId)).result).toEqual({ verified: false });
  });
});
