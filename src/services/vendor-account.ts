import { VENDOR_KINDS, type VendorAccount } from "#core/identity/vendor.ts";
import { Sealed } from "#core/sealed.ts";
import type { VendorRow } from "#data/tenants/vendors.ts";
import type { Deps } from "./context.ts";
import { openSealed, sealedFor } from "./sealing.ts";

// A tenant's account at a vendor. Its keys are sealed, and with them what the tenant chose about the selfie: a choice
// that cannot be changed by writing to the database only.

type Stored = Pick<VendorRow, "id" | "kind" | "mode" | "accountId" | "credentialSealed">;

/** Without a choice, as accounts of earlier versions are: no selfie is asked for. */
type Credential = [apiKey: string, callbackKey: string | null, asksSelfie?: boolean];

/** What is sealed of an account. */
export const credentialText = ({ apiKey, callbackKey, asksSelfie }: VendorAccount): string =>
  JSON.stringify([apiKey.open(), callbackKey.open(), ...(asksSelfie ? [true] : [])]);

/** @returns null: from a newer version, or sealed with a key that is gone */
export const accountOf = (
  { secrets }: Pick<Deps, "secrets">,
  { id, mode, accountId, credentialSealed, ...row }: Stored,
): VendorAccount | null => {
  const text = openSealed(secrets, credentialSealed, sealedFor("vendorCredential", id));
  const kind = VENDOR_KINDS.find((known) => known === row.kind);
  if (text === null || !kind) return null;
  const [apiKey = "", callbackKey = null, asksSelfie = false]: Credential = JSON.parse(text);
  const keys = { apiKey: new Sealed(apiKey), callbackKey: new Sealed(callbackKey) };
  return { id, kind, mode, accountId, ...keys, asksSelfie };
};
