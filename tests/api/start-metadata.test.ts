import { describe, expect, test } from "vitest";
import { start } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { tenantRows } from "../support/world/rows.ts";

const service = promisedServiceForFile();

const newTenant = async () => {
  const { call, deps, tenant } = service.get();
  return { call, deps, ...(await tenant({ plan: "scale" })) };
};

const keys = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

/** Metadata whose JSON has exactly this many bytes. */
const ofBytes = (bytes: number): Record<string, string> => {
  const values = Array.from({ length: 16 }, (_, i) => [`key_${String(i).padStart(2, "0")}`, "x".repeat(480)]);
  const fill = bytes - Buffer.byteLength(JSON.stringify({ ...Object.fromEntries(values), z: "" }));
  return { ...Object.fromEntries(values), z: "x".repeat(fill) };
};

describe("metadata of POST /verify/start", () => {
  const accepted: [string, object][] = [
    ["nothing", {}],
    ["texts, numbers, booleans and null", { a: "x", b: 1.5, c: -1, d: true, e: null, f: "" }],
    [
      "names that every object has already",
      { constructor: 1, toString: "x", hasOwnProperty: true, valueOf: null },
    ],
    ["50 keys", keys(50)],
    ["a key of 1 and one of 40 characters", { a: 1, ["k".repeat(40)]: 1 }],
    ["a key of 40 characters beyond the basic plane", { ["😀".repeat(40)]: 1 }],
    ["a value of 500 characters", { a: "x".repeat(500) }],
    ["a value of 500 characters beyond the basic plane", { a: "😀".repeat(500) }],
    ["8 KiB of JSON", ofBytes(8192)],
    ["a key with dots, quotes and line feeds", { 'a.b"c\n': "d\\e\t" }],
  ];
  test.each(accepted)("may be %s, and is kept as it was given", async (_name, metadata) => {
    const { call, deps, liveKey } = await newTenant();
    const { verificationId } = await start(call, liveKey, { metadata });
    const row = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    expect(row.metadata).toEqual(metadata);
  });

  const refused: [string, unknown, string][] = [
    ["null", null, "metadata"],
    ["an array", [], "metadata"],
    ["a text", "{}", "metadata"],
    ["51 keys", keys(51), "metadata"],
    ["an empty key", { "": 1 }, "metadata."],
    ["a key of 41 characters", { ["k".repeat(41)]: 1 }, `metadata.${"k".repeat(41)}`],
    [
      "a key of 41 characters beyond the basic plane",
      { ["😀".repeat(41)]: 1 },
      `metadata.${"😀".repeat(41)}`,
    ],
    ["a value of 501 characters", { a: "x".repeat(501) }, "metadata.a"],
    ["an object within", { a: {} }, "metadata.a"],
    ["an array within", { a: [1] }, "metadata.a"],
    ["8 KiB and a byte", ofBytes(8193), "metadata"],
    ["8 KiB by characters but not by bytes", { ...ofBytes(8000), y: "ü".repeat(100) }, "metadata"],
  ];
  test.each(refused)("may not be %s", async (_name, metadata, path) => {
    const { call, deps, id, liveKey: key } = await newTenant();
    expectRefused(await call("POST", "/verify/start", { key, body: { metadata } }), path);
    expect(await tenantRows(deps, id)).toEqual({ verifications: 0, tokens: 0, counted: 0 });
  });
});

test.each(["12345678901234567890", "-9007199254740993", "9007199254740992"])(
  "the integer %s, which JSON readers change, is refused by its key",
  async (order) => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    const metadata = { order: Number(order) };
    const refused = await call("POST", "/verify/start", { key, body: { metadata } });
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST_BODY" } });
    expect(JSON.stringify(refused.body)).toMatch(/metadata\.order.*send it as a text/);
    const kept = { order: Number.MAX_SAFE_INTEGER, price: 12.5, id: order };
    expect((await call("POST", "/verify/start", { key, body: { metadata: kept } })).status).toBe(200);
  },
);
