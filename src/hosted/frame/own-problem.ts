import { type MethodId, sharedMethodId } from "#core/policy/method-id.ts";
import type { Problem, WalletView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { problemOfCode } from "./problem-of-code.ts";
import { isRefusal } from "./screen-texts.ts";

/** The wallet's refusal, or the last request's. */
export const problemOfWallet = (
  words: Words,
  problem: Problem | null,
  wallet: Pick<WalletView, "hasDeclined" | "hasRefused">,
): Problem | null => {
  if (problem && isRefusal(words, problem.code)) return problem;
  if (wallet.hasDeclined) return { code: "WALLET_DECLINED", reason: null };
  return wallet.hasRefused ? { code: "WALLET_REFUSED", reason: null } : null;
};

/** The problem that a method's form shows: what another method found belongs on its own form. */
export const problemOn = (
  words: Words,
  method: string | null,
  problem: Problem | null,
  wallet: WalletView | null,
): Problem | null => {
  const ownOf: { readonly [id in MethodId]?: () => Problem | null } = {
    voucher: () => problemOfCode(problem),
    wallet: () => (wallet ? problemOfWallet(words, problem, wallet) : problem),
  };
  const known = method === null ? null : sharedMethodId(method);
  const own = known === null ? undefined : ownOf[known];
  return own ? own() : problem;
};
