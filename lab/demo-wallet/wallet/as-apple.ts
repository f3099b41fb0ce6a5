import { UnexpectedCbor } from "./cbor-spans.ts";
import { type IsoMdocData, respondIsoMdoc } from "./iso-mdoc.ts";
import type { HeldMdoc } from "./mdoc.ts";
import { checkReaders, type ReaderProblem, readDeviceRequest } from "./reader-auth.ts";

// What Apple Wallet does with a website's call, as far as it is known: it reads `org-iso-mdoc` alone, holds two types, and
// shows nothing to a reader that none of its roots vouches for. The operating system decides before any wallet sees the request.

/** ISO/IEC 18013-5 §7.1 and ISO/IEC TS 23220-4 Annex C. */
export const APPLE_TYPES: readonly string[] = ["org.iso.18013.5.1.mDL", "org.iso.23220.photoid.1"];

/** A page's call of the Digital Credentials API; the origin is the browser's own word. */
export type BrowserCall = {
  origin: string;
  requests: readonly { protocol: string; data: Record<string, unknown> }[];
};

export type AppleProblem = ReaderProblem | "protocol" | "doc_type";

export type AppleDecision =
  | { ok: true; readers: string[]; docType: string; data: IsoMdocData }
  | { ok: false; reason: AppleProblem; why: string };

const no = (reason: AppleProblem, why: string): AppleDecision => ({ ok: false, reason, why });

const decideOne = (
  data: IsoMdocData,
  origin: string,
  options: { roots: readonly Uint8Array[]; now: Date },
): AppleDecision => {
  let docTypes: string[];
  try {
    docTypes = readDeviceRequest(data.deviceRequest).docRequests.map(({ docType }) => docType);
  } catch (error) {
    if (error instanceof UnexpectedCbor) return no("malformed", error.message);
    throw error;
  }
  const other = docTypes.find((docType) => !APPLE_TYPES.includes(docType));
  if (other !== undefined) return no("doc_type", `${other} is in no Apple Wallet`);
  const check = checkReaders({ ...data, origin }, options);
  if (!check.ok) return no(check.reason, check.why);
  return { ok: true, readers: check.readers, docType: docTypes[0] ?? "", data };
};

/**
 * The first request of a call that Apple Wallet would answer.
 * @param options.roots DER; the roots below which readers are known
 * @returns the request with its readers' subjects, or why none is answered. A request for a type that Apple Wallet holds
 *   tells more than one for another type, so its reason comes first.
 */
export const decideAsApple = (
  { origin, requests }: BrowserCall,
  options: { roots: readonly Uint8Array[]; now: Date },
): AppleDecision => {
  const decisions = requests
    .filter(({ protocol }) => protocol === "org-iso-mdoc")
    .map(({ data: { deviceRequest, encryptionInfo } }) =>
      typeof deviceRequest === "string" && typeof encryptionInfo === "string"
        ? decideOne({ deviceRequest, encryptionInfo }, origin, options)
        : no("malformed", "deviceRequest and encryptionInfo are texts"),
    );
  return (
    decisions.find(({ ok }) => ok) ??
    decisions.find((decision) => !decision.ok && decision.reason !== "doc_type") ??
    decisions[0] ??
    no("protocol", "the page does not ask in org-iso-mdoc, the only protocol that Apple Wallet reads")
  );
};

/** Apple Wallet would answer nothing, and why. */
export class AppleRefused extends Error {
  override name = "AppleRefused";
  readonly reason: AppleProblem;
  constructor(reason: AppleProblem, why: string) {
    super(`${reason}: ${why}`);
    this.reason = reason;
  }
}

/**
 * Answers a call as Apple Wallet would.
 * @param options.attest the credential of this type, as the wallet holds it
 * @returns the `data` of the DigitalCredential
 * @throws AppleRefused
 */
export const respondAsApple = async (
  call: BrowserCall,
  options: { roots: readonly Uint8Array[]; now: Date; attest: (docType: string) => Promise<HeldMdoc> },
): Promise<{ response: string }> => {
  const decision = decideAsApple(call, options);
  if (!decision.ok) throw new AppleRefused(decision.reason, decision.why);
  return respondIsoMdoc(decision.data, await options.attest(decision.docType), call.origin);
};
