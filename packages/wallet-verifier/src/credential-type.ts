/** A type of credential that can prove an age, and where the ages are in it. */
export type MdocType = {
  format: "mso_mdoc";
  /** The id in DCQL (OpenID4VP 1.0 §6.1) and in vp_token. */
  id: string;
  /** ISO/IEC 18013-5: docType. It also names the trust anchors. */
  type: string;
  nameSpace: string;
  /**
   * The names of the elements that state an age: with NN for a two-digit threshold, or each existing one with
   * its threshold. If absent, `age_over_NN` (ISO/IEC 18013-5 §7.2.5).
   */
  element?: string | { readonly [name: string]: number };
};
export type SdJwtType = {
  format: "dc+sd-jwt";
  id: string;
  /** SD-JWT VC: vct. It also names the trust anchors. */
  type: string;
  /** The object whose members are thresholds: {"18": true}. */
  ageClaim: string;
};
export type CredentialType = MdocType | SdJwtType;

const AGE_OVER = "age_over_NN";

/** The element that says whether the person is at least this old; null: the type has none. */
export const elementFor = ({ element = AGE_OVER }: MdocType, threshold: number): string | null => {
  if (typeof element === "string") return element.replace("NN", String(threshold).padStart(2, "0"));
  return Object.entries(element).find(([, age]) => age === threshold)?.[0] ?? null;
};

/** The age that an element says the person is over; null for one that states no age. */
export const thresholdIn = ({ element = AGE_OVER }: MdocType, name: string): number | null => {
  if (typeof element !== "string") return Object.hasOwn(element, name) ? (element[name] ?? null) : null;
  const [before = "", after = ""] = element.split("NN");
  const digits = name.slice(before.length, name.length - after.length);
  return name === `${before}${digits}${after}` && /^\d{2}$/.test(digits) ? Number(digits) : null;
};

/** The thresholds that a type can state, ascending; null: any. */
export const thresholdsOf = (type: CredentialType): readonly number[] | null =>
  type.format === "mso_mdoc" && typeof type.element === "object"
    ? [...new Set(Object.values(type.element))].sort((a, b) => a - b)
    : null;

/** Whether a type can prove this age. One that cannot is not requested: it would be shown for nothing. */
export const canProve = (type: CredentialType, minimumAge: number): boolean =>
  thresholdsOf(type)?.some((threshold) => threshold >= minimumAge) ?? true;

export const isMdoc = (type: CredentialType): type is MdocType => type.format === "mso_mdoc";

const mdoc = (id: string, type: string, nameSpace = type): MdocType => ({
  format: "mso_mdoc",
  id,
  type,
  nameSpace,
});

/** EU age verification profile, Annex A: the attestation that holds only ages. */
export const EU_AGE_VERIFICATION = mdoc("proof_of_age", "eu.europa.ec.av.1");

/** ISO/IEC 18013-5 §7: the mobile driving licence. */
export const MOBILE_DRIVING_LICENCE = mdoc("mdl", "org.iso.18013.5.1.mDL", "org.iso.18013.5.1");

/**
 * Presets that an operator may add: standard PIDs no longer carry ages, so most wallets would find nothing.
 */
export const PID_MDOC = mdoc("pid_mdoc", "eu.europa.ec.eudi.pid.1");
export const PID_SD_JWT: SdJwtType = {
  format: "dc+sd-jwt",
  id: "pid_sd_jwt",
  type: "urn:eudi:pid:1",
  ageClaim: "age_equal_or_over",
};

/**
 * ISO/IEC TS 23220-4 Annex C: the photo ID that a wallet's provider derives from a passport, as Apple's Digital ID
 * and Google's ID pass are. Ages are not in the namespace of its type but in that of ISO/IEC 23220-2.
 */
export const PHOTO_ID = mdoc("photo_id", "org.iso.23220.photoid.1", "org.iso.23220.1");

/** Google's ID pass before it became a photo ID; it has the elements of a driving licence. */
export const GOOGLE_ID_PASS = mdoc("google_id_pass", "com.google.wallet.idcard.1", "org.iso.18013.5.1");

/** What is in wallets that answer only a reader they know. The EU's profile leaves reader authentication out of scope. */
const READER_AUTH_TYPES: readonly string[] = [MOBILE_DRIVING_LICENCE.type, PHOTO_ID.type];

/** Whether a request for this type is signed where the tenant has a reader certificate. */
export const takesReaderAuth = ({ type }: MdocType): boolean => READER_AUTH_TYPES.includes(type);

const DERIVED_TYPES: readonly string[] = [PHOTO_ID.type, GOOGLE_ID_PASS.type];

/** Whether credentials of this type are made by the wallet's provider, from a document that an authority issued. */
export const isDerived = (credentialType: string): boolean => DERIVED_TYPES.includes(credentialType);

/**
 * Drafts of ISO/IEC TS 23220-4, and what was built from them, spell the type otherwise. It is another type, and
 * what it says is not believed; that it came is worth knowing.
 */
export const isDraftPhotoId = (docType: string): boolean =>
  docType !== PHOTO_ID.type && docType.toLowerCase() === PHOTO_ID.type;

/** Every type that a deployment can be configured to ask for, by its name in the configuration. */
export const CREDENTIAL_TYPES = {
  eu_av: EU_AGE_VERIFICATION,
  mdl: MOBILE_DRIVING_LICENCE,
  pid_mdoc: PID_MDOC,
  pid_sd_jwt: PID_SD_JWT,
  photo_id: PHOTO_ID,
  google_id_pass: GOOGLE_ID_PASS,
};
export const KNOWN_CREDENTIAL_TYPES: readonly CredentialType[] = Object.values(CREDENTIAL_TYPES);

/** A credential type as an operator describes it. */
export type OwnType =
  | { docType: string; namespace: string; element: string | { readonly [name: string]: number } }
  | { vct: string; claim: string };

/** @param name the type's name in the configuration and in queries */
export const ownType = (name: string, own: OwnType): CredentialType =>
  "vct" in own
    ? { format: "dc+sd-jwt", id: name, type: own.vct, ageClaim: own.claim }
    : {
        format: "mso_mdoc",
        id: name,
        type: own.docType,
        nameSpace: own.namespace,
        element: own.element,
      };
