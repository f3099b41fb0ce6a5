import { KNOWN_CREDENTIAL_TYPES } from "../credential-type.ts";
import type { TrustAnchor } from "./anchor.ts";
import { readPemAnchors } from "./read-pem.ts";

/**
 * The certificate of the project's own test issuer. Its private key is public
 * (lab/demo-wallet/test-issuer-key.json), so what it signs proves nothing. It may count for verifications
 * made with test keys, and never for others.
 */
export const TEST_ISSUER_PEM = `-----BEGIN CERTIFICATE-----
MIIB8DCCAZegAwIBAgIOTElOVEVMVEVTVDAwMDEwCgYIKoZIzj0EAwIwWDE4MDYG
A1UEAxMvTGludGVsIHRlc3QgaXNzdWVyIChwdWJsaWMga2V5LCBwcm92ZXMgbm90
aGluZykxDzANBgNVBAoTBkxpbnRlbDELMAkGA1UEBhMCVVQwHhcNMjYwMTAxMDAw
MDAwWhcNMzYwMTAxMDAwMDAwWjBYMTgwNgYDVQQDEy9MaW50ZWwgdGVzdCBpc3N1
ZXIgKHB1YmxpYyBrZXksIHByb3ZlcyBub3RoaW5nKTEPMA0GA1UEChMGTGludGVs
MQswCQYDVQQGEwJVVDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNy5MprAgNnL
zUouculK463sXPqvfMz7Si59ousYQUhv+NHCQATynfW9VHKz0p7cpuS4e/DjswpZ
J0iIULTHw5ejRTBDMBIGA1UdEwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/BAQDAgEG
MB0GA1UdDgQWBBTOad5/Hrx9TPabUZ8CYT8inS/hoDAKBggqhkjOPQQDAgNHADBE
AiAXeAu/4XnazoqNQ63Wc0my9TMEClfndnS6BzW4kfl7SAIgWm4Oyh0C/pz+srEZ
+xVGXlJM3chloEfK0WOeu8As664=
-----END CERTIFICATE-----`;

/**
 * For test verifications: the test issuer as anchor for these types, with a real issuer's rule for signers.
 */
export const testAnchorsFor = (types: readonly string[]): TrustAnchor[] =>
  types.flatMap((credentialType) => {
    const read = readPemAnchors(TEST_ISSUER_PEM, {
      credentialType,
      source: "test",
      label: "Lintel test issuer",
    });
    return read.ok ? read.value : [];
  });

/** For every type that all deployments know. */
export const TEST_ANCHORS: readonly TrustAnchor[] = testAnchorsFor(
  KNOWN_CREDENTIAL_TYPES.map(({ type }) => type),
);
