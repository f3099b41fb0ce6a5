import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createLogger } from "#platform/log.ts";
import { consoleCall } from "../support/console/call.ts";
import { start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

const lines: string[] = [];
const log = createLogger({ level: "debug", write: (line) => lines.push(line), now: () => new Date() });
const service = consoleForFile({ overrides: { log } });
let bearer = "";

beforeAll(async () => {
  bearer = await service.get().identity.bearer("ada");
});

/** A tenant of its own with its owner, and a way to ask the console. */
const newTenant = async () => {
  const { call, deps, tenant } = service.get();
  const { id, testKey } = await tenant();
  await knownPerson({ deps }, "ada", { tenantId: id, role: "owner" });
  const ask = (path: string, input: unknown) => consoleCall(deps, path, input, { bearer, tenantId: id });
  return { ask, deps, id, begin: (metadata: object) => start(call, testKey, { metadata }) };
};

// What every object has already, what serialisers and promises look for, and what reads as a path. `__proto__` itself is
// refused by POST /verify/start.
const NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__"),
  ...[
    "prototype",
    "toJSON",
    "then",
    "length",
    "json",
    "meta",
    "values",
    "0",
    "-1",
    "NaN",
    "null",
    "undefined",
  ],
  ...["a.b", "a\\.b", ".", "constructor.prototype", "__proto__.x", "[object Object]", " ", "😀"],
  ...Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__"),
  "prototype",
];

const shown = z.looseObject({
  verificationId: z.string(),
  metadata: z.array(z.tuple([z.string(), z.unknown()])),
});
/** The order of the names is the database's. */
const byId = (rows: z.infer<typeof shown>[]) =>
  new Map(rows.map(({ verificationId, metadata }) => [verificationId, new Set<unknown>(metadata)]));
const listed = z.object({ verifications: z.array(shown) });

describe("no name in a tenant's metadata takes a page of the console away", () => {
  test("each is in the list, the detail, the overview and the search", { timeout: 60_000 }, async () => {
    const { ask, begin } = await newTenant();
    const begun = NAMES.map(async (name, n) => {
      const { verificationId } = await begin({ order: "A-17", [name]: `x-${n}` });
      const own = new Set([
        ["order", "A-17"],
        [name, `x-${n}`],
      ]);
      return [verificationId, own] as const;
    });
    const owns = new Map(await Promise.all(begun));
    for (const [verificationId, own] of owns) {
      const detail = await ask("verifications.detail", { verificationId });
      expect([detail.httpStatus, new Set(shown.parse(detail.data).metadata)]).toEqual([200, own]);
    }
    const list = await ask("verifications.list", { limit: 50 });
    expect(byId(listed.parse(list.data).verifications)).toEqual(owns);
    const overview = await ask("reports.overview", { mode: "test", days: 7 });
    const { latest } = z.object({ latest: z.array(shown) }).parse(overview.data);
    for (const [id, metadata] of byId(latest)) expect(metadata).toEqual(owns.get(id));
    const found = await ask("reports.find", { text: `x-${NAMES.indexOf("constructor")}` });
    expect(listed.parse(found.data).verifications).toHaveLength(1);
    const keys = await ask("verifications.metadataKeys", undefined);
    expect(new Set(z.array(z.string()).parse(keys.data))).toEqual(new Set([...NAMES, "order"]));
  });

  test("all of them may stand in one", async () => {
    const { ask, begin } = await newTenant();
    const metadata = Object.fromEntries(NAMES.map((name, n) => [name, n]));
    const { verificationId } = await begin(metadata);
    const { data } = await ask("verifications.detail", { verificationId });
    expect(Object.fromEntries(shown.parse(data).metadata)).toEqual(metadata);
  });

  test.each(["constructor", "toString"])("%s can be the name that lists show", async (name) => {
    const { ask, begin } = await newTenant();
    const { verificationId } = await begin({ [name]: "order-4711" });
    expect((await ask("settings.update", { listMetadataKey: name })).httpStatus).toBe(200);
    const found = await ask("reports.find", { text: "4711" });
    expect(listed.parse(found.data).verifications.map((one) => one.verificationId)).toEqual([verificationId]);
  });
});

test("an answer that cannot be serialised is our own error, logged with its request id", async () => {
  const { ask, deps, id } = await newTenant();
  await deps.db.orm.auditEntry.updateMany({
    where: { tenantId: id },
    data: { changes: JSON.parse('{"constructor":"x"}') },
  });
  lines.length = 0;
  const refused = await ask("reports.audit", { limit: 10 });
  expect(refused).toMatchObject({
    httpStatus: 500,
    errorCode: "INTERNAL_ERROR",
    message: expect.stringContaining("Something went wrong on our side"),
    requestId: refused.headers.get("x-request-id"),
  });
  const logged = lines.filter((line) => line.includes('"level":"error"'));
  expect(logged).toEqual([expect.stringContaining(`"requestId":"${refused.requestId}"`)]);
});
