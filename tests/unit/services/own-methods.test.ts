import { expect, test } from "vitest";
import { lintPolicy } from "#core/policy/lints.ts";
import { FORM, type Method, noDecision, verifies } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import { suppliesFrom } from "#services/check/offer.ts";

const vendor: Method = {
  id: "vendor",
  traits: verifies("vendor", "camera", "identity_document"),
  modes: ["live"],
  maxBodyBytes: 1,
  start: async () => FORM,
  answer: async () => noDecision("VENDOR_PENDING", "Wait a moment."),
};

test("a tenant's company is of the kind that its account asks for, switched off or not, and findings follow it", () => {
  const supplies = suppliesFrom({ methods: createMethods([vendor]) }, "live", {
    own: [
      { method: "vendor:one" },
      { method: "vendor:two", proofKind: "photo_id_matching" },
      { method: "vendor:off", proofKind: "photo_id_matching", isActive: false },
    ],
    ages: new Map(),
  });
  expect([...supplies].map(([id, { proofKind, missing = null }]) => [id, proofKind, missing])).toEqual([
    ["vendor:one", "photo_id", null],
    ["vendor:two", "photo_id_matching", null],
    ["vendor:off", "photo_id_matching", "switched_off"],
  ]);
  const unbound = (id: string) =>
    lintPolicy(
      { default: { methods: [] }, regions: [{ country: "GB", methods: [{ id, use: "offer" }] }] },
      supplies,
    ).filter(({ code }) => code === "document_unbound");
  expect(unbound("vendor:one").map(({ message }) => message)).toEqual([
    'A document is shown that no one is compared with, and what we know of Ofcom’s list names documents only where the face is compared. Offer "vendor:two" in its place.',
  ]);
  expect(unbound("vendor:two")).toEqual([]);
});
