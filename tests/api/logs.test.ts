import { describe, expect, test } from "vitest";
import { account } from "#contracts/public/endpoints.ts";
import { keyIdOf, patchTenant, secretOf, simulate, start, statusOf } from "../support/http/actions.ts";
import { goBack } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";

const service = promisedServiceForFile();

const read = async (key: string, query = "") => {
  const answer = await service.get().call("GET", `/logs?${query}`, { key });
  return account.logs.response.parse(answer.body);
};

/** The tenant's lines about anything but the log itself, once there are so many. */
const linesOf = async (key: string, count: number, filter = "") => {
  const get = async () =>
    (await read(key, `limit=200${filter}`)).logs.filter(({ event }) => event !== "logs.list");
  await expect.poll(async () => (await get()).length).toBe(count);
  return get();
};

/** A tenant with three lines by its live key and two by its test key. */
const newTenant = async () => {
  const { call, deps, tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  const live = await start(call, made.liveKey);
  await statusOf(call, made.liveKey, live.verificationId);
  await call("GET", "/verify/status?verificationId=ver_x", { key: made.liveKey });
  const tested = await start(call, made.testKey, { callback_url: "https://shop.example/back" });
  await statusOf(call, made.testKey, tested.verificationId);
  return { ...made, call, deps, live, tested };
};

describe("GET /logs", () => {
  test("has the tenant's own lines as the operator's log has them, with the mode of the key", async () => {
    const { liveKey, live, tested } = await newTenant();
    const lines = await linesOf(liveKey, 5);
    expect(
      lines.map(({ event, status, mode, verificationId }) => [event, status, mode, verificationId]),
    ).toEqual(
      expect.arrayContaining([
        ["verify.start", 200, "live", live.verificationId],
        ["verify.status", 200, "live", live.verificationId],
        ["verify.status", 404, "live", null],
        ["verify.start", 200, "test", tested.verificationId],
        ["verify.status", 200, "test", tested.verificationId],
      ]),
    );
    for (const line of lines) expect(Object.keys(line)).not.toContain("tenantId");
    const times = lines.map(({ time }) => Date.parse(time));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test("shows a test key only what test keys asked, revoked ones too; a live key may name a mode", async () => {
    const { id, deps, liveKey, testKey } = await newTenant();
    expect((await linesOf(testKey, 2)).map(({ mode }) => mode)).toEqual(["test", "test"]);
    await linesOf(testKey, 2, "&mode=test");
    await linesOf(liveKey, 2, "&mode=test");
    await linesOf(liveKey, 3, "&mode=live");
    expectRefused(await service.get().call("GET", "/logs?mode=live", { key: testKey }), "mode", /live key/);
    const revoked = { where: { id: await keyIdOf(deps, id, "test") }, data: { revokedAt: new Date() } };
    await deps.db.orm.apiKey.update(revoked);
    await linesOf(liveKey, 2, "&mode=test");
  });

  test("a browser's requests have no key: a live key sees them, a test key does not", async () => {
    const { call, deps, liveKey, testKey, tested } = await newTenant();
    await simulate(call, testKey, { verificationId: tested.verificationId, outcome: "approve" });
    await goBack(deps, secretOf(tested));
    const seen = (await linesOf(liveKey, 7)).filter(({ mode }) => mode === null);
    expect(seen).toMatchObject([{ event: "hosted.return", verificationId: tested.verificationId }]);
    expect((await linesOf(testKey, 3)).map(({ mode }) => mode)).toEqual(["test", "test", "test"]);
  });

  test("filters by each of its fields", async () => {
    const { liveKey, live } = await newTenant();
    const [line] = (await linesOf(liveKey, 5)).filter(
      ({ verificationId }) => verificationId === live.verificationId,
    );
    for (const [filter, count] of [
      ["method=GET&event=verify.status", 3],
      ["method=POST", 2],
      ["status=404", 1],
      ["status=4xx", 1],
      ["status=5xx", 0],
      ["event=verify.start", 2],
      ["path=/verify/status", 3],
      [`requestId=${line?.requestId}`, 1],
      ["event=verify.start&from=2000-01-01T00:00:00Z&to=2099-01-01T00:00:00%2B02:00", 2],
      ["from=2099-01-01T00:00:00Z", 0],
      ["method=POST&mode=test", 1],
    ] as const)
      expect([filter, (await read(liveKey, filter)).logs.length]).toEqual([filter, count]);
  });

  test("leads through all pages by its cursor: no line twice, none left out", async () => {
    const { liveKey } = await newTenant();
    const asked = (await linesOf(liveKey, 5)).filter(({ event }) => event === "verify.status");
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await read(liveKey, `event=verify.status&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.logs.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(asked.map(({ id }) => id));
  });

  test("another tenant's lines are not there, whichever filter names them", async () => {
    const { live, liveKey } = await newTenant();
    const [line] = (await linesOf(liveKey, 5)).filter(
      ({ verificationId }) => verificationId === live.verificationId,
    );
    const other = await newTenant();
    await linesOf(other.liveKey, 5);
    expect((await read(other.liveKey, `requestId=${line?.requestId}`)).logs).toEqual([]);
    expectRefused(
      await service.get().call("GET", "/logs?tenantId=ten_x", { key: other.liveKey }),
      "tenantId",
    );
    await patchTenant(other.call, other.id, { isActive: false });
    expect((await other.call("GET", "/logs", { key: other.liveKey })).status).toBe(401);
  });

  test.each([
    ["status=600", "status"],
    ["limit=201", "limit"],
    ["cursor=x", "cursor"],
    ["mode=both", "mode"],
    ["from=yesterday", "from"],
    ["keyIds=x", "keyIds"],
  ])("refuses ?%s by name", async (query, path) => {
    const { liveKey: key } = await service.get().tenant({ plan: "scale" });
    expectRefused(await service.get().call("GET", `/logs?${query}`, { key }), path);
  });
});
