import type { Role } from "./access/permissions.ts";
import { asciiLower } from "./text.ts";

/** A person who signs in to the console. */
export type Member = { id: string; name: string };

/** A member as the other members of the tenant see them. */
export type MemberOfTenant = Member & { role: Role; email: string | null; joinedAt: Date; signedInAt: Date };

/** A person's identity as the identity provider reports it (OpenID Connect Core 1.0 §2, §5.1). */
export type Profile = {
  issuer: string;
  /** `sub`: unique within the issuer and never given to another person. */
  subject: string;
  name: string;
  /** Only if the provider says that it is verified. */
  email: string | null;
  /** Those of the claims that OPERATORS names which the provider stated, as `name=value`. */
  claims?: readonly string[];
};

/**
 * How a person said that they want to be a member. What others do makes no one a member, so nothing writes a
 * membership without it.
 */
export type Consent =
  /** They created the tenant. */
  | "created_it"
  /** They opened an invitation's link and accepted. */
  | "accepted_link"
  /** They were asked in the console, and accepted. */
  | "accepted_offer"
  /** They were not asked: the people of seeds, benchmarks and tests. */
  | "made_up";

/** What asks a person to become a member; `name`: of the member that invited them. */
export type OfferedBy = { kind: "member" | "operator" | "directory"; name: string | null };

/**
 * Header of a console call: the tenant that the member acts in; without it, their only one. Browsers load this
 * file: no zod here.
 */
export const TENANT_HEADER = "x-lintel-tenant";

/** How long an invitation can be accepted, in days. */
export const INVITATION_DAYS = { default: 7, min: 1, max: 30 } as const;

// A label in its ASCII form (RFC 5890 §2.3.2.1). Not if that is plain ASCII: K (U+212A) would become k, and
// one address would turn into another.
const labelOf = (label: string): string => {
  const host = `http://${label}`;
  const ascii = URL.canParse(host) ? new URL(host).hostname : "";
  return ascii.startsWith("xn--") ? ascii : asciiLower(label);
};

/**
 * Letter case and surrounding white space do not make a different address. Only ASCII letters are folded:
 * folding others would merge addresses that belong to different people.
 */
export const canonicalEmail = (email: string): string => {
  const trimmed = email.trim();
  const at = trimmed.lastIndexOf("@") + 1;
  const domain = trimmed.slice(at).split(".").map(labelOf).join(".");
  return asciiLower(trimmed.slice(0, at)) + domain;
};

/** Who can get a tenant by signing in. */
export type SignUp = {
  isOpen: boolean;
  /** Domains of e-mail addresses, in lower-case ASCII; empty: any address, or none. */
  domains: readonly string[];
};

// Everything after the last @: a quoted local part may contain one (RFC 5321 §4.1.2).
const domainOf = (email: string): string => asciiLower(email.slice(email.lastIndexOf("@") + 1));

/**
 * Whether the rule admits a person. A domain must match exactly: example.com does not admit mail.example.com.
 * @param email the verified address; null: none
 */
export const maySignUp = ({ isOpen, domains }: SignUp, email: string | null): boolean =>
  isOpen && (domains.length === 0 || (email !== null && domains.includes(domainOf(email))));
