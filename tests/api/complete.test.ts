import { describe, expect, test } from "vitest";
import { complete, start, statusOf, submit, validate } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import { tenantRows } from "../support/world/rows.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const newVerification = async (body: object = {}) => {
  clock.set("2026-03-01T12:00:00Z");
  const { call, deps, tenant } = service.get();
  const { id, liveKey: key } = await tenant({ plan: "scale" });
  const { verificationId } = await start(call, key, { ...body });
  return { call, deps, id, key, verificationId };
};

const UNTOUCHED = { verifications: 1, tokens: 0, counted: 1 };

describe("POST /verify/complete", () => {
  test("with an age of at least the minimum approves, and mints a token", async () => {
    const { call, key, verificationId } = await newVerification({ minimumAge: 21 });
    const answer = await complete(call, key, {
      verificationId,
      verifiedAge: 21,
      confidence: 0.5,
      documentType: "passport",
    });
    const { token, ...rest } = answer;
    expect(rest).toEqual({
      verificationId,
      status: "completed",
      confidence: 0.5,
      result: { verified: true, verifiedAge: 21 },
    });
    expect(await validate(call, key, token)).toMatchObject({ valid: true, minimumAge: 21, verifiedAge: 21 });
  });

  test("with an age below the minimum rejects, without a token", async () => {
    const { call, deps, id, key, verificationId } = await newVerification({ minimumAge: 21 });
    expect(await complete(call, key, { verificationId, verifiedAge: 20 })).toEqual({
      verificationId,
      status: "completed",
      result: { verified: false, verifiedAge: 20 },
    });
    expect(await tenantRows(deps, id)).toEqual(UNTOUCHED);
  });

  test("with a result alone believes it, and no age is known then", async () => {
    const yes = await newVerification();
    const approved = await complete(yes.call, yes.key, {
      verificationId: yes.verificationId,
      result: "approved",
    });
    expect(approved).toMatchObject({ result: { verified: true }, token: expect.any(String) });
    expect(approved.result).not.toHaveProperty("verifiedAge");
    const no = await newVerification();
    const rejected = await complete(no.call, no.key, {
      verificationId: no.verificationId,
      result: "rejected",
    });
    expect(rejected.result).toEqual({ verified: false });
    expect(rejected).not.toHaveProperty("token");
  });

  // A birthday counts once it has come everywhere on Earth: 12 hours after midnight UTC.
  const birthdays: [string, string, number, string][] = [
    ["the day before", "2008-03-02", 17, "2026-03-02T11:59:59.999Z"],
    ["on the day", "2008-03-02", 18, "2026-03-02T12:00:00.000Z"],
    ["born on 29 February, on 28 February of a common year", "2008-02-29", 17, "2026-03-01T11:59:59.999Z"],
    ["born on 29 February, on 1 March of a common year", "2008-02-29", 18, "2026-03-01T12:00:00.000Z"],
    ["born on 29 February, in a leap year", "2008-02-29", 20, "2028-02-29T12:00:00.000Z"],
    ["born on 29 February, the day before in a leap year", "2008-02-29", 19, "2028-02-29T11:59:59.999Z"],
    ["born on the last day of a year", "2007-12-31", 18, "2025-12-31T12:00:00.000Z"],
    ["born on the first day of a year", "2008-01-01", 17, "2025-12-31T23:59:59.999Z"],
    ["130 years old", "1896-03-01", 130, "2026-03-01T12:00:00.000Z"],
  ];
  test.each(birthdays)("%s (%s) is %i at %s", async (_name, dateOfBirth, age, at) => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    clock.set(at);
    const { verificationId } = await start(call, key);
    const { result } = await complete(call, key, { verificationId, dateOfBirth });
    expect(result).toEqual({ verified: age >= 18, verifiedAge: age });
  });

  const contradictions: [string, object][] = [
    ["approved, but too young by age", { result: "approved", verifiedAge: 17 }],
    ["approved, but too young by birth date", { result: "approved", dateOfBirth: "2010-01-01" }],
    ["rejected, but old enough by age", { result: "rejected", verifiedAge: 18 }],
    ["rejected, but old enough by birth date", { result: "rejected", dateOfBirth: "1990-01-01" }],
  ];
  test.each(contradictions)("%s is refused, and the verification stays open", async (_name, body) => {
    const { call, deps, id, key, verificationId } = await newVerification();
    const sent = { verificationId, ...body };
    expectRefused(await call("POST", "/verify/complete", { key, body: sent }), "result");
    expect((await statusOf(call, key, verificationId)).status).toBe("pending");
    expect(await tenantRows(deps, id)).toEqual(UNTOUCHED);
  });

  test("a result that agrees with the age is fine", async () => {
    const { call, key, verificationId } = await newVerification();
    const body = { verificationId, dateOfBirth: "1990-01-01", result: "approved" };
    expect((await complete(call, key, body)).token).toBeDefined();
  });

  const refused: [string, object, string][] = [
    ["no evidence", {}, "result"],
    ["two ages", { dateOfBirth: "1990-01-01", verifiedAge: 36 }, "verifiedAge"],
    ["a day that never was", { dateOfBirth: "2007-02-29" }, "dateOfBirth"],
    ["a day of no month", { dateOfBirth: "2007-13-01" }, "dateOfBirth"],
    ["the year 0", { dateOfBirth: "0000-02-29" }, "dateOfBirth"],
    ["a date with a time", { dateOfBirth: "1990-01-01T00:00:00Z" }, "dateOfBirth"],
    ["a date the other way round", { dateOfBirth: "01-02-1990" }, "dateOfBirth"],
    ["a date in Arabic digits", { dateOfBirth: "١٩٩٠-٠١-٠١" }, "dateOfBirth"],
    ["a date with white space", { dateOfBirth: " 1990-01-01" }, "dateOfBirth"],
    ["a birth in the future", { dateOfBirth: "2026-03-03" }, "dateOfBirth"],
    ["a birth 131 years ago", { dateOfBirth: "1895-03-01" }, "dateOfBirth"],
    ["an age below 0", { verifiedAge: -1 }, "verifiedAge"],
    ["an age of 151", { verifiedAge: 151 }, "verifiedAge"],
    ["half an age", { verifiedAge: 18.5 }, "verifiedAge"],
    ["an age as text", { verifiedAge: "18" }, "verifiedAge"],
    ["another result", { result: "maybe" }, "result"],
    ["a result in capitals", { result: "Approved" }, "result"],
    ["confidence above 1", { verifiedAge: 18, confidence: 1.01 }, "confidence"],
    ["confidence below 0", { verifiedAge: 18, confidence: -0.01 }, "confidence"],
    ["a strange document type", { verifiedAge: 18, documentType: "Pass port" }, "documentType"],
    ["a reason", { verifiedAge: 18, reason: "x" }, "reason"],
  ];
  test.each(refused)("refuses %s, writes nothing and never repeats a date", async (_name, body, path) => {
    const { call, deps, id, key, verificationId } = await newVerification();
    const answer = await call("POST", "/verify/complete", { key, body: { verificationId, ...body } });
    expectRefused(answer, path);
    if ("dateOfBirth" in body) expect(answer.text).not.toContain(String(body.dateOfBirth).trim());
    expect(await tenantRows(deps, id)).toEqual(UNTOUCHED);
  });

  test("an ended verification stays as it is, and the answer names its state", async () => {
    const { call, deps, id, key, verificationId } = await newVerification();
    await complete(call, key, { verificationId, verifiedAge: 17 });
    const before = await statusOf(call, key, verificationId);
    for (const path of ["/verify/complete", "/verify/submit"]) {
      const answer = await call("POST", path, { key, body: { verificationId, result: "approved" } });
      expect(answer).toMatchObject({ status: 400, body: { code: "VERIFICATION_ALREADY_COMPLETED" } });
      expect(answer.body.message).toContain("completed");
    }
    expect(await statusOf(call, key, verificationId)).toEqual(before);
    expect(await tenantRows(deps, id)).toEqual(UNTOUCHED);
  });

  test("an overdue verification cannot be completed, not even in its last instant", async () => {
    const { call, key, verificationId } = await newVerification();
    clock.advance({ minutes: 30 });
    const answer = await call("POST", "/verify/complete", { key, body: { verificationId, verifiedAge: 30 } });
    expect(answer).toMatchObject({ status: 400, body: { code: "VERIFICATION_ALREADY_COMPLETED" } });
    expect(answer.body.message).toContain("expired");
    const other = await newVerification();
    clock.advance({ minutes: 30, ms: -1 });
    await submit(other.call, other.key, { verificationId: other.verificationId, result: "approved" });
  });
});
