import type { Role } from "#core/access/permissions.ts";

/** Someone with an account at the demo provider. */
export type DemoAccount = { subject: string; name: string; email: string; about: string };

export type DemoPerson = DemoAccount & { role: Role };

/** People who can sign in to the console of a local start. */
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

/** Named by OPERATORS of a local start, and nobody's member. */
export const DEMO_OPERATOR: DemoAccount = {
  subject: "demo-olivia",
  name: "Olivia Operator",
  email: "olivia@demo.example",
  about: "operator of this deployment",
};

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [...DEMO_PEOPLE, DEMO_OPERATOR];
