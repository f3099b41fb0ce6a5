import { afterEach, beforeEach, expect, test, vi } from "vitest";

// The page keeps its token in a module: each test loads that module again, as a page does.

const NOON = Date.UTC(2026, 10, 28, 12);
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The service, whose clock is right; it gives tokens of five minutes to the person who is signed in. */
const service = { asked: 0, memberId: "mem_ada", status: 200 };

beforeEach(() => {
  vi.resetModules();
  Object.assign(service, { asked: 0, memberId: "mem_ada", status: 200 });
  vi.stubGlobal("fetch", async () => {
    service.asked += 1;
    const body = {
      accessToken: `token-${service.asked}`,
      expiresAt: new Date(NOON + 5 * MINUTE_MS).toISOString(),
      memberId: service.memberId,
    };
    return Response.json(body, { status: service.status, headers: { date: new Date(NOON).toUTCString() } });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page on a computer whose clock is this far ahead of the service's. */
const page = (aheadMs: number) => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  vi.setSystemTime(NOON + aheadMs);
  return import("#console/session/access-token.ts");
};

test.each([
  ["right", 0],
  ["ten hours fast", 10 * HOUR_MS],
  ["ten hours slow", -10 * HOUR_MS],
])("a computer whose clock is %s asks for a token once, and again when it ends", async (_, aheadMs) => {
  const { accessToken } = await page(aheadMs);
  for (let call = 0; call < 8; call += 1) expect(await accessToken()).toBe("token-1");
  vi.advanceTimersByTime(4 * MINUTE_MS);
  expect(await accessToken()).toBe("token-1");
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await accessToken()).toBe("token-2");
});

test("a clock that is set in the meantime changes nothing", async () => {
  const { accessToken } = await page(0);
  await accessToken();
  vi.setSystemTime(NOON + 10 * HOUR_MS);
  expect(await accessToken()).toBe("token-1");
  vi.setSystemTime(NOON - 10 * HOUR_MS);
  vi.advanceTimersByTime(5 * MINUTE_MS);
  expect(await accessToken()).toBe("token-2");
});

test("a page stays with the person of its first token", async () => {
  const { accessToken, forgetToken } = await page(0);
  await accessToken();
  service.memberId = "mem_ben";
  forgetToken();
  await expect(accessToken()).rejects.toThrow("signed in as someone else");
  service.memberId = "mem_ada";
  expect(await accessToken()).toBe("token-3");
});

test("a session that is over is told from one that belongs to someone else", async () => {
  const { accessToken } = await page(0);
  const { sessionEndOf } = await import("#console/session/problem.ts");
  service.status = 401;
  const failure: unknown = await accessToken().catch((thrown: unknown) => thrown);
  expect(sessionEndOf(failure)).toBe("signed out");
  expect(sessionEndOf(new Error("wrapped", { cause: failure }))).toBe("signed out");
  expect(sessionEndOf(new Error("no network"))).toBeNull();
  // By then the session has given a new bearer.
  const refusedTwice = Object.assign(new Error(), { data: { errorCode: "UNAUTHENTICATED_MEMBER" } });
  expect(sessionEndOf(refusedTwice)).toBeNull();
});
