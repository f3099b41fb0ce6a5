import type { VendorAccount } from "#core/identity/vendor.ts";
import { VendorFault, type VendorSession } from "#methods/vendor/vendor.ts";
import type { Deps } from "#services/context.ts";

/** @returns null: the vendor has erased what it collected; else why it has not, in one word */
export const askToRedact = async (
  { vendors }: Pick<Deps, "vendors">,
  account: VendorAccount,
  { sessionId, reference }: Pick<VendorSession, "sessionId" | "reference">,
): Promise<string | null> => {
  try {
    await vendors[account.kind].redact(account, sessionId, reference);
    return null;
  } catch (error) {
    return error instanceof VendorFault ? error.reason : "vendor_away";
  }
};
