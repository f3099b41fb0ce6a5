import { describe, expect, test } from "vitest";
import { approvedToken, start, statusOf, validate } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { countRows } from "../support/world/rows.ts";

const service = promisedServiceForFile();

// Ids that are nobody's, or no ids at all.
const NO_IDS = [
  "ver_01k9zzzzzzzzzzzzzzzzzzzzzz",
  "ver_01K9ZZZZZZZZZZZZZZZZZZZZZZ",
  "ten_01k9zzzzzzzzzzzzzzzzzzzzzz",
  "ver_",
  "x",
  "0",
  "null",
  "../../admin",
  "ver_01k9zzzzzzzzzzzzzzzzzzzzz%",
  "' or 1=1 --",
  "𝓿𝓮𝓻_1",
  "x".repeat(200),
];

const withoutRequestId = (text: string): string => text.replaceAll(/req_[0-9a-z]{26}/g, "req");

const newWorld = async () => {
  const { call, deps, tenant } = service.get();
  const [mine, theirs] = [await tenant({ plan: "scale" }), await tenant({ plan: "scale" })];
  const foreign = (await start(call, theirs.liveKey)).verificationId;
  return { call, deps, key: mine.liveKey, theirs, foreign };
};

describe("another tenant's verification", () => {
  const requests: [string, (id: string) => { method: string; path: string; body?: unknown }][] = [
    ["status", (id) => ({ method: "GET", path: `/verify/status?verificationId=${encodeURIComponent(id)}` })],
    [
      "complete",
      (id) => ({ method: "POST", path: "/verify/complete", body: { verificationId: id, verifiedAge: 30 } }),
    ],
    [
      "complete with a contradiction",
      (id) => ({
        method: "POST",
        path: "/verify/complete",
        body: { verificationId: id, verifiedAge: 17, result: "approved" },
      }),
    ],
    [
      "submit",
      (id) => ({ method: "POST", path: "/verify/submit", body: { verificationId: id, result: "approved" } }),
    ],
  ];

  test.each(requests)(
    "is answered by %s with the same bytes as an unknown or malformed id",
    async (_name, of) => {
      const { call, deps, foreign, key, theirs } = await newWorld();
      const before = await countRows(deps);
      const seen = new Set<string>();
      for (const id of [foreign, ...NO_IDS]) {
        const { method, path, body } = of(id);
        const answer = await call(method, path, { key, ...(body === undefined ? {} : { body }) });
        expect(answer).toMatchObject({ status: 404, body: { code: "VERIFICATION_NOT_FOUND" } });
        const headers = ["content-type", "cache-control", "x-content-type-options"].map((name) =>
          answer.headers.get(name),
        );
        seen.add(withoutRequestId(answer.text) + headers.join());
      }
      expect(seen.size).toBe(1);
      expect(await countRows(deps)).toEqual(before);
      expect((await statusOf(call, theirs.liveKey, foreign)).status).toBe("pending");
    },
  );

  test("is not found by its own tenant's key with a new id that only looks alike", async () => {
    const { call, foreign, theirs } = await newWorld();
    const alike = foreign.slice(0, -1) + (foreign.endsWith("0") ? "1" : "0");
    const answer = await call("GET", `/verify/status?verificationId=${alike}`, { key: theirs.liveKey });
    expect(answer.status).toBe(404);
  });
});

test("another tenant's token is TENANT_MISMATCH and tells nothing else", async () => {
  const { call, key, theirs } = await newWorld();
  const { token } = await approvedToken(call, theirs.liveKey);
  expect(await validate(call, key, token)).toEqual({
    valid: false,
    over18: false,
    reason: "TENANT_MISMATCH",
  });
});

describe("the live and the test keys of one tenant", () => {
  const pairs = [
    ["live", "test"],
    ["test", "live"],
  ] as const;

  test.each(pairs)("%s verifications and tokens are not there for a %s key", async (own, other) => {
    const { call, theirs } = await newWorld();
    const keys = { live: theirs.liveKey, test: theirs.testKey };
    const { token, verificationId } = await approvedToken(call, keys[own]);
    expect(await validate(call, keys[own], token)).toMatchObject({ valid: true, verificationId });
    expect(await validate(call, keys[other], token)).toEqual({
      valid: false,
      over18: false,
      reason: "TOKEN_NOT_FOUND",
    });

    const open = (await start(call, keys[own])).verificationId;
    const notFound = { status: 404, body: { code: "VERIFICATION_NOT_FOUND" } };
    const key = keys[other];
    const body = { verificationId: open, result: "approved" };
    expect(await call("GET", `/verify/status?verificationId=${open}`, { key })).toMatchObject(notFound);
    expect(await call("POST", "/verify/complete", { key, body })).toMatchObject(notFound);
    expect(await call("POST", "/verify/submit", { key, body })).toMatchObject(notFound);
    expect((await statusOf(call, keys[own], open)).status).toBe("pending");
  });
});
