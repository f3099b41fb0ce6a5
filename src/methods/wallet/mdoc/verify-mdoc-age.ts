import type { AgeAttestation } from "../age-over.ts";
import type { MdocType } from "../credential-type.ts";
import { type AgeStatement, proofFromAll, type WalletProof } from "../proof.ts";
import { type Result, refuse } from "../result.ts";
import type { SignedElements } from "./check-items.ts";
import { type MdocContext, verifyDocuments } from "./verify-document.ts";

/** ISO/IEC 18013-5 §7.2.5: age_over_NN, two digits. */
const AGE_OVER = /^age_over_(\d{2})$/;

/** The ages of the namespace; null when one is not a boolean. Every other element is dropped unread. */
const agesIn = (elements: SignedElements, nameSpace: string): AgeAttestation[] | null => {
  const ages: AgeAttestation[] = [];
  for (const [name, value] of elements.get(nameSpace) ?? []) {
    const threshold = AGE_OVER.exec(name)?.[1];
    if (threshold === undefined) continue;
    if (typeof value !== "boolean") return null;
    ages.push({ threshold: Number(threshold), isOver: value });
  }
  return ages;
};

const hasMore = (elements: SignedElements, nameSpace: string): boolean =>
  [...elements].some(
    ([name, values]) => name !== nameSpace || [...values.keys()].some((key) => !AGE_OVER.test(key)),
  );

/** Verifies a DeviceResponse and answers the one question that it was asked for, by all of its documents together. */
export const verifyMdocAge = (
  bytes: Uint8Array,
  context: Omit<MdocContext, "docTypes"> & { types: readonly MdocType[]; minimumAge: number },
): Result<WalletProof> => {
  const { types, minimumAge, ...rest } = context;
  const verified = verifyDocuments(bytes, { ...rest, docTypes: types.map(({ type }) => type) });
  if (!verified.ok) return verified;
  const statements: AgeStatement[] = [];
  for (const { docType, elements, anchor } of verified.value) {
    const type = types.find((candidate) => candidate.type === docType);
    if (!type) return refuse("doctype_mismatch");
    const { nameSpace } = type;
    statements.push({
      attestations: agesIn(elements, nameSpace),
      disclosedMore: hasMore(elements, nameSpace),
      anchor,
    });
  }
  return proofFromAll(statements, minimumAge);
};
