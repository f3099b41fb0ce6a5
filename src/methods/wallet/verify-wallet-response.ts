import { unreachable } from "#core/unreachable.ts";
import type { WalletExpectation } from "./expectation.ts";
import { isJsonObject, type JsonObject, member, parseJsonObject } from "./json.ts";
import { MAX_RESPONSE_BYTES } from "./limits.ts";
import type { WalletProof } from "./proof.ts";
import { accept, type Result, refuse } from "./result.ts";
import type { TrustAnchor } from "./trust/anchor.ts";
import { verifyDcApi, verifyIsoMdoc } from "./verify-dc-api.ts";
import { verifyEuLink, verifySignedLink } from "./verify-direct-post.ts";

/** What the page posts after the browser's dialogue: `{protocol, data}` of the DigitalCredential, as JSON. */
const readDigitalCredential = (body: Uint8Array, protocol: string): Result<JsonObject> => {
  if (body.length > MAX_RESPONSE_BYTES) return refuse("too_large");
  const credential = parseJsonObject(body);
  const data = credential ? member(credential, "data") : undefined;
  if (!credential || !isJsonObject(data)) return refuse("response_malformed");
  // The transcript is the offered protocol's: an answer in another one belongs to another expectation.
  return member(credential, "protocol") === protocol ? accept(data) : refuse("protocol_mismatch");
};

/**
 * Checks what came back against what was asked for. Whatever the bytes are it answers and never throws; what it
 * answers holds nothing of the presentation.
 * @param body of a link: the form that the wallet posted; of the Digital Credentials API: `{protocol, data}`
 */
export const verifyWalletResponse = async (
  body: Uint8Array,
  expectation: WalletExpectation,
  context: { anchors: readonly TrustAnchor[]; now: Date },
): Promise<Result<WalletProof>> => {
  if (context.now.getTime() > expectation.expiresAt.getTime()) return refuse("transaction_expired");
  switch (expectation.channel) {
    case "eu_link":
      return verifyEuLink(body, expectation, context);
    case "signed_link":
      return verifySignedLink(body, expectation, context);
    case "dc_api": {
      const data = readDigitalCredential(body, expectation.protocol);
      return data.ok ? verifyDcApi(data.value, expectation, context) : data;
    }
    case "iso_mdoc": {
      const data = readDigitalCredential(body, "org-iso-mdoc");
      return data.ok ? verifyIsoMdoc(data.value, expectation, context) : data;
    }
    default:
      return unreachable(expectation);
  }
};
