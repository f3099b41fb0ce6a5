import { describe, expect, test } from "vitest";
import { start, statusOf } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

describe("GET /verify/status", () => {
  test("of an open verification has no result and no end", async () => {
    const { call, tenant } = service.get();
    const { liveKey } = await tenant();
    const { verificationId } = await start(call, liveKey);
    const createdAt = clock.now().toISOString();
    expect(await statusOf(call, liveKey, verificationId)).toEqual({
      verificationId,
      status: "pending",
      createdAt,
    });
  });

  test("reads as expired from the very instant on, before any worker came by", async () => {
    const { call, tenant } = service.get();
    const { liveKey } = await tenant();
    const { verificationId } = await start(call, liveKey, { expiresInSeconds: 300 });
    clock.advance({ seconds: 300, ms: -1 });
    expect((await statusOf(call, liveKey, verificationId)).status).toBe("pending");
    clock.advance({ ms: 1 });
    expect((await statusOf(call, liveKey, verificationId)).status).toBe("expired");
  });

  test("an empty or overlong id is one that nobody has", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    for (const id of ["", "x".repeat(5_000)]) {
      const answer = await call("GET", `/verify/status?verificationId=${id}`, { key });
      expect(answer).toMatchObject({ status: 404, body: { code: "VERIFICATION_NOT_FOUND" } });
    }
  });

  test("needs exactly one verificationId", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    const get = (query: string) => call("GET", `/verify/status${query}`, { key });
    for (const query of ["", "?"]) expectRefused(await get(query), "verificationId");
    expectRefused(await get("?verificationId=a&verificationId=a"), "verificationId", "twice");
    expectRefused(await get("?verificationId=%00"), "verificationId");
    expectRefused(await get("?verificationId[]=a"), "verificationId[]");
    expectRefused(await get("?VerificationId=a"), "VerificationId");
    expectRefused(await get("?verificationId=a&extra=1"), "extra");
  });

  test("takes HEAD as GET, and no trailing slash", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    const { verificationId } = await start(call, key);
    expect((await call("HEAD", `/verify/status?verificationId=${verificationId}`, { key })).status).toBe(200);
    expect((await call("GET", `/verify/status/?verificationId=${verificationId}`, { key })).status).toBe(404);
  });
});
