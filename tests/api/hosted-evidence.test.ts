import { describe, expect, test } from "vitest";
import { secretOf, start, statusOf, validate } from "../support/http/actions.ts";
import { openPage, play, submitEvidence, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { countRows, tenantRows } from "../support/world/rows.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const CALLBACK = "https://shop.example/back?order=7&status=mine#top";

const newPage = async (body: object = { callback_url: CALLBACK }) => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey, testKey: key } = await tenant({ plan: "scale" });
  const started = await start(call, key, { ...body });
  const { verificationId } = started;
  return { call, deps, id, key, liveKey, verificationId, secret: secretOf(started) };
};

describe("the hosted page in test mode", () => {
  test("a link preview that fetches the page moves nothing; the first thing that a person sends does", async () => {
    const { call, deps, key, secret, verificationId } = await newPage();
    const before = await countRows(deps);
    expect(await viewPage(deps, secret)).toMatchObject({ status: "pending", problem: null });
    expect(await countRows(deps)).toEqual(before);
    expect((await statusOf(call, key, verificationId)).status).toBe("pending");
    await play(deps, secret, "poor_document");
    expect((await statusOf(call, key, verificationId)).status).toBe("in_progress");
  });

  test("once opened, the verification is in progress, and opening again changes nothing", async () => {
    const { call, deps, key, secret, verificationId } = await newPage();
    const view = await openPage(service.get().deps, secret);
    expect(view).toMatchObject({
      status: "in_progress",
      methods: ["sandbox", "wallet"],
      attemptsLeft: 3,
      returnUrl: null,
    });
    const before = await countRows(deps);
    expect(await openPage(service.get().deps, secret)).toEqual({ ...view, formKey: expect.any(String) });
    expect(await countRows(deps)).toEqual(before);
    expect((await statusOf(call, key, verificationId)).status).toBe("in_progress");
  });

  test("approve: the browser returns with a token that the backend can confirm", async () => {
    const { call, key, secret, verificationId } = await newPage();
    const { status, view } = await play(service.get().deps, secret, "approve");
    expect(status).toBe(200);
    expect(view).toMatchObject({ status: "completed", outcome: "approved", methods: [], problem: null });
    const back = new URL(view?.returnUrl ?? "");
    expect(`${back.origin}${back.pathname}${back.hash}`).toBe("https://shop.example/back#top");
    const { token, ...query } = Object.fromEntries(back.searchParams);
    expect(query).toEqual({ order: "7", status: "completed", verificationId });
    expect(await validate(call, key, token)).toMatchObject({ valid: true, over18: true, verificationId });
  });

  test("under age: the browser returns without a token", async () => {
    const { call, key, secret, verificationId } = await newPage({ minimumAge: 16, callback_url: CALLBACK });
    const { view } = await play(service.get().deps, secret, "under_age");
    expect(view).toMatchObject({ status: "completed", outcome: "rejected" });
    expect(view?.returnUrl).not.toContain("token");
    expect((await statusOf(call, key, verificationId)).result).toEqual({ verified: false, verifiedAge: 15 });
  });

  test.each([
    ["poor_document", "DOCUMENT_QUALITY_LOW"],
    ["provider_error", "METHOD_FAILED"],
    ["anything else", "METHOD_FAILED"],
  ])("%s: three attempts, then failed with the last code", async (outcome, code) => {
    const { call, deps, id, key, secret, verificationId } = await newPage();
    for (const attemptsLeft of [2, 1]) {
      const { view } = await play(deps, secret, outcome);
      expect(view).toMatchObject({ status: "in_progress", attemptsLeft, problem: { code }, returnUrl: null });
    }
    const { view } = await play(deps, secret, outcome);
    expect(view).toMatchObject({
      status: "failed",
      attemptsLeft: 0,
      problem: { code },
      outcome: null,
      methods: [],
    });
    expect(view?.returnUrl).toContain("status=failed");
    const status = await statusOf(call, key, verificationId);
    expect(status).toMatchObject({ status: "failed", error: { code, message: expect.any(String) } });
    expect(status).not.toHaveProperty("result");
    expect(await play(deps, secret, "approve")).toMatchObject({
      status: 400,
      code: "VERIFICATION_ALREADY_COMPLETED",
    });
    expect(await tenantRows(deps, id)).toEqual({ verifications: 1, tokens: 0, counted: 1 });
  });

  test("a poor photo and then a good one is an approval", async () => {
    const { deps, secret } = await newPage();
    await play(deps, secret, "poor_document");
    expect((await play(deps, secret, "approve")).view).toMatchObject({ outcome: "approved", problem: null });
  });

  test("expire: ends at once as if time had run out", async () => {
    const { call, deps, key, secret, verificationId } = await newPage();
    const { view } = await play(deps, secret, "expire");
    expect(view).toMatchObject({ status: "expired", outcome: null, problem: null });
    expect((await statusOf(call, key, verificationId)).status).toBe("expired");
  });

  test("an ended or overdue verification takes no more evidence, and nothing is written", async () => {
    const { call, deps, key, secret, verificationId } = await newPage();
    await play(deps, secret, "approve");
    const other = await newPage();
    clock.advance({ minutes: 30 });
    const before = await countRows(deps);
    for (const ended of [secret, other.secret]) {
      expect(await play(deps, ended, "under_age")).toMatchObject({ code: "VERIFICATION_ALREADY_COMPLETED" });
    }
    expect(await countRows(deps)).toEqual(before);
    expect((await statusOf(call, key, verificationId)).result).toMatchObject({ verified: true });
    expect((await statusOf(call, other.key, other.verificationId)).status).toBe("expired");
  });

  test("the page's address gives out no token any more an hour after the end", async () => {
    const { deps, secret } = await newPage();
    await play(deps, secret, "approve");
    clock.advance({ hours: 1 });
    expect((await openPage(service.get().deps, secret))?.returnUrl).toContain("token=");
    clock.advance({ ms: 1 });
    expect((await openPage(service.get().deps, secret))?.returnUrl).toBeNull();
  });
});

describe("evidence on the hosted page", () => {
  test("is taken from a form as well, which is answered with the page itself", async () => {
    const { call, deps, key, secret, verificationId } = await newPage();
    const headers = { accept: "text/html" };
    const response = await submitEvidence(deps, secret, {
      headers,
      body: new URLSearchParams({ outcome: "approve" }),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/v/${secret}`);
    expect((await statusOf(call, key, verificationId)).status).toBe("completed");
    const again = await submitEvidence(deps, secret, { headers, body: "approve" });
    expect(again.headers.get("location")).toBe(
      `/v/${secret}?method=sandbox&problem=VERIFICATION_ALREADY_COMPLETED`,
    );
  });

  test("of a live verification cannot be played by the sandbox", async () => {
    const { call, deps, tenant } = service.get();
    const { liveKey } = await tenant();
    const secret = secretOf(await start(call, liveKey));
    const before = await countRows(deps);
    expect(await play(deps, secret, "approve")).toMatchObject({ status: 400, code: "METHOD_UNAVAILABLE" });
    expect(await countRows(deps)).toEqual(before);
  });

  test("for an unknown or malformed address is VERIFICATION_NOT_FOUND", async () => {
    const { deps, verificationId } = await newPage();
    for (const secret of [`vs_${"A".repeat(43)}`, "x", verificationId, "", "vs_\u0000"]) {
      const response = await submitEvidence(deps, encodeURIComponent(secret), { body: "approve" });
      expect(response.status).toBe(404);
    }
  });

  test("beyond the method's size is 413, and costs no attempt", async () => {
    const { deps, secret } = await newPage();
    expect(await play(deps, secret, "x".repeat(65))).toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
    expect((await openPage(service.get().deps, secret))?.attemptsLeft).toBe(3);
  });

  test("in a form that is none, or empty, is 400 and costs no attempt", async () => {
    const { deps, secret } = await newPage();
    for (const [type, body] of [
      ["multipart/form-data", "no boundary"],
      ["multipart/form-data; boundary=x", "--x\r\nbroken"],
      ["application/x-www-form-urlencoded", ""],
    ] as const) {
      const response = await submitEvidence(deps, secret, { headers: { "content-type": type }, body });
      expect([type, body, response.status]).toEqual([type, body, 400]);
    }
    expect((await openPage(service.get().deps, secret))?.attemptsLeft).toBe(3);
  });
});
