import type { Role } from "./access.ts";

/** A person who signs in to the console. */
export type Member = { id: string; name: string };

/** A member as the other members of the tenant see them. */
export type MemberOfTenant = Member & { role: Role; email: string | null; joinedAt: Date; signedInAt: Date };

/** Who somebody is, as the identity provider says it (OpenID Connect Core 1.0 §2, §5.1). */
export type Profile = {
  issuer: string;
  /** `sub`: unique within the issuer and never given to another person. */
  subject: string;
  name: string;
  /** Only where the provider says that it was verified. */
  email: string | null;
};

/** How long an invitation may be accepted, in days. */
export const INVITATION_DAYS = { default: 7, min: 1, max: 30 } as const;

/** Letter case and white space around it do not make another address. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();
