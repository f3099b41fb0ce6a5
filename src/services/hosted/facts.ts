import { vendorOfMethod } from "#core/identity/vendor.ts";
import { isReuse } from "#core/policy/method-id.ts";
import { type PageFacts, pageFacts } from "#core/practice/page-facts.ts";
import { isFinal } from "#core/verification.ts";
import { offerOnPage } from "#services/check/offer.ts";
import type { PageCtx, PageState } from "#services/check/page.ts";
import { ruleOf, UNDISCLOSED } from "#services/check/rule.ts";
import { walletWays } from "#services/check/wallet-ways.ts";

const NOTHING_ELSEWHERE = { hasMark: false, hasPerson: false, hasAddress: false, vendors: [] } as const;

/** What the page says about data, and how it was decided: facts of this check, its tenant's settings and its rows. */
export type HostedFacts = {
  facts: PageFacts;
  /** The method that decided; null: none has, or a policy hides it. */
  decidedBy: string | null;
  /** After a rejection: the methods of the check that were not tried and that a new check can offer now. */
  otherWays: string[];
};

/** A key is made from an earlier proof, so it is no other way to prove an age. */
const otherWaysThan = async ({ deps, page }: PageCtx, used: readonly string[]): Promise<string[]> => {
  const ways = await walletWays(deps, page.verification, page);
  return offerOnPage(deps, page, ways).methods.filter((id) => !used.includes(id) && !isReuse(id));
};

/** @param state of the page, for the methods that it still offers */
export const factsOf = async (
  ctx: PageCtx,
  { status, outcome, methods }: PageState,
): Promise<HostedFacts> => {
  const { deps, page } = ctx;
  const { verification, tenant, history } = page;
  const elsewhere = page.keptElsewhere ?? NOTHING_ELSEWHERE;
  const isOver = isFinal(status);
  const { method } = verification;
  // Once it has ended, the verification itself says so: its page needs no rule.
  const hidesMethod = isOver
    ? method === UNDISCLOSED
    : ((await ruleOf(deps, verification))?.hideMethod ?? false);
  const tried = history.tries.flatMap((one) => (one.isOwn ? [one.method] : []));
  const used = method === null ? tried : [...tried, method];
  const facts = pageFacts({
    check: verification,
    methods: isOver ? used : methods,
    isOver,
    tenant,
    elsewhere,
    hidesMethod,
  });
  return {
    facts: { ...facts, vendors: elsewhere.vendors.flatMap((id) => vendorOfMethod(id) ?? []) },
    decidedBy: isOver ? method : null,
    otherWays: outcome === "rejected" ? await otherWaysThan(ctx, used) : [],
  };
};
