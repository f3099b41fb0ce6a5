import {
  createAuthority as create,
  MDL_SIGNER_EKU,
  type Authority as PlainAuthority,
} from "../../../lab/demo-wallet/issuer/authority.ts";
import { daysFrom } from "../../../lab/demo-wallet/issuer/keys.ts";
import type { TrustAnchor } from "../../../packages/wallet-verifier/src/trust/anchor.ts";
import { anchorFrom } from "../../../packages/wallet-verifier/src/trust/read-pem.ts";
import { readCertificate } from "../../../packages/wallet-verifier/src/x509/certificate.ts";

export {
  KeyUsageFlags,
  MDL_SIGNER_EKU,
  type Signer,
  SubjectKeyIdentifierExtension,
} from "../../../lab/demo-wallet/issuer/authority.ts";
export { type EcJwk, jwkOf, newKeys } from "../../../lab/demo-wallet/issuer/keys.ts";

/** The time at which the tests live: no certificate or credential depends on the machine's clock. */
export const NOW = new Date("2026-11-21T12:00:00Z");
export const days = (count: number): Date => daysFrom(NOW, count);

export type Authority = PlainAuthority & {
  /** What an operator who trusts it has. */
  anchor(credentialType: string, options?: { eku?: string | null }): TrustAnchor;
};

/** An authority of the tests' time, and the verifier's view of it. */
export const createAuthority = async (
  options: Partial<Parameters<typeof create>[0]> = {},
): Promise<Authority> => {
  const authority = await create({ now: NOW, ...options });
  return {
    ...authority,
    anchor: (credentialType, { eku = MDL_SIGNER_EKU } = {}) => {
      const certificate = readCertificate(authority.der);
      if (!certificate.ok) throw new Error("the test CA's certificate cannot be read");
      return anchorFrom(certificate.value, {
        credentialType,
        source: "test",
        label: "Utopia",
        ekus: eku === null ? [] : [eku],
      });
    },
  };
};

/** RFC 7468 §5. */
export const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString("base64")
    .replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
