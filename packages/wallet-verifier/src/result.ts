/** Every reason for refusing a wallet's answer, with its meaning. A refusal never says more. */
export const WALLET_CODES = {
  // The message around the credential
  too_large: "the message is larger than any wallet's answer",
  response_malformed: "the message does not have the shape that its channel prescribes",
  response_error: "the wallet answered with an error, or the person declined",
  protocol_mismatch: "the answer came in a protocol that was not asked for",
  transaction_expired: "the transaction's time is over",
  state_mismatch: "the answer's state belongs to another transaction",
  encryption_missing: "an encrypted answer was asked for, and this one is not",
  encryption_header: "the encryption's algorithm or key id is not the one that was asked for",
  decryption_failed: "the answer was not encrypted for this transaction, or was changed on its way",
  vp_token_malformed: "vp_token is not exactly one presentation of one credential that was asked for",
  // CBOR, COSE, X.509
  cbor_malformed: "not CBOR, or CBOR that two readers could read differently",
  cose_malformed: "not a COSE structure with the headers it needs",
  algorithm_refused: "a signature algorithm that is not on the list, or that does not fit its key",
  x5chain_malformed: "the certificate chain is missing, too long or unreadable",
  untrusted_issuer: "the chain does not end at a trust anchor for this type of credential",
  certificate_expired: "a certificate of the chain is not valid at this time",
  certificate_usage: "a certificate of the chain may not be used for this",
  issuer_signature: "the issuer's signature does not fit",
  // ISO/IEC 18013-5
  response_version: "a DeviceResponse version that is not 1.x",
  response_status: "the wallet's status is not OK",
  document_count: "no document, or more of them than were asked for",
  doctype_mismatch: "a document of a type that was not asked for",
  doctype_of_draft: "a photo ID under the name that drafts of ISO/IEC TS 23220-4 gave it",
  mso_malformed: "the mobile security object is incomplete",
  mso_version: "a mobile security object version that is not 1.x",
  mso_doctype: "the issuer signed a document type that is not the one the wallet claims",
  digest_algorithm: "a digest algorithm that is not on the list",
  signed_outside_certificate: "signed at a time when the signer's certificate was not valid",
  namespaces_missing: "no signed data elements",
  item_malformed: "a signed data element is incomplete or its random is too short",
  item_duplicate: "two data elements with the same name or digest id",
  digest_mismatch: "a data element is not the one that the issuer signed",
  device_key: "the device key is missing or not a point of its curve",
  device_auth_malformed: "not exactly one device signature over this session",
  device_mac_refused: "a device MAC, which only a proximity reader can check",
  device_signature: "the device signature does not fit: another session, another key or changed data",
  device_mac: "the device MAC does not fit",
  device_element_refused: "the device signed elements that the issuer did not let it sign",
  // Zero-knowledge proofs: ISO/IEC 18013-5:2025 §10.2.7
  proof_not_asked: "a zero-knowledge proof where none was asked for",
  proof_required: "a plain credential where only a zero-knowledge proof was asked for",
  proof_and_document: "a zero-knowledge proof and a plain document in one answer",
  proof_count: "more than one zero-knowledge proof",
  proof_malformed:
    "the zero-knowledge proof, or what it is about, is incomplete or has members that are not known",
  proof_system: "the zero-knowledge proof names a system that this request did not offer",
  proof_circuit: "the circuit is no longer allowed, or it proves another number of data elements",
  proof_elements:
    "the zero-knowledge proof is not about exactly the data elements that were asked for, yes or no",
  proof_time: "the zero-knowledge proof was not made just now, or its time is not in whole seconds of UTC",
  proof_issuer_key: "the issuer's key is not on P-256, the one curve that a circuit has",
  proof_invalid: "the zero-knowledge proof does not prove what the wallet says",
  proof_unavailable: "the verifier of zero-knowledge proofs gave no usable answer",
  // SD-JWT VC, RFC 9901
  sd_jwt_malformed: "not an SD-JWT with key binding",
  sd_jwt_type: "the credential's typ is not the one of an SD-JWT VC",
  sd_jwt_vct: "a credential of a type that was not asked for",
  sd_jwt_disclosure: "a disclosure that is unreferenced, repeated, misplaced or not allowed",
  sd_jwt_confirmation: "the credential names no usable holder key",
  key_binding_missing: "the presentation is not bound to this session",
  key_binding_type: "the key binding's typ is not kb+jwt",
  key_binding_signature: "the key binding is not signed by the holder's key",
  key_binding_nonce: "the key binding is for another request",
  key_binding_audience: "the key binding is for another verifier",
  key_binding_hash: "the key binding is for other disclosures",
  key_binding_time: "the key binding was not made just now",
  // Both
  not_yet_valid: "the credential is not valid yet",
  expired: "the credential is no longer valid",
  age_undetermined: "the credential says nothing usable about the age that was asked for",
  // Status lists: Token Status List, ISO/IEC 18013-5:2025 §12.3.6
  status_missing: "the issuer gave the credential no status, and one is asked of its type",
  status_malformed: "the credential's status cannot be read",
  status_host_refused: "the credential's status list is at an address that is not allowed",
  status_unavailable: "the credential's status list cannot be had now",
  status_list_refused:
    "the status list is malformed, out of date, another one, or not signed below the credential's trust anchor",
  credential_revoked: "the issuer has revoked or suspended the credential",
  // Trust lists
  certificate_malformed: "not a certificate that can be a trust anchor",
  anchor_refused:
    "a certificate with constraints that are not enforced here, or with a weak key, which can be no trust anchor",
  trusted_list_malformed: "not a trusted list in XML",
  vical_malformed: "not a list of issuing authorities",
  vical_signature: "the list is not signed by its pinned provider",
} as const;

export type WalletCode = keyof typeof WALLET_CODES;

/** What every check returns. No check throws, whatever the bytes are: a refusal is an answer too. */
export type Result<T> = { ok: true; value: T } | Refusal;
type Refusal = { ok: false; code: WalletCode };

export const accept = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (code: WalletCode): Refusal => ({ ok: false, code });

/** For checks that only say yes. */
export const PASSED: Result<null> = accept(null);

/** Runs a parser that throws on bad input, and turns that into the given code. */
export const tryResult = <T>(parse: () => T, code: WalletCode): Result<T> => {
  try {
    return accept(parse());
  } catch {
    // The reason would quote what the wallet sent, which must not reach a log.
    return refuse(code);
  }
};
