import { unreachable } from "#core/errors.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import {
  dcApiTranscript,
  isoMdocTranscript,
  redirectTranscript,
  type SessionTranscript,
} from "#methods/wallet/mdoc/transcript.ts";
import { verifyMdocAge } from "#methods/wallet/mdoc/verify-document.ts";
import { proofId } from "#methods/wallet/openid4vp/dcql.ts";
import { openIsoMdocResponse } from "#methods/wallet/openid4vp/iso-mdoc.ts";
import { checkNoError, checkState } from "#methods/wallet/openid4vp/request.ts";
import { decryptResponse, readForm, readVpToken } from "#methods/wallet/openid4vp/response.ts";
import { verifySdJwtAge } from "#methods/wallet/sd-jwt/verify-sd-jwt-age.ts";
import type { VerifiedCredential } from "#methods/wallet/status/status-claim.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { fromBase64Url, member, parseJsonObject } from "./bytes.ts";
import { type CredentialType, isMdoc } from "./credential-type.ts";
import type {
  DcApiExpectation,
  EuLinkExpectation,
  IsoMdocExpectation,
  SignedLinkExpectation,
  WalletExpectation,
} from "./expectation.ts";
import { MAX_DOCUMENTS, MAX_PROVED_RESPONSE_BYTES, MAX_RESPONSE_BYTES } from "./limits.ts";
import type { AskedAges, WalletProof } from "./proof.ts";
import { accept, type Result, refuse } from "./result.ts";
import { jwkThumbprint } from "./transaction-key.ts";
import type { ProofOffer } from "./zk/offer.ts";
import { type ProofJudging, verifyMdocOrProof } from "./zk/verify-proof.ts";

type Context = {
  anchors: readonly TrustAnchor[];
  now: Date;
  /** What judges zero-knowledge proofs now; null or absent: nothing does. */
  judging?: ProofJudging | null | undefined;
  /** Receives each genuine credential: only a list can say whether its issuer has revoked it. */
  onVerified?: ((credential: VerifiedCredential) => void) | undefined;
};

/** What a presentation in any OpenID4VP channel is checked against. */
type PresentationContext = Context &
  AskedAges & {
    types: readonly CredentialType[];
    /** For mdocs. */
    transcript: SessionTranscript;
    /** For SD-JWTs. */
    nonce: string;
    audience: string;
    /** If absent, no proof was asked for. */
    proofs?: ProofOffer | undefined;
  };

/** What a query asked for, by its ids: each type's credential, and its proof. */
const queried = ({ types, proofs }: Pick<PresentationContext, "types" | "proofs">) => [
  ...types.map((type) => ({ id: type.id, type, isProof: false as const })),
  ...(proofs ? types.filter(isMdoc) : []).map((type) => ({
    id: proofId(type),
    type,
    isProof: true as const,
  })),
];

/** A proof is several times as large as a credential, so the bound is wider where one was asked for. */
const maxResponseBytes = ({ proofs }: Pick<DcApiExpectation, "proofs">): number =>
  proofs ? MAX_PROVED_RESPONSE_BYTES : MAX_RESPONSE_BYTES;

/** The one presentation in an answer's parameters, verified according to its format. */
const verifyPresentation = async (
  parameters: JsonObject,
  context: PresentationContext,
): Promise<Result<WalletProof>> => {
  const token = readVpToken(parameters, queried(context));
  if (!token.ok) return token;
  const { type: query, presentation } = token.value;
  const { minimumAge, thresholds, transcript, nonce, audience, anchors, now, onVerified } = context;
  const { proofs, judging = null } = context;
  const common = { minimumAge, thresholds, anchors, now, onVerified };
  if (query.isProof && proofs) {
    const bytes = fromBase64Url(presentation);
    if (!bytes) return refuse("vp_token_malformed");
    // Under this id, the credential itself is not an answer, whatever else the query asked for.
    const offer = { ...proofs, isRequired: true };
    return verifyMdocOrProof(bytes, { ...common, types: [query.type], transcript, offer, judging });
  }
  if (proofs?.isRequired) return refuse("proof_required");
  const { type } = query;
  if (type.format === "dc+sd-jwt") {
    return verifySdJwtAge(presentation, { ...common, type, nonce, audience });
  }
  const bytes = fromBase64Url(presentation);
  if (!bytes) return refuse("vp_token_malformed");
  // The answer is to one query: a licence under the id of another credential is not an answer to it.
  return verifyMdocAge(bytes, { ...common, types: [type], transcript });
};

/**
 * OpenID4VP 1.0 §A.4, `dc_api.jwt`, for signed and unsigned requests alike.
 * @param data the credential's `data`, as the browser gave it to the page
 */
const verifyDcApi = async (
  data: JsonObject,
  expectation: DcApiExpectation,
  context: Context,
): Promise<Result<WalletProof>> => {
  const declined = checkNoError(data);
  if (!declined.ok) return declined;
  const parameters = await decryptResponse(
    member(data, "response"),
    expectation.key,
    maxResponseBytes(expectation),
  );
  if (!parameters.ok) return parameters;
  const declinedInside = checkNoError(parameters.value);
  if (!declinedInside.ok) return declinedInside;
  const thumbprint = jwkThumbprint(expectation.key.publicJwk);
  return verifyPresentation(parameters.value, {
    ...expectation,
    ...context,
    transcript: dcApiTranscript({ ...expectation, thumbprint }),
    // §A.4: the origin with this prefix, for signed requests too
    audience: `origin:${expectation.origin}`,
  });
};

/** ISO/IEC TS 18013-7 Annex C: an answer sealed to the session that it is for. */
const verifyIsoMdoc = async (
  data: JsonObject,
  expectation: IsoMdocExpectation,
  context: Context,
): Promise<Result<WalletProof>> => {
  const declined = checkNoError(data);
  if (!declined.ok) return declined;
  const { encryptionInfo, origin, types, minimumAge, thresholds, key, proofs: offer } = expectation;
  const transcript = isoMdocTranscript({ encryptionInfo, origin });
  const opened = await openIsoMdocResponse(data, key, transcript, maxResponseBytes(expectation));
  if (!opened.ok) return opened;
  // ISO/IEC 18013-5 §8.3.2.1.2.2: an answer may hold a document of each type.
  const maxDocuments = MAX_DOCUMENTS;
  const { judging = null, ...plain } = context;
  const asked = { ...plain, types, minimumAge, thresholds, transcript, maxDocuments };
  return offer
    ? verifyMdocOrProof(opened.value, { ...asked, offer, judging })
    : verifyMdocAge(opened.value, asked);
};

/** OpenID4VP 1.0 §8.2, `direct_post`: the EU's app posts its answer unencrypted. */
const verifyEuLink = async (
  body: Uint8Array,
  expectation: EuLinkExpectation,
  context: Context,
): Promise<Result<WalletProof>> => {
  const form = readForm(body);
  if (!form.ok) return form;
  const state = checkState(form.value, expectation.state, { isOptional: true });
  const declined = checkNoError(form.value, state);
  if (!declined.ok) return declined;
  if (!state.ok) return state;
  const transcript = redirectTranscript({ ...expectation, thumbprint: null });
  const audience = expectation.clientId;
  return verifyPresentation(form.value, { ...expectation, ...context, transcript, audience });
};

/** OpenID4VP 1.0 §8.3.1, `direct_post.jwt`: everything is in the JWE; other members are not read. */
const verifySignedLink = async (
  body: Uint8Array,
  expectation: SignedLinkExpectation,
  context: Context,
): Promise<Result<WalletProof>> => {
  const form = readForm(body);
  if (!form.ok) return form;
  const outerState = checkState(form.value, expectation.state, { isOptional: false });
  const declined = checkNoError(form.value, outerState);
  // §8.5: a wallet that cannot encrypt yet may send its error unencrypted
  if (!declined.ok) return declined;
  const parameters = await decryptResponse(member(form.value, "response"), expectation.key);
  if (!parameters.ok) return parameters;
  const state = checkState(parameters.value, expectation.state, { isOptional: false });
  const declinedInside = checkNoError(parameters.value, state);
  if (!declinedInside.ok) return declinedInside;
  if (!state.ok) return state;
  const thumbprint = jwkThumbprint(expectation.key.publicJwk);
  const transcript = redirectTranscript({ ...expectation, thumbprint });
  const audience = expectation.clientId;
  return verifyPresentation(parameters.value, { ...expectation, ...context, transcript, audience });
};

/** What the page posts after the browser's dialogue: `{protocol, data}` of the DigitalCredential, as JSON. */
const readDigitalCredential = (body: Uint8Array, protocol: string, maxBytes: number): Result<JsonObject> => {
  if (body.length > maxBytes) return refuse("too_large");
  const credential = parseJsonObject(body);
  const data = credential ? member(credential, "data") : undefined;
  if (!credential || !isJsonObject(data)) return refuse("response_malformed");
  // The transcript is the offered protocol's: an answer in another protocol belongs to another expectation.
  return member(credential, "protocol") === protocol ? accept(data) : refuse("protocol_mismatch");
};

/**
 * Checks what came back against what was asked for. Whatever the bytes are, it returns a result and never
 * throws; the result holds nothing of the presentation.
 * @param body for a link: the form that the wallet posted; for the Digital Credentials API: `{protocol,
 * data}`
 */
export const verifyWalletResponse = async (
  body: Uint8Array,
  expectation: WalletExpectation,
  context: Context,
): Promise<Result<WalletProof>> => {
  if (context.now.getTime() > expectation.expiresAt.getTime()) return refuse("transaction_expired");
  switch (expectation.channel) {
    case "eu_link":
      return verifyEuLink(body, expectation, context);
    case "signed_link":
      return verifySignedLink(body, expectation, context);
    case "dc_api": {
      const data = readDigitalCredential(body, expectation.protocol, maxResponseBytes(expectation));
      return data.ok ? verifyDcApi(data.value, expectation, context) : data;
    }
    case "iso_mdoc": {
      const data = readDigitalCredential(body, "org-iso-mdoc", maxResponseBytes(expectation));
      return data.ok ? verifyIsoMdoc(data.value, expectation, context) : data;
    }
    default:
      return unreachable(expectation);
  }
};
