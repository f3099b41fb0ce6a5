import { asciiLower } from "./text.ts";

/** Who may make a tenant of their own by signing in. */
export type SignUp = {
  isOpen: boolean;
  /** Of e-mail addresses, in lower-case ASCII; empty: any address, or none. */
  domains: readonly string[];
};

// Everything after the last @: a quoted local part may hold one (RFC 5321 §4.1.2).
const domainOf = (email: string): string => asciiLower(email.slice(email.lastIndexOf("@") + 1));

/**
 * Whether the rule lets somebody in. A domain counts exactly: example.com is not mail.example.com.
 * @param email only where it is verified
 */
export const maySignUp = ({ isOpen, domains }: SignUp, email: string | null): boolean =>
  isOpen && (domains.length === 0 || (email !== null && domains.includes(domainOf(email))));
