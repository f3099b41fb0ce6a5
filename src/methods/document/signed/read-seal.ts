import { readSquareCodes } from "#methods/document/barcode.ts";
import { noRead, type ScanResult } from "#methods/document/document.ts";
import type { GreyImage } from "#methods/document/image/tiles.ts";
import { checkAadhaar } from "./aadhaar.ts";
import type { SignerKey } from "./signer-keys.ts";
import { checkVds } from "./vds.ts";

/** A signature that one of the operator's keys was named for, or could be for, does not hold. */
export const sealBroken = noRead(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "The barcode has its issuer's seal, but the seal does not fit what the barcode says. Use another document.",
);

const signerUnknown = noRead(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "The barcode has the seal of an issuer that we do not know. Use another document.",
);

const sealUnreadable = noRead(
  "DOCUMENT_TYPE_UNSUPPORTED",
  "The barcode has a seal in a form that we do not know. Use another document.",
);

/** The codes of the issuers whose keys there are: no other is looked for. */
const SQUARE_CODES = { QRCode: "aadhaar", DataMatrix: "vds" } as const;
type SquareCode = keyof typeof SQUARE_CODES;

/** `decides`: a signature was checked, and what it says counts before all else that the picture shows. */
type Seal = { decides: boolean; result: ScanResult };

const sealOf = (code: Uint8Array, signerKeys: readonly SignerKey[]): Seal | null => {
  const verdicts = [checkVds(code, signerKeys), checkAadhaar(code, signerKeys)];
  const verdict = verdicts.find(({ kind }) => kind !== "unsigned");
  if (verdict?.kind === "signed") {
    const document = { ...verdict.document, signature: verdict.signature };
    return { decides: true, result: { kind: "read", document } };
  }
  if (verdict?.kind !== "refused") return null;
  if (verdict.why === "wrong_signature") return { decides: true, result: sealBroken };
  return { decides: false, result: verdict.why === "unknown_key" ? signerUnknown : sealUnreadable };
};

/**
 * Looks for signed codes and checks them; null where there is none, or none that says anything about an age. Of several
 * the one whose signature holds counts, then one whose signature does not. What is of an unknown signer or cannot be taken
 * apart proves nothing, not even a forgery: it is no worse than no seal, which a forger would have left out.
 */
export const readSeal = async (
  image: GreyImage,
  codes: readonly SquareCode[],
  signerKeys: readonly SignerKey[],
): Promise<Seal | null> => {
  const known = codes.filter((code) => signerKeys.some(({ scheme }) => scheme === SQUARE_CODES[code]));
  if (known.length === 0) return null;
  let [broken, other]: [Seal | null, Seal | null] = [null, null];
  for await (const code of readSquareCodes(image, known)) {
    const seal = sealOf(code, signerKeys);
    code.fill(0);
    if (seal?.result.kind === "read") return seal;
    if (seal?.decides) broken ??= seal;
    else other ??= seal;
  }
  return broken ?? other;
};
