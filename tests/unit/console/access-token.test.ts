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

test("a page stays with the person for whom it was drawn, whoever its first token is for", async () => {
  const { accessToken, belongTo, forgetToken } = await page(0);
  belongTo("mem_ada");
  service.memberId = "mem_ben";
  await expect(accessToken()).rejects.toThrow("signed in as someone else");
  // A part that is drawn later, for the other person, changes nothing.
  belongTo("mem_ben");
  await expect(accessToken()).rejects.toThrow("signed in as someone else");
  service.memberId = "mem_ada";
  forgetToken();
  expect(await accessToken()).toBe("token-3");
});

test("an export that is refused twice shows the service's message, and does not end the session", async () => {
  const { exportList } = await page(0);
  const { sessionEndOf } = await import("#console/session/problem.ts");
  const token = fetch;
  const exports: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!url.includes("/export/")) return token(url, init);
    exports.push(new Headers(init.headers).get("authorization") ?? "");
    return Response.json({ message: "The access token is not valid or has expired." }, { status: 401 });
  });
  const failure: unknown = await exportList("ten_1", "verifications", {}).catch((thrown: unknown) => thrown);
  expect(failure).toEqual(new Error("The access token is not valid or has expired."));
  expect(sessionEndOf(failure)).toBeNull();
  expect(exports).toEqual(["Bearer token-1", "Bearer token-2"]);
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

test.each([
  ["right", 0],
  ["a day fast", 24 * HOUR_MS],
  ["a day slow", -24 * HOUR_MS],
])("what was kept is there on a computer whose clock is %s, from the first moment", async (_, aheadMs) => {
  const { accessToken, belongTo } = await page(aheadMs);
  const { keptKey } = await import("#kit/kept/kept-store.ts");
  const key = keptKey({ memberId: "mem_ada", tenantId: "ten_1", mode: null }, "gate", "new");
  const held = new Map([
    [key, JSON.stringify({ at: Date.now() - HOUR_MS })],
    [`${key}-old`, JSON.stringify({ at: Date.now() - 13 * HOUR_MS })],
  ]);
  const sessionStorage = {
    get length() {
      return held.size;
    },
    key: (index: number) => [...held.keys()][index] ?? null,
    getItem: (name: string) => held.get(name) ?? null,
    removeItem: (name: string) => void held.delete(name),
  };
  vi.stubGlobal("window", { sessionStorage });
  belongTo("mem_ada");
  expect([...held.keys()]).toEqual([key]);
  await accessToken();
  expect([...held.keys()]).toEqual([key]);
});

test("whose page it is, is known with its first token at the latest, and those who wait for it are called", async () => {
  const { accessToken, isOwnerKnown, onOwnerKnown, ownerOfPage } = await page(0);
  const waiting = vi.fn();
  onOwnerKnown(waiting);
  expect(isOwnerKnown()).toBe(false);
  await accessToken();
  expect([isOwnerKnown(), ownerOfPage()]).toEqual([true, "mem_ada"]);
  expect(waiting).toHaveBeenCalledOnce();
});

test("a page that was drawn for someone waits for no token to know whose it is", async () => {
  const { belongTo, isOwnerKnown } = await page(0);
  belongTo("mem_ada");
  expect(isOwnerKnown()).toBe(true);
});
