import { beforeAll, describe, expect, test } from "vitest";
import { verificationList } from "#contracts/public/endpoints.ts";
import { complete, start, statusOf, submit } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import type { TestTenant } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const get = (key: string, query = "") => service.get().call("GET", `/verify/list${query}`, { key });

const list = async (key: string, query = "") => {
  const answer = await get(key, query);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return verificationList.listVerifications.response.parse(answer.body);
};

const idsOf = async (key: string, query = "") =>
  (await list(key, query)).verifications.map(({ verificationId }) => verificationId);

type Made = { tenant: TestTenant; ids: Record<string, string>; at: Record<string, string> };

/** One of everything that a filter can tell apart, a second between each. */
const newWorld = async (): Promise<Made> => {
  const { call, tenant: make, deps } = service.get();
  const tenant = await make({ plan: "scale" });
  const { liveKey, testKey } = tenant;
  const ids: Record<string, string> = {};
  const at: Record<string, string> = {};
  const begin = async (name: string, body: Record<string, unknown> = {}, key = liveKey) => {
    clock.advance({ seconds: 1 });
    at[name] = clock.now().toISOString();
    ids[name] = (await start(call, key, body)).verificationId;
    return ids[name];
  };
  const overdue = await begin("overdue", { expiresInSeconds: 300, reference: "r-0" });
  clock.advance({ minutes: 6 });
  const approved = {
    verificationId: await begin("approved", { reference: "r-1", metadata: { shop: "Basel", size: 7 } }),
  };
  await complete(call, liveKey, { ...approved, verifiedAge: 30, confidence: 0.5 });
  const rejected = {
    verificationId: await begin("rejected", { reference: "r-1", metadata: { city: "Basel" } }),
  };
  await submit(call, liveKey, { ...rejected, result: "rejected" });
  const failed = await begin("failed", { metadata: { shop: "basel", size: "7" } });
  await deps.db.orm.verification.update({
    where: { id: failed },
    data: {
      status: "failed",
      errorCode: "DOCUMENT_UNREADABLE",
      method: "document",
      completedAt: clock.now(),
    },
  });
  await begin("pending", { metadata: { shop: "Basel", done: true } });
  await begin("test", { reference: "r-1", metadata: { shop: "Basel" } }, testKey);
  expect(overdue).toBe(ids.overdue);
  return { tenant, ids, at };
};

describe("GET /verify/list", () => {
  let made: Made;
  beforeAll(async () => {
    made = await newWorld();
  });

  const named = async (query: string, key = made.tenant.liveKey) => {
    const found = await idsOf(key, query);
    return found.map((id) => Object.entries(made.ids).find(([, known]) => known === id)?.[0] ?? id);
  };

  test("has everything of the key's mode, newest first, each as its status is reported", async () => {
    const { call } = service.get();
    const { liveKey } = made.tenant;
    expect(await named("")).toEqual(["pending", "failed", "rejected", "approved", "overdue"]);
    const { verifications, nextCursor } = await list(liveKey);
    expect(nextCursor).toBe(null);
    for (const { mode, method: _method, ...report } of verifications) {
      expect(mode).toBe("live");
      expect(report).toEqual(await statusOf(call, liveKey, report.verificationId));
    }
    expect(verifications.map(({ method }) => method)).toEqual([null, "document", "tenant", "tenant", null]);
  });

  test.each([
    ["status=pending", ["pending"]],
    ["status=expired", ["overdue"]],
    ["status=failed", ["failed"]],
    ["status=completed", ["rejected", "approved"]],
    ["outcome=approved", ["approved"]],
    ["outcome=rejected", ["rejected"]],
    ["outcome=rejected&status=completed&method=tenant", ["rejected"]],
    ["outcome=rejected&method=document", []],
    ["outcome=approved&status=failed", []],
    ["method=document", ["failed"]],
    ["method=tenant", ["rejected", "approved"]],
    ["method=document&status=completed", []],
    ["reference=r-1", ["rejected", "approved"]],
    ["reference=R-1", []],
    ["reference=r-0&status=expired", ["overdue"]],
    ["reference=r-1&outcome=approved", ["approved"]],
    ["reference=r-1&metadataKey=city&metadataValue=Basel", ["rejected"]],
    ["metadataKey=shop&metadataValue=Basel", ["pending", "approved"]],
    ["metadataKey=shop&metadataValue=basel", ["failed"]],
    ["metadataKey=shop&metadataValue=Base", []],
    ["metadataKey=size&metadataValue=7", ["failed", "approved"]],
    ["metadataKey=done&metadataValue=true", ["pending"]],
    ["metadataKey=shop&metadataValue=Basel&outcome=approved", ["approved"]],
    ["metadataKey=shop&metadataValue=Basel&outcome=rejected", []],
    ["metadataKey=shop&metadataValue=Basel&status=pending", ["pending"]],
    ["mode=live&limit=2", ["pending", "failed"]],
  ])("%s", async (query, expected) => {
    expect(await named(`?${query}`)).toEqual(expected);
  });

  test("from and to bound the start, both inclusive, to the millisecond", async () => {
    const between = (from: string | undefined, to: string | undefined) =>
      named(`?${new URLSearchParams({ ...(from && { from }), ...(to && { to }) })}`);
    const { approved, failed } = made.at;
    expect(await between(approved, failed)).toEqual(["failed", "rejected", "approved"]);
    const shifted = (time: string | undefined, ms: number) =>
      new Date(Date.parse(time ?? "") + ms).toISOString();
    expect(await between(shifted(approved, 1), shifted(failed, -1))).toEqual(["rejected"]);
    expect(await between("2026-03-01T12:00:00+02:00", approved)).toEqual(["approved", "overdue"]);
  });

  test("a live key sees both modes, its own by default; a test key sees its own only", async () => {
    const { liveKey, testKey } = made.tenant;
    expect(await named("?mode=test", liveKey)).toEqual(["test"]);
    expect(await named("", testKey)).toEqual(["test"]);
    expect(await named("?mode=test", testKey)).toEqual(["test"]);
    expect(await named("?reference=r-1", testKey)).toEqual(["test"]);
    expect(await get(testKey, "?mode=live")).toMatchObject({
      status: 400,
      body: { code: "INVALID_PARAMETERS", message: expect.stringContaining("live key") },
    });
  });

  test("never has another tenant's, whatever is asked for", async () => {
    const other = await service.get().tenant();
    const queries = ["", "?mode=test", "?reference=r-1", "?outcome=approved", "?status=completed"];
    for (const query of [...queries, "?metadataKey=shop&metadataValue=Basel", `?cursor=${made.ids.test}`])
      expect(await list(other.liveKey, query)).toEqual({ verifications: [], nextCursor: null });
  });

  test.each([
    ["status=done", "status"],
    ["outcome=maybe", "outcome"],
    ["method=", "method"],
    ["mode=both", "mode"],
    ["reference=", "reference"],
    ["reference=a%0Ab", "reference"],
    [`reference=${"x".repeat(101)}`, "reference"],
    ["metadataKey=shop", "metadataValue"],
    ["metadataValue=Basel", "metadataKey"],
    ["metadataKey=shop&metadataValue=", "metadataValue"],
    ["metadataKey=shop&metadataValue=%00", "metadataValue"],
    ["from=yesterday", "from"],
    ["to=2026-13-01T00:00:00Z", "to"],
    ["from=0000-01-01T00:00:00Z", "from"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["limit=1e2", "limit"],
    ["limit=%205", "limit"],
    ["limit=5%20", "limit"],
    ["limit=0x5", "limit"],
    ["limit=5.0", "limit"],
    ["limit=%2B5", "limit"],
    ["limit=05", "limit"],
    ["limit=", "limit"],
    ["cursor=", "cursor"],
    ["cursor=ver_1", "cursor"],
    ["cursor=%27%20or%201=1", "cursor"],
    ["page=2", "page"],
    ["Status=failed", "Status"],
    ["status=failed&status=pending", "status"],
  ])("?%s is refused and names the field", async (query, field) => {
    expectRefused(await get(made.tenant.liveKey, `?${query}`), field);
  });
});

describe("the pages of GET /verify/list", () => {
  test("neither repeat nor miss one while others start and end", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant({ plan: "scale" });
    const begin = async () => (await start(call, key)).verificationId;
    const before: string[] = [];
    for (let each = 0; each < 7; each += 1) {
      before.unshift(await begin());
      clock.advance({ ms: 1 });
    }
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(key, `?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      read.push(...page.verifications.map(({ verificationId }) => verificationId));
      cursor = page.nextCursor;
      await begin();
      await complete(call, key, { verificationId: before[0] ?? "", verifiedAge: 30 }).catch(() => undefined);
      clock.advance({ ms: 1 });
    } while (cursor !== null);
    expect(read).toEqual(before);
  });

  test("under a filter end where nothing more matches, with 50 on a page by default", async () => {
    const { call, tenant } = service.get();
    const { testKey: key } = await tenant({ plan: "scale" });
    for (let each = 0; each < 51; each += 1) await start(call, key, { reference: "same" });
    const first = await list(key, "?reference=same");
    expect(first.verifications).toHaveLength(50);
    const second = await list(key, `?reference=same&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ verifications: [{}], nextCursor: null });
    expect((await list(key, "?reference=same&limit=51")).nextCursor).toBe(null);
  });
});

test("an erased verification is listed as erased, and found by nothing that was erased", async () => {
  const { call, tenant } = service.get();
  const { liveKey: key } = await tenant();
  const { verificationId } = await start(call, key, { reference: "gone", metadata: { order: "gone" } });
  await complete(call, key, { verificationId, verifiedAge: 30 });
  await call("POST", "/verify/redact", { key, body: { verificationId } });
  expect((await list(key)).verifications).toEqual([
    {
      verificationId,
      status: "completed",
      createdAt: expect.any(String),
      redactedAt: expect.any(String),
      mode: "live",
      method: null,
    },
  ]);
  for (const query of ["?reference=gone", "?metadataKey=order&metadataValue=gone", "?outcome=approved"])
    expect(await idsOf(key, query)).toEqual([]);
});
