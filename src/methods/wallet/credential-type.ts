/** A type of credential that can prove an age, and where in it the ages are. */
export type MdocType = {
  format: "mso_mdoc";
  /** In DCQL (OpenID4VP 1.0 §6.1), and in vp_token. */
  id: string;
  /** ISO/IEC 18013-5: docType. It also names the trust anchors. */
  type: string;
  nameSpace: string;
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

export const isMdoc = (type: CredentialType): type is MdocType => type.format === "mso_mdoc";

const mdoc = (id: string, type: string, nameSpace = type): MdocType => ({
  format: "mso_mdoc",
  id,
  type,
  nameSpace,
});

/** EU age verification profile, Annex A: the attestation that holds ages and nothing else. */
export const EU_AGE_VERIFICATION = mdoc("proof_of_age", "eu.europa.ec.av.1");

/** ISO/IEC 18013-5 §7: the mobile driving licence. */
export const MOBILE_DRIVING_LICENCE = mdoc("mdl", "org.iso.18013.5.1.mDL", "org.iso.18013.5.1");

/** Presets that an operator may add: standard PIDs carry no ages any more, so most wallets would find nothing. */
export const PID_MDOC = mdoc("pid_mdoc", "eu.europa.ec.eudi.pid.1");
export const PID_SD_JWT: SdJwtType = {
  format: "dc+sd-jwt",
  id: "pid_sd_jwt",
  type: "urn:eudi:pid:1",
  ageClaim: "age_equal_or_over",
};

/** Every type that a deployment can be configured to ask for, by its name in the configuration. */
export const CREDENTIAL_TYPES = {
  eu_av: EU_AGE_VERIFICATION,
  mdl: MOBILE_DRIVING_LICENCE,
  pid_mdoc: PID_MDOC,
  pid_sd_jwt: PID_SD_JWT,
};
export const KNOWN_CREDENTIAL_TYPES: readonly CredentialType[] = Object.values(CREDENTIAL_TYPES);
