import { describe, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { expireVerifications, failWith } from "#services/check/end.ts";
import { cancel, complete, eventsAfter, patchTenant, start, submit } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock();
// Tests hold connections of their own.
const service = promisedServiceForFile({ env: { DATABASE_POOL_SIZE: "4" }, overrides: { now: clock.now } });

const newTenant = async () => {
  const { call, deps, tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  /** Ends a verification of its own, with one event. */
  const happen = async (key = made.liveKey, metadata = {}): Promise<string> => {
    const { verificationId } = await start(call, key, { metadata });
    clock.advance({ seconds: 1 });
    await submit(call, key, { verificationId, result: "approved" });
    return verificationId;
  };
  return { ...made, call, deps, key: made.liveKey, happen };
};

const ask = (key: string, query: string) => service.get().call("GET", `/verify/events?${query}`, { key });

const idsOf = (page: { events: { verificationId: string }[] }) =>
  page.events.map(({ verificationId }) => verificationId);

/** Every event from a cursor on, as a backend that catches up reads them. */
const readOn = async (key: string, after?: string, more = "") => {
  const seen: string[] = [];
  for (let cursor = after; ; ) {
    const page = await eventsAfter(
      service.get().call,
      key,
      `limit=2${more}${cursor === undefined ? "" : `&after=${cursor}`}`,
    );
    seen.push(...idsOf(page));
    cursor = page.nextCursor ?? expect.unreachable();
    if (!page.hasMore) return { seen, cursor };
  }
};

describe("GET /verify/events", () => {
  test("has the bodies of webhooks as they were frozen, without any endpoint", async () => {
    const { call, deps, key, happen } = await newTenant();
    const verificationId = await happen(key, { order: "A-7" });
    const [stored] = await deps.db.orm.event.findMany({ where: { verificationId } });
    const payload = JSON.parse(stored?.body ?? "");
    expect(payload).toMatchObject({ event: "verification.completed", metadata: { order: "A-7" } });
    const event = { eventId: stored?.id, mode: "live", verificationId, payload };
    expect(await eventsAfter(call, key)).toEqual({ events: [event], nextCursor: "1", hasMore: false });
    expect(await eventsAfter(call, key, `verificationId=${verificationId}`)).toEqual({
      ...{ events: [event], nextCursor: null, hasMore: false },
    });
  });

  test("leads through all pages oldest first, and the last cursor goes on where it ended", async () => {
    const { key, happen } = await newTenant();
    const first = [await happen(), await happen(), await happen(), await happen(), await happen()];
    const { seen, cursor } = await readOn(key);
    expect(seen).toEqual(first);
    expect(await readOn(key, cursor)).toEqual({ seen: [], cursor });
    const later = [await happen(), await happen(), await happen()];
    expect((await readOn(key, cursor)).seen).toEqual(later);
    expect((await readOn(key)).seen).toEqual([...first, ...later]);
  });

  test("skips nothing where two transactions commit in the other order than they began", async () => {
    const { call, deps, key, happen, id: tenantId } = await newTenant();
    const [early, late] = [await start(call, key), await start(call, key)];
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
    // The older event is written first, and its transaction stays open.
    const open = deps.db.transaction(async (db) => {
      const target = { tenantId, id: early.verificationId };
      await failWith(systemCtx(deps), db, target, { errorCode: "METHOD_FAILED", reason: null });
      hasWritten();
      await mayCommit;
    });
    await written;
    clock.advance({ seconds: 1 });
    await submit(call, key, { verificationId: late.verificationId, result: "approved" });
    const before = await eventsAfter(call, key);
    expect(idsOf(before)).toEqual([late.verificationId]);
    commit();
    await open;
    const next = await happen();
    const after = await call("GET", `/verify/events?after=${before.nextCursor}`, { key });
    expect(after.body.events).toMatchObject([
      { verificationId: early.verificationId },
      { verificationId: next },
    ]);
  });

  test("skips nothing for many readers and writers at once, and tells each event once", async () => {
    const { key, happen } = await newTenant();
    const written = Array.from({ length: 12 }, () => happen());
    const follow = async (): Promise<string[]> => {
      const all: string[] = [];
      for (let after: string | undefined; all.length < written.length; ) {
        const { seen, cursor } = await readOn(key, after);
        all.push(...seen);
        after = cursor;
      }
      return all;
    };
    const read = await Promise.all([follow(), follow(), follow()]);
    const ids = await Promise.all(written);
    for (const seen of read) {
      expect(seen.toSorted()).toEqual(ids.toSorted());
      expect(seen).toEqual(read[0]);
    }
  });

  test("events older than these numbers are numbered by the first readers, a batch at a time", async () => {
    const { deps, key, happen, id: tenantId } = await newTenant();
    const verificationId = await happen();
    const [{ id: _id, number: _number, ...event } = expect.unreachable()] = await deps.db.orm.event.findMany({
      where: { verificationId },
    });
    const rows = Array.from({ length: 1_201 }, (_, at) => ({
      verification: `ver_old${at}`,
      id: `evt_old${at}`,
      createdAt: new Date(event.createdAt.getTime() - (at + 1) * 1000),
    }));
    const source = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    await deps.db.orm.verification.createMany({
      data: rows.map((row) => ({
        ...{ ...source, metadata: {}, id: row.verification },
        secretHash: new Uint8Array(deps.random(32)),
      })),
    });
    await deps.db.orm.event.createMany({
      data: rows.map((row) => ({
        ...event,
        ...{ id: row.id, verificationId: row.verification, createdAt: row.createdAt },
      })),
    });
    const seen: string[] = [];
    for (let after = "0", hasMore = true; hasMore; ) {
      const { body } = await ask(key, `limit=100&after=${after}`);
      const { events, nextCursor } = body as { events: { verificationId: string }[]; nextCursor: string };
      seen.push(...events.map((each) => each.verificationId));
      after = nextCursor;
      hasMore = body.hasMore === true;
    }
    expect(seen).toEqual([...rows.map((row) => row.verification).toReversed(), verificationId]);
    const last = await deps.db.orm.eventNumbers.findFirst({ where: { tenantId, mode: "live" } });
    expect(last?.last).toBe(1_202n);
  });

  test("has one of each kind for a verification, and an erased one keeps its erasure alone", async () => {
    const { call, key, happen } = await newTenant();
    const kept = await happen();
    const { verificationId } = await start(call, key);
    await cancel(call, key, { verificationId });
    const { cursor } = await readOn(key);
    clock.advance({ seconds: 1 });
    await call("POST", "/verify/redact", { key, body: { verificationId } });
    const names = async (query: string) =>
      (await eventsAfter(call, key, query)).events.map(({ payload }) => payload.event);
    expect(await names(`verificationId=${verificationId}`)).toEqual(["verification.redacted"]);
    expect((await readOn(key)).seen).toEqual([kept, verificationId]);
    expect((await readOn(key, cursor)).seen).toEqual([verificationId]);
    expect(await names("")).toEqual(["verification.completed", "verification.redacted"]);
  });

  test("an overdue verification has its event once the worker has come by", async () => {
    const { call, deps, key } = await newTenant();
    const { verificationId } = await start(call, key);
    clock.advance({ minutes: 31 });
    expect((await eventsAfter(call, key)).events).toEqual([]);
    await expireVerifications(systemCtx(deps), 100);
    expect((await eventsAfter(call, key)).events).toMatchObject([
      { verificationId, payload: { event: "verification.expired" } },
    ]);
  });

  test("a test key reads tests only; a live key reads live ones, and tests where it says so", async () => {
    const { call, happen, liveKey, testKey } = await newTenant();
    const [live, tested] = [await happen(liveKey), await happen(testKey)];
    expect((await readOn(liveKey)).seen).toEqual([live]);
    expect((await readOn(liveKey, undefined, "&mode=test")).seen).toEqual([tested]);
    expect((await readOn(testKey)).seen).toEqual([tested]);
    expect((await readOn(testKey, undefined, "&mode=test")).seen).toEqual([tested]);
    expectRefused(await ask(testKey, "mode=live"), "mode", /live key/);
    expect(await ask(testKey, `verificationId=${live}`)).toMatchObject({ status: 404 });
    expect(await ask(liveKey, `verificationId=${tested}`)).toMatchObject({ status: 404 });
    expect((await eventsAfter(call, liveKey, `mode=test&verificationId=${tested}`)).events).toHaveLength(1);
  });

  test("another tenant's events are not there, by its cursor or by its verification", async () => {
    const { key, happen } = await newTenant();
    const other = await newTenant();
    await happen();
    const theirs = await happen();
    const { cursor } = await readOn(key);
    expect(await readOn(other.key)).toEqual({ seen: [], cursor: "0" });
    expectRefused(await ask(other.key, `after=${cursor}`), "after", /begin again/);
    const foreign = await ask(other.key, `verificationId=${theirs}`);
    expect(foreign).toMatchObject({ status: 404, body: { code: "VERIFICATION_NOT_FOUND" } });
    await patchTenant(service.get().call, other.id, { isActive: false });
    expect((await ask(other.key, "")).status).toBe(401);
  });

  test("a cursor ahead of the last event is refused with what to do: a backup was restored", async () => {
    const { key, happen } = await newTenant();
    await happen();
    const { cursor } = await readOn(key);
    expect((await ask(key, `after=${cursor}`)).status).toBe(200);
    expectRefused(await ask(key, `after=${Number(cursor) + 1}`), "after", /begin again without after/);
  });

  test.each([
    ["after=x", "after"],
    ["after=-1", "after"],
    ["after=1e3", "after"],
    ["after=9999999999999999", "after"],
    ["after=1&verificationId=ver_x", "after"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["mode=both", "mode"],
    ["cursor=1", "cursor"],
  ])("refuses ?%s by name", async (query, path) => {
    const { key } = await newTenant();
    expectRefused(await ask(key, query), path);
  });

  test("of a verification, at most as many as asked for", async () => {
    const { call, key } = await newTenant();
    const { verificationId } = await start(call, key);
    await complete(call, key, { verificationId, result: "approved" });
    const page = await eventsAfter(call, key, `verificationId=${verificationId}&limit=1`);
    expect(page).toMatchObject({ events: [{ verificationId }], nextCursor: null, hasMore: false });
  });
});
