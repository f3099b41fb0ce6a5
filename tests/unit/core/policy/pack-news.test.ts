import { describe, expect, test } from "vitest";
import { editionOf, withEdition } from "#core/policy/pack-edition.ts";
import { packNews } from "#core/policy/pack-news.ts";
import { applyPack, type Pack, packById } from "#core/policy/packs.ts";
import type { Policy } from "#core/policy/policy.ts";

const KNOWN = new Set(["document", "wallet", "voucher"]);

const pack = (id: string): Pack => packById(id) ?? expect.unreachable();
const UK = pack("uk");
const AU = pack("au");

const DEFAULT: Policy["default"] = { minimumAge: 18, methods: [{ id: "document", use: "offer" }] };
const NOW: Policy = applyPack({ default: DEFAULT, regions: [] }, UK, KNOWN);

/** What the pack proposed until 30 November 2026. */
const BEFORE: Policy = {
  default: DEFAULT,
  regions: [
    {
      country: "GB",
      minimumAge: 18,
      methods: [
        { id: "document", use: "offer", attempts: 2 },
        { id: "wallet", use: "offer" },
        { id: "voucher", use: "fallback" },
        { id: "voucher", use: "appeal" },
      ],
      attemptsInAll: 4,
      minimumChoices: 2,
    },
  ],
};

const version = (number: number, ...packIds: string[]) => ({ number, packIds });
const news = (versions: ReturnType<typeof version>[], policy: Policy = BEFORE) =>
  packNews(versions, policy, KNOWN).map(({ pack: { id }, version: number, changes }) => [
    id,
    number,
    changes.map(({ on }) => on),
  ]);

describe("a tenant that adopted an older pack", () => {
  test("sees what has changed since and why, wherever the newest version that adopted it stands", () => {
    expect(news([version(1, "uk")])).toEqual([["uk", 1, ["2026-11-30"]]]);
    expect(news([version(3), version(2, "uk"), version(1, "uk")])).toEqual([["uk", 2, ["2026-11-30"]]]);
    expect(news([version(1, "uk@2026-11-22")])).toEqual([["uk", 1, ["2026-11-30"]]]);
    const [first] = packNews([version(1, "uk")], BEFORE, KNOWN);
    expect(first?.changes).toEqual(UK.changes);
    expect(first?.changes[0]?.why).toContain("photo-ID matching");
  });

  test("is left with the policy that it has", () => {
    const before = structuredClone(BEFORE);
    packNews([version(1, "uk")], BEFORE, KNOWN);
    expect(BEFORE).toEqual(before);
  });

  test("sees it again where it went back to a version with the older one", () => {
    expect(news([version(3, "uk"), version(2, editionOf(UK)), version(1, "uk")])).toEqual([
      ["uk", 3, ["2026-11-30"]],
    ]);
  });
});

describe("no tenant is bothered", () => {
  test.each<[string, ReturnType<typeof version>[], Policy]>([
    ["that adopted the pack as it is now", [version(2, editionOf(UK)), version(1, "uk")], BEFORE],
    ["whose rules are as the pack says now", [version(1, "uk")], NOW],
    ["without a rule for the place any more", [version(1, "uk")], { default: DEFAULT, regions: [] }],
    ["that adopted no pack", [version(1)], BEFORE],
    ["whose pack did not change", [version(1, "au")], applyPack(BEFORE, AU, KNOWN)],
    ["whose version names a pack that is unknown here", [version(1, "au-2025")], BEFORE],
  ])("%s", (_, versions, policy) => {
    expect(news(versions, policy)).toEqual([]);
  });
});

test("a draft names one edition of each pack that it adopted", () => {
  expect(editionOf(UK)).toBe(`uk@${UK.asOf}`);
  expect(withEdition(["uk", "au", "uk@2026-11-22"], UK)).toEqual(["au", editionOf(UK)]);
});
