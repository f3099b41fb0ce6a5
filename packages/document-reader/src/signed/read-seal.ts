import { readSquareCodes } from "../barcode.ts";
import { noRead, type ScanResult } from "../document.ts";
import type { GreyImage } from "../image/tiles.ts";
import { checkAadhaar } from "./aadhaar.ts";
import type { SignerKey } from "./signer-keys.ts";
import { checkVds } from "./vds.ts";

/** A signature does not hold although it names one of the operator's keys, or could be by one. */
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

/** The scheme of each kind of code: only codes of a scheme that the operator has keys for are looked for. */
const SQUARE_CODES = { QRCode: "aadhaar", DataMatrix: "vds" } as const;
type SquareCode = keyof typeof SQUARE_CODES;

/**
 * `decides`: a signature was checked, and its result takes precedence over anything else that the picture
 * shows.
 */
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
 * Looks for signed codes and checks them; null if there is none, or none that says anything about an age. Of
 * several, one whose signature holds counts first, then one whose signature does not. A seal by an unknown
 * signer, or one that cannot be taken apart, proves nothing, not even a forgery: it is no worse than no seal,
 * since a forger would have left it out.
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
