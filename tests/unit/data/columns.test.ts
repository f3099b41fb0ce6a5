import { describe, expect, test } from "vitest";
import { PLANS } from "#core/billing/plan.ts";
import {
  metadataFromJson,
  olderSecretsFromJson,
  plansFromJson,
  publicKeysFromJson,
  running,
} from "#data/service/columns.ts";

const SPOILT = [null, "text", 7, true, [], [[]], { keys: "text" }, { free: "text" }];

describe("a JSON column that a hand has edited", () => {
  test.each(SPOILT.map((json) => [JSON.stringify(json), json]))("%s is read without a throw", (_, json) => {
    expect(Object.values(metadataFromJson(json) ?? {}).every((value) => typeof value !== "object")).toBe(
      true,
    );
    expect(publicKeysFromJson(json)?.keys ?? []).toEqual([]);
    expect(olderSecretsFromJson(json)).toEqual([]);
    expect(plansFromJson(json)).toBeNull();
  });

  test("keeps what is readable beside what is not", () => {
    expect(metadataFromJson({ order: 7, note: null, nested: { a: 1 }, list: [1] })).toEqual({
      order: 7,
      note: null,
    });
    const key = { kty: "EC", crv: "P-256" };
    expect(publicKeysFromJson({ keys: [key, "text", { kid: "a" }] })).toEqual({ keys: [key] });
    const secret = { sealed: "sealed", until: "2026-01-01T00:00:00Z" };
    expect(olderSecretsFromJson([secret, "text", { sealed: 1, until: 2 }])).toEqual([secret]);
  });

  test("of prices is refused as a whole: nothing is billed by a part of them", () => {
    expect(plansFromJson(PLANS)).toEqual(PLANS);
    expect(plansFromJson({ ...PLANS, scale: { ...PLANS.scale, overagePriceMinor: "7" } })).toBeNull();
  });
});

test("what is running was not ended, and its time is still to come: the instant itself is too late", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  expect(running(now)).toEqual({ endedAt: null, expiresAt: { gt: now } });
});
