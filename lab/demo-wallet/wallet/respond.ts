import type { DcqlQuery } from "dcql";
import { claimsToShow, type Held, type Path, typeAskedFor } from "./choose-claims.ts";
import { presentMdoc } from "./mdoc.ts";
import type { WalletRequest } from "./read-request.ts";
import { presentSdJwt } from "./sd-jwt.ts";
import { type Session, sessionOf } from "./session.ts";

/** The query's id, and what answers it. */
type Presentation = { id: string; presentation: string };

const hasElement =
  (held: Held) =>
  ([first, second]: Path): boolean => {
    if ("sdJwt" in held) return held.sdJwt.thresholds.includes(String(second));
    const items = held.mdoc.issuerSigned.getIssuerNamespace(String(first)) ?? [];
    return items.some(({ elementIdentifier }) => elementIdentifier === second);
  };

/** Presents what the query asks for of this attestation, and nothing else. */
const present = async (query: DcqlQuery, held: Held, session: Session, now: Date): Promise<Presentation> => {
  const format = "sdJwt" in held ? "dc+sd-jwt" : "mso_mdoc";
  const type = "sdJwt" in held ? held.sdJwt.vct : held.mdoc.docType;
  const wanted = query.credentials.find((each) => each.format === format && typeAskedFor(each) === type);
  const paths = wanted ? claimsToShow(wanted, hasElement(held)) : null;
  const [first] = paths ?? [];
  if (!wanted || !paths || !first) throw new Error("the wallet has nothing that the request asks for");
  if ("sdJwt" in held) {
    const [claim, threshold] = first;
    const shown = { [String(claim)]: { [String(threshold)]: true } };
    const { nonce, audience: aud } = session;
    return { id: wanted.id, presentation: await presentSdJwt(held.sdJwt, shown, { nonce, aud, now }) };
  }
  const names = paths.map(([, name]) => String(name));
  const response = await presentMdoc(held.mdoc, { [String(first[0])]: names }, session.transcript);
  return { id: wanted.id, presentation: Buffer.from(response).toString("base64url") };
};

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
