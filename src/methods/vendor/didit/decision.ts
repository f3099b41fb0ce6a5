import type { VendorAccount } from "#core/identity/vendor.ts";
import { isJsonObject, type JsonObject } from "#core/json.ts";
import { Sealed } from "#core/sealed.ts";
import type { Mode } from "#core/verification.ts";
import { readAge } from "#methods/oidc/read-age.ts";
import type { VendorAnswer, VendorSession } from "#methods/vendor/vendor.ts";

// A session's decision (docs.didit.me/sessions-api/retrieve-session, docs.didit.me/reference/data-models): one list for
// each kind of check, with an entry for each time that the workflow ran it. It holds all that was read from the
// document, so it is read here and dropped.

/**
 * What the application of a key is called. One that is a sandbox looks at no document
 * (docs.didit.me/integration/sandbox-testing).
 */
export const ENVIRONMENTS: Readonly<Record<Mode, string>> = { live: "live", test: "sandbox" };

const APPROVED = "Approved";
const DECLINED = "Declined";

type Part = { list: string; missing: string; declined: string; other: string };

/** What has to hold, in the order in which it is said what was wrong. */
const DOCUMENT: Part = {
  list: "id_verifications",
  missing: "document_missing",
  declined: "document_unverified_other",
  other: "document_unverified_other",
};
const LIVENESS: Part = {
  list: "liveness_checks",
  missing: "selfie_missing",
  declined: "selfie_unverified_other",
  other: "selfie_unverified_other",
};
const FACE: Part = {
  list: "face_matches",
  missing: "selfie_missing",
  declined: "selfie_face_mismatch",
  other: "selfie_unverified_other",
};

/** The entries of one list; what is none of the published form has no status, and so proves nothing. */
const checksIn = (decision: JsonObject, { list }: Part): readonly JsonObject[] => {
  const given = decision[list];
  if (!Array.isArray(given)) return [];
  return given.map((entry: unknown): JsonObject => (isJsonObject(entry) ? entry : {}));
};

/** With `?include=events`, which is not asked for, features are objects. */
const hasFeature = ({ features }: JsonObject, name: string): boolean =>
  Array.isArray(features) &&
  features.some((one: unknown) => one === name || (isJsonObject(one) && one.feature === name));

const isDeclined = ({ status }: JsonObject): boolean => status === DECLINED;

/** @returns null: each of its entries is approved, and there is one */
const faultOfPart = (decision: JsonObject, part: Part): string | null => {
  const checks = checksIn(decision, part);
  if (checks.length === 0) return part.missing;
  if (checks.every(({ status }) => status === APPROVED)) return null;
  return checks.some(isDeclined) ? part.declined : part.other;
};

/** Whether the workflow looks for a living person: then it has to have found one. */
const asksLiveness = (decision: JsonObject): boolean =>
  hasFeature(decision, "LIVENESS") || checksIn(decision, LIVENESS).length > 0;

/**
 * Whether another question was answered: by a look-up in a register or by a wallet, neither of which shows
 * this document, or with a face that was compared with the photo of another session.
 */
const isOtherQuestion = (decision: JsonObject): boolean =>
  checksIn(decision, DOCUMENT).some(({ verification_method: way }) => (way ?? "document") !== "document") ||
  checksIn(decision, FACE).some(
    ({ source_image_session_id: of }) => (of ?? decision.session_id) !== decision.session_id,
  );

/** @returns null: the document is approved, and the face is that of its photo */
const faultOf = (decision: JsonObject): string | null => {
  const parts = asksLiveness(decision) ? [DOCUMENT, LIVENESS, FACE] : [DOCUMENT, FACE];
  for (const part of parts) {
    const fault = faultOfPart(decision, part);
    if (fault !== null) return fault;
  }
  return isOtherQuestion(decision) ? "other_question" : null;
};

/** The day of birth on the documents; null: they do not agree on one. */
const birthIn = (decision: JsonObject): Sealed<unknown> | null => {
  const births = new Set(checksIn(decision, DOCUMENT).map(({ date_of_birth: birth }) => birth));
  const [birth] = births;
  return births.size === 1 ? new Sealed(birth) : null;
};

const undecided = (reason: string): VendorAnswer => ({ state: "undecided", reason });

const approvedAnswer = (decision: JsonObject, now: Date): VendorAnswer => {
  const fault = faultOf(decision);
  if (fault !== null) return undecided(fault);
  const birth = birthIn(decision);
  if (birth === null) return undecided("claims_contradict");
  const { read, fault: unread } = readAge("birthdate", [{ birthdate: birth.open() }], now);
  if (!read) return undecided(unread === "claim_missing" ? "birth_date_missing" : unread);
  return { state: "decided", ...read, isFaceMatched: true };
};

/**
 * What a decision says. docs.didit.me/integration/verification-statuses: the texts are exact. Approved counts
 * only with each of its parts approved; a status that is none of the published ones waits, as one that a
 * person at Didit still looks at.
 */
export const answerOf = (decision: JsonObject, now: Date): VendorAnswer => {
  switch (decision.status) {
    case APPROVED:
      return approvedAnswer(decision, now);
    case DECLINED: {
      const part = [DOCUMENT, LIVENESS, FACE].find((one) => checksIn(decision, one).some(isDeclined));
      return undecided(part?.declined ?? "not_verified");
    }
    // It was approved, and the document has expired since.
    case "Kyc Expired":
      return undecided("document_expired");
    case "Abandoned":
    case "Expired":
      return { state: "declined", reason: "abandoned" };
    default:
      return { state: "pending" };
  }
};

/** Whether ids are the same: both sides write them in hexadecimal, in capitals or not. */
export const isSameId = (given: unknown, ours: string | null): boolean =>
  typeof given === "string" && given.toLowerCase() === ours?.toLowerCase();

/** Whether a decision is of this session, of this account's workflow, in its mode, and about a person. */
export const isOurs = (
  { accountId, mode }: VendorAccount,
  { sessionId, reference }: Pick<VendorSession, "sessionId" | "reference">,
  { session_id: id, vendor_data: of, workflow_id: workflow, environment, session_kind: kind }: JsonObject,
): boolean =>
  isSameId(id, sessionId) &&
  of === reference &&
  isSameId(workflow, accountId) &&
  environment === ENVIRONMENTS[mode] &&
  (kind ?? "user") === "user";
