import {
  COSE_DEVICE_ALGORITHMS,
  COSE_ISSUER_ALGORITHMS,
  JOSE_HOLDER_ALGORITHMS,
  JOSE_ISSUER_ALGORITHMS,
} from "../cose/algorithms.ts";
import type { TransactionKey } from "../transaction-key.ts";

/** RFC 7518 §5.3; the first is wanted (HAIP 1.0 §5: both have to be supported). */
export const RESPONSE_ENCRYPTIONS = ["A256GCM", "A128GCM"] as const;

/** OpenID4VP 1.0 §B.2.2 and §B.3.4: exactly what the verifier accepts, from the verifier's own tables. */
export const vpFormatsSupported = () => ({
  mso_mdoc: {
    issuerauth_alg_values: [...COSE_ISSUER_ALGORITHMS.keys()],
    deviceauth_alg_values: [...COSE_DEVICE_ALGORITHMS.keys()],
  },
  "dc+sd-jwt": {
    "sd-jwt_alg_values": [...JOSE_ISSUER_ALGORITHMS.keys()],
    "kb-jwt_alg_values": [...JOSE_HOLDER_ALGORITHMS.keys()],
  },
});

/** OpenID4VP 1.0 §5.1 and §8.3: where and how the answer has to be encrypted. */
export const encryptedClientMetadata = ({ publicJwk, kid }: TransactionKey) => ({
  jwks: { keys: [{ ...publicJwk, use: "enc", alg: "ECDH-ES", kid }] },
  encrypted_response_enc_values_supported: [...RESPONSE_ENCRYPTIONS],
  vp_formats_supported: vpFormatsSupported(),
});
