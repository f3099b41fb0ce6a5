import issuer from "../test-issuer-key.json" with { type: "json" };
import {
  type Authority,
  authorityOf,
  MDL_SIGNER_EKU,
  type Signer,
  type SignerOptions,
  subjectOf,
} from "./authority.ts";
import { P256 } from "./keys.ts";

/** EU age verification profile: the usage of a proof of age's signer. */
const EU_SIGNER_EKU = "1.3.130.2.0.0.1.2";

/** The project's own test issuer, with its key, which is public: whatever it signs proves nothing. */
export const testIssuer = async (now: Date): Promise<Authority> => {
  const der = new Uint8Array(Buffer.from(issuer.certificate, "base64"));
  const privateKey = await crypto.subtle.importKey("jwk", issuer.privateJwk, P256, true, ["sign"]);
  return authorityOf({ name: subjectOf(der), keys: { privateKey }, chain: [] }, der, now);
};

/** A signer of all kinds of attestations below the test issuer. */
export const testSigner = async (now: Date, options: SignerOptions = {}): Promise<Signer> =>
  (await testIssuer(now)).signer({
    name: "CN=Lintel test document signer,O=Lintel,C=UT",
    eku: [MDL_SIGNER_EKU, EU_SIGNER_EKU],
    ...options,
  });
