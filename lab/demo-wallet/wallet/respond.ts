import type { Held } from "./choose-claims.ts";
import { type Presentation, present } from "./present.ts";
import type { WalletRequest } from "./read-request.ts";
import { sessionOf } from "./session.ts";

/** Names and values of what the wallet posts, or hands to the browser. */
export type ResponseParameters = Record<string, unknown>;

/** OpenID4VP 1.0 §8.1 and §8.3: the answer's parameters, encrypted where the request asks for it. */
export const responseWith = async (
  { client, payload, origin, encryptionJwk }: WalletRequest,
  { id, presentation }: Presentation,
): Promise<ResponseParameters> => {
  const response = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: payload,
    authorizationResponsePayload: { vp_token: { [id]: [presentation] } },
    ...(origin === undefined ? {} : { origin }),
    ...(encryptionJwk
      ? {
          jarm: {
            encryption: { nonce: payload.nonce },
            serverMetadata: {
              authorization_signing_alg_values_supported: [],
              authorization_encryption_alg_values_supported: ["ECDH-ES"],
              authorization_encryption_enc_values_supported: ["A256GCM", "A128GCM"],
            },
          },
        }
      : {}),
  });
  return response.jarm
    ? { response: response.jarm.responseJwt }
    : { ...response.authorizationResponsePayload };
};

/** Answers a request honestly with one attestation. */
export const respond = async (request: WalletRequest, held: Held, now: Date): Promise<ResponseParameters> =>
  responseWith(request, await present(request.query, held, await sessionOf(request), now));

/** OpenID4VP 1.0 §8.5: the person said no. */
export const declineWith = ({ payload }: WalletRequest): ResponseParameters => ({
  error: "access_denied",
  ...(typeof payload.state === "string" ? { state: payload.state } : {}),
});

/** As a wallet posts it: OpenID4VP 1.0 §8.2. */
export const asForm = (parameters: ResponseParameters): Uint8Array => {
  const texts = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
  return new TextEncoder().encode(new URLSearchParams(texts).toString());
};

/** Older builds of the EU's app post `vp_token[<id>]=<presentation>` in place of a JSON object. */
export const bracketed = ({ id, presentation }: Presentation): ResponseParameters => ({
  [`vp_token[${id}]`]: presentation,
});
