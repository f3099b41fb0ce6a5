import { type MethodId, sharedMethodId } from "#core/policy/method-id.ts";
import type { Problem, WalletView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { isRefusal } from "./screen-texts.ts";

// The usual words for these codes are about photos.
const UNCHECKED = [
  "CHECK_IN_PROGRESS",
  "INVALID_REQUEST_BODY",
  "NETWORK",
  "PAYLOAD_TOO_LARGE",
  "SERVICE_UNAVAILABLE",
];

/** The problem to show about a voucher's code. */
export const problemOfCode = (problem: Problem | null): Problem | null => {
  if (problem === null || problem.code.startsWith("VOUCHER_")) return problem;
  if (UNCHECKED.includes(problem.code)) return { ...problem, code: "VOUCHER_UNCHECKED" };
  return problem.isRefusal === true ? problem : null;
};

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
