// What signs a verifier's requests: certificates, what comes with them, and the CA that issues them.

export { fromBase64Url, toBase64Url } from "./bytes.ts";
export type { Reader } from "./openid4vp/reader-auth.ts";
export {
  issueLeaf,
  newRegistrarRoot,
  type Registrar,
  RegistrarFault,
  readRegistrar,
} from "./openid4vp/registrar.ts";
export { readRegistration } from "./openid4vp/registration.ts";
export {
  bindingOf,
  bindingOfSigner,
  faultOfParty,
  METADATA_MISMATCH,
  metadataFor,
  metadataIn,
  type PartyDisplay,
  readRelyingPartyMetadata,
  relyingPartyMetadataBytes,
} from "./openid4vp/relying-party-metadata.ts";
export {
  endOfSigner,
  fingerprintOfClient,
  isInTime,
  type RequestSigner,
  readRequestSigner,
  SignerFault,
  x509HashClientId,
} from "./openid4vp/request-signer.ts";
export { type Certificate, fingerprintOf, readCertificate } from "./x509/certificate.ts";
