import { MOBILE_DRIVING_LICENCE } from "../../../packages/wallet-verifier/src/credential-type.ts";
import { dcApiTranscript } from "../../../packages/wallet-verifier/src/mdoc/transcript.ts";
import { verifyMdocAge } from "../../../packages/wallet-verifier/src/mdoc/verify-document.ts";
import type { WalletCode } from "../../../packages/wallet-verifier/src/result.ts";
import type { VerifiedCredential } from "../../../packages/wallet-verifier/src/status/status-claim.ts";
import type { TrustAnchor } from "../../../packages/wallet-verifier/src/trust/anchor.ts";
import { createAuthority, jwkOf, NOW, newKeys } from "./authority.ts";
import { type Forgery, forgeMdoc } from "./forge.ts";

/** What is changed, what it has to be refused for, and the change. */
export type ForgedCase = [string, WalletCode, () => Partial<Forgery>];

export const sessionOf = (
  change: { origin?: string; nonce?: string; thumbprint?: Uint8Array } = {},
): Uint8Array =>
  dcApiTranscript({ origin: "https://verify.example.com", nonce: "n-1", thumbprint: null, ...change });

export const refused = (code: WalletCode) => ({ ok: false, code });

/** The same bytes but for one bit near the end. */
export const flip = (bytes: Uint8Array | null): Uint8Array => {
  const copy = new Uint8Array(bytes ?? []);
  const at = copy.length - 5;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

/** One authority, one device and one session, in which licences are tried. */
export const createTrial = async () => {
  const authority = await createAuthority();
  const signer = await authority.signer();
  const anchors = [authority.anchor(MOBILE_DRIVING_LICENCE.type)];
  const device = await jwkOf((await newKeys()).privateKey);
  const otherDevice = await jwkOf((await newKeys()).privateKey);
  const transcript = sessionOf();
  return {
    authority,
    signer,
    device,
    otherDevice,
    forge: (change: Partial<Forgery> = {}) => forgeMdoc({ signer, deviceJwk: device, transcript, ...change }),
    verify: (
      bytes: Uint8Array,
      change: { anchors?: TrustAnchor[]; onVerified?: (credential: VerifiedCredential) => void } = {},
    ) =>
      verifyMdocAge(bytes, {
        types: [MOBILE_DRIVING_LICENCE],
        minimumAge: 18,
        transcript,
        anchors,
        now: NOW,
        ...change,
      }),
  };
};
