import type { Account } from "oidc-provider";
import type { Role } from "#core/access.ts";

export type DemoPerson = { subject: string; name: string; email: string; role: Role; about: string };

/** Who can sign in to the console of a local start. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    subject: "demo-ada",
    name: "Ada Demo",
    email: "ada@demo.example",
    role: "owner",
    about: "owner of Demo Shop",
  },
  {
    subject: "demo-ben",
    name: "Ben Demo",
    email: "ben@demo.example",
    role: "viewer",
    about: "viewer of Demo Shop",
  },
];

/** OpenID Connect Core 1.0 §5.1: what the provider says of them. */
export const accountOf = (subject: string, people: readonly DemoPerson[]): Account | undefined => {
  const person = people.find((candidate) => candidate.subject === subject);
  if (person === undefined) return undefined;
  const { name, email } = person;
  return {
    accountId: subject,
    claims: async () => ({ sub: subject, name, email, email_verified: true }),
  };
};
