import { type Check, forgedMdoc } from "../check.ts";
import type { Item } from "../forge/forge-mdoc.ts";

// ISO/IEC 18013-5 §9.1.2.5 and §7.2.5: the data elements, and what they say about an age.

const DIGESTS = "ISO/IEC 18013-5 §9.1.2.5";
const AGE = "ISO/IEC 18013-5 §7.2.5";

const each = (change: (item: Item) => Partial<Item>) => (items: Item[]) =>
  items.map((item) => ({ ...item, ...change(item) }));

export const elementChecks: readonly Check[] = [
  forgedMdoc(DIGESTS, "“no” changed to “yes”", () => ({
    elements: { age_over_18: false },
    itemsAfter: each(() => ({ elementValue: true })),
  })),
  forgedMdoc(DIGESTS, "“over 16” renamed to “over 18”", () => ({
    elements: { age_over_16: true },
    itemsAfter: each(() => ({ elementIdentifier: "age_over_18" })),
  })),
  forgedMdoc(DIGESTS, "another random", () => ({
    itemsAfter: each(() => ({ random: new Uint8Array(32) })),
  })),
  forgedMdoc(DIGESTS, "an element that was never signed", () => ({
    elements: { age_over_16: true },
    itemsAfter: (items) => [
      ...items,
      ...each(() => ({ digestID: 9, elementIdentifier: "age_over_18" }))(items),
    ],
  })),
  forgedMdoc(DIGESTS, "a namespace that was never signed", () => ({
    mso: (mso) => mso.set("valueDigests", new Map([["other", new Map()]])),
  })),
  forgedMdoc(DIGESTS, "the same element twice", () => ({ itemsAfter: (items) => [...items, ...items] })),
  forgedMdoc(DIGESTS, "a random of 8 bytes", () => ({ items: each(() => ({ random: new Uint8Array(8) })) })),
  forgedMdoc(AGE, "no elements", () => ({ itemsAfter: () => [] })),
  forgedMdoc(AGE, "another element than the one asked for", () => ({ elements: { family_name: "Doe" } })),
  forgedMdoc(AGE, "“over 16” where 18 was asked for", () => ({ elements: { age_over_16: true } })),
  forgedMdoc(AGE, "“not over 21” where 18 was asked for", () => ({ elements: { age_over_21: false } })),
  forgedMdoc(AGE, "an age that is text", () => ({ elements: { age_over_18: "true" } })),
  forgedMdoc(AGE, "ages that contradict each other", () => ({
    elements: { age_over_16: false, age_over_18: true },
  })),
  forgedMdoc(AGE, "an age in another namespace", () => ({ nameSpace: "org.example" })),
];
