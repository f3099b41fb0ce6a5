import {
  type Auth0Mdoc,
  issueWithAuth0 as issue,
  presentRaw,
} from "../../../lab/demo-wallet/wallet/auth0-mdoc.ts";
import { days, type Signer } from "./authority.ts";

export { annexCTranscript, sealResponse } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";

// A second wallet, for `org-iso-mdoc`: credentials by @auth0/mdl, which finds the nearest age itself.

/** Issues a driving licence of the tests' time to a new device. */
export const issueWithAuth0 = (signer: Signer, elements: Record<string, unknown>): Promise<Auth0Mdoc> =>
  issue(signer, elements, { signed: days(-1), validUntil: days(60) });

export const presentWithAuth0 = (
  { document, deviceJwk }: Auth0Mdoc,
  elements: readonly string[],
  transcript: Uint8Array,
): Promise<Uint8Array> =>
  presentRaw(
    { mdoc: document, docType: "org.iso.18013.5.1.mDL", deviceJwk },
    { "org.iso.18013.5.1": elements },
    transcript,
  );
