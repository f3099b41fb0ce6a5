import { canonicalEmail } from "#core/member.ts";

/** The people who operate this deployment from the console, as OPERATORS names them. */
export type Operators = {
  /** Canonical addresses; they count only for people of whom the identity provider says that the address is verified. */
  emails: readonly string[];
  /** What the identity provider states about a person, as `name=value`; a list counts if it has the value. */
  claims: readonly string[];
};

export const NO_OPERATORS: Operators = { emails: [], claims: [] };

// An address counts only when it is verified, which a claim of that name would pass by.
const CLAIM = /^claim:(?!email=)([A-Za-z0-9_.:/-]{1,200}=.{1,200})$/;
const ADDRESS = /^(?!claim:)[^\s@,]{1,64}@[^\s@,]{1,255}$/;

/** @param text addresses and `claim:name=value`, separated by commas; @returns null: something is neither */
export const readOperators = (text: string): Operators | null => {
  const emails: string[] = [];
  const claims: string[] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    const claim = CLAIM.exec(part)?.[1];
    if (claim !== undefined) claims.push(claim);
    else if (ADDRESS.test(part)) emails.push(canonicalEmail(part));
    else return null;
  }
  return { emails, claims };
};

const nameOf = (claim: string): string => claim.slice(0, claim.indexOf("="));
const statedBy = (claim: string): string => claim.slice(claim.indexOf("=") + 1);

/** The names of claims that decide who is an operator. */
export const claimNames = (claims: readonly string[]): string[] => [...new Set(claims.map(nameOf))];

const states = (stated: unknown, value: string): boolean =>
  Array.isArray(stated) ? stated.includes(value) : String(stated) === value;

/** Those of the claims that a provider's statements contain; numbers and true count as their text. */
export const claimsIn = (
  claims: readonly string[],
  sources: readonly Readonly<Record<string, unknown>>[],
): string[] =>
  claims.filter((claim) =>
    sources.some(
      (source) => Object.hasOwn(source, nameOf(claim)) && states(source[nameOf(claim)], statedBy(claim)),
    ),
  );
