import { fromBase64Url, member, parseJsonObject } from "../bytes.ts";
import type { Certificate } from "../x509/certificate.ts";

/** The parts of a JWS in compact form (RFC 7515 §7.1), none of them trusted yet. */
const partsOf = (text: string) => {
  const parts = text.split(".");
  const [header, payload] = parts.map((part) => parseJsonObject(fromBase64Url(part)));
  return parts.length === 3 && parts[2] !== "" && header && payload ? { header, payload } : null;
};

/**
 * The subject attribute organizationIdentifier (ETSI EN 319 412-1 §5.1.4), which organisations' WRPACs have.
 */
const identifierOf = ({ x509 }: Certificate): string | null =>
  /^organizationIdentifier=(.+)$/m.exec(x509.subject)?.[1] ?? null;

type Registration = { ok: true; until: Date | null } | { ok: false; fault: string };

const fault = (text: string): Registration => ({ ok: false, fault: text });

/** Up to the last four-digit year, which databases and people can still read. */
const MAX_SECONDS = Date.UTC(9999, 11, 31) / 1000;

/** RFC 7519 §2, NumericDate; null: the claim is absent; undefined: it is not a point in time. */
const momentOf = (seconds: unknown): Date | null | undefined => {
  if (seconds === undefined) return null;
  const isMoment = typeof seconds === "number" && seconds >= 0 && seconds <= MAX_SECONDS;
  return isMoment ? new Date(seconds * 1000) : undefined;
};

/**
 * Reads a registration certificate (ETSI TS 119 475 §5.2, a JWT). Its signature is the registrar's, which
 * wallets check against their own lists. Only faults that would make every wallet refuse it
 * are checked here: the certificate has expired, is not yet valid, or is for another relying party
 * (GEN-5.1.1-04: both certificates must have the same identifier).
 */
export const readRegistration = (
  text: string,
  { leaf, now }: { leaf: Certificate; now: Date },
): Registration => {
  const jws = partsOf(text);
  if (!jws) return fault("expected a signed JWT in compact form");
  const [nbf, exp, sub] = ["nbf", "exp", "sub"].map((name) => member(jws.payload, name));
  const [from, until] = [momentOf(nbf), momentOf(exp)];
  if (from === undefined) return fault("its beginning cannot be read");
  if (until === undefined) return fault("its end cannot be read");
  if (from && from > now) return fault("it is not valid yet");
  if (until && until <= now) return fault("it is no longer valid");
  const identifier = identifierOf(leaf);
  const isOthers = identifier !== null && sub !== undefined && sub !== identifier;
  return isOthers ? fault("it is for another relying party than the certificate") : { ok: true, until };
};

/**
 * OpenID4VP 1.0 §5.1, `verifier_info`. ETSI TS 119 472-2 has its own format for registration certificates; any other JWT
 * about the verifier is `jwt`.
 */
export const verifierInfo = (registration: string) => {
  const jws = partsOf(registration);
  const isWrprc = jws !== null && member(jws.header, "typ") === "rc-wrp+jwt";
  return [{ format: isWrprc ? "registration_cert" : "jwt", data: registration }];
};
