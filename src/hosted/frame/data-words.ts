import { VENDOR_ERASES, VENDOR_NAMES, type VendorKind } from "#core/identity/vendor.ts";
import { isByVoucher, leavesMark } from "#core/policy/method-id.ts";
import type { KeptPart, PageFacts } from "#core/practice/page-facts.ts";
import type { PageView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";

// The page's sentences about data. Each follows from a fact in `PageFacts`; none is said of every check.

type Said = Pick<PageView, "facts" | "tenantName" | "minimumAge">;

/** What only one method leaves. */
const OF_ONE_METHOD: { readonly [part in KeptPart]?: (method: string) => boolean } = {
  document: leavesMark,
  voucher: isByVoucher,
};

/** The facts where one method has been chosen: the marks and codes of others do not come into it. */
export const factsOfMethod = (facts: PageFacts, method: string): PageFacts => ({
  ...facts,
  parts: facts.parts.filter((part) => !(part in OF_ONE_METHOD) || OF_ONE_METHOD[part]?.(method) === true),
  markDays: leavesMark(method) ? facts.markDays : null,
});

/** A list of ages in words: `16, 18 and 21`. */
const agesIn = ({ language }: Words, ages: readonly number[]): string =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(ages.map(String));

const learnsKind = ({ ages, learnsYears }: PageFacts) => {
  if (ages.length > 0) return learnsYears ? "agesAndYears" : "ages";
  return learnsYears ? "years" : "only";
};

/** What the tenant learns: a line, and what goes with it. */
export const learnsWords = (words: Words, { facts, tenantName: tenant, minimumAge: age }: Said) => {
  const { learns } = words.texts.facts;
  return {
    line: words.say(learns[learnsKind(facts)], { tenant, age, ages: agesIn(words, facts.ages) }),
    more: facts.learnsHow ? learns.how : learns.when,
  };
};

const vendorWords = ({ texts, say }: Words, kind: VendorKind): string =>
  say(texts.facts.vendors[VENDOR_ERASES[kind] ? "erases" : "keeps"], { provider: VENDOR_NAMES[kind] });

/**
 * What happens to the things that are shown: a line, what is kept and until when, and who else has a copy.
 * @param vendors those that the person may choose or has chosen
 */
export const keptWords = (
  words: Words,
  { facts, tenantName: tenant }: Said,
  vendors: readonly VendorKind[],
) => {
  const { texts, say, count } = words;
  const { markDays, resultDays, parts } = facts;
  return {
    line: markDays === null ? texts.facts.shown : count(texts.facts.mark, markDays),
    about: markDays === null ? null : say(texts.facts.markAbout, { tenant }),
    until: resultDays === null ? say(texts.facts.until, { tenant }) : count(texts.facts.days, resultDays),
    parts: parts.map((part) => say(texts.facts.parts[part], { tenant })),
    others: vendors.map((kind) => vendorWords(words, kind)),
  };
};

/** Once a check has ended: what the tenant got, what was kept of what was shown, and who else has a copy. */
export const endedWords = (words: Words, view: Said & Pick<PageView, "outcome" | "decidedBy">): string[] => {
  const { texts, say, count } = words;
  const { facts, outcome, decidedBy, tenantName: tenant } = view;
  const { ended } = texts;
  const got = (): string[] => {
    if (decidedBy === "tenant") return [say(ended.byTenant, { tenant })];
    const isOfAges = facts.ages.length > 0;
    return [
      ...(isOfAges ? [say(ended.ages, { tenant, ages: agesIn(words, facts.ages) })] : []),
      ...(facts.learnsYears ? [say(ended.years, { tenant })] : []),
      ...(isOfAges || facts.learnsYears ? [] : [say(ended.answer, { tenant })]),
    ];
  };
  return [
    ...(outcome === null ? [] : got()),
    facts.markDays === null ? ended.nothing : count(ended.mark, facts.markDays),
    ...facts.vendors.map((kind) => vendorWords(words, kind)),
  ];
};
