import type { PendingTransaction } from "#data/wallet-transactions.ts";
import type { WalletExpectation } from "#methods/wallet/expectation.ts";
import { parseJson } from "#methods/wallet/json.ts";
import { readExpectation, storeExpectation } from "#methods/wallet/store-expectation.ts";
import { SealedTextError } from "#platform/secrets.ts";
import type { Deps } from "../context.ts";

/** The expectations of one transaction as its row keeps them: they hold a private key, and open for this row alone. */
export const sealExpectations = (
  { secrets }: Pick<Deps, "secrets">,
  id: string,
  expectations: readonly WalletExpectation[],
): string => secrets.seal(JSON.stringify(expectations.map(storeExpectation)), id);

const opened = (secrets: Deps["secrets"], sealed: string, id: string): string => {
  try {
    return secrets.open(sealed, id);
  } catch (error) {
    if (error instanceof SealedTextError) return "";
    throw error;
  }
};

/** Empty where the key of this deployment does not open them, or what was asked for is switched off by now. */
export const openExpectations = (
  { secrets, wallet }: Pick<Deps, "secrets" | "wallet">,
  { id, expectationsSealed }: Pick<PendingTransaction, "id" | "expectationsSealed">,
): WalletExpectation[] => {
  const texts = parseJson(opened(secrets, expectationsSealed, id));
  if (!Array.isArray(texts)) return [];
  return texts.flatMap((text) =>
    typeof text === "string" ? (readExpectation(text, wallet.types) ?? []) : [],
  );
};
