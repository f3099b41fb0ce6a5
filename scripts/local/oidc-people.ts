import type { Role } from "#core/access/permissions.ts";

export type DemoPerson = { subject: string; name: string; email: string; role: Role; about: string };

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
