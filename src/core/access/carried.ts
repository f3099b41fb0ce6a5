// What leaves the service in the hands of a browser or another site, and comes back by itself: nothing of it is stored here.
// Each purpose says what its texts are bound to, and services/carried.ts seals none without it. Secrets whose row says it are in
// data/service/held-secrets.ts. Why: docs/adr/0057.

type Rule = {
  /** `sealed`: only we can read it. `signed`: others may read it, and only we can make it. */
  readonly form: "sealed" | "signed";
  /** Whose, or about what, by parts. */
  readonly subject: readonly [string, ...string[]];
  /** Where alone it is taken back, by parts. */
  readonly place: readonly [string, ...string[]];
  /** Its end is never later than this. */
  readonly mostSeconds: number;
};

/** Every purpose. Without subject, place and an end there is none. */
export const CARRIED = {
  /** An identity provider's answer, on its way from the main host to the tenant's host that the browser left. */
  providerAnswer: { form: "sealed", subject: ["request"], place: ["host", "path"], mostSeconds: 120 },
  /** The host that a browser left for a provider or a vendor, behind the id that comes back to the main host. */
  hostLeft: { form: "signed", subject: ["id", "tenantId"], place: ["path", "host"], mostSeconds: 60 * 60 },
  /** A visit at a gate, in the visitor's own cookie: as long as the longest check of a gate, and the way back. */
  gateVisit: {
    form: "sealed",
    subject: ["siteId", "state"],
    place: ["origin"],
    mostSeconds: 40 * 60,
  },
  /** A visitor's check that is yet to be written, from the button at a gate to the service's own host. */
  gateTicket: { form: "sealed", subject: ["siteId"], place: ["path"], mostSeconds: 10 * 60 },
  /** The address of an identity provider that is yet to be added, in the console's form. */
  providerAddress: {
    form: "sealed",
    subject: ["tenantId"],
    place: ["procedure"],
    mostSeconds: 30 * 86_400,
  },
} as const satisfies Record<string, Rule>;

/** Published formats, which others read, and those of libraries: each has the four in its own way. */
export const PUBLISHED = {
  /** POST /tokens/validate, and offline by the JWKS. */
  ageToken: { subject: "sub: the verification", place: "aud: the tenant", end: "exp" },
  /** docs/gate.md, sdk/cases/gate-cookies.json. */
  gateCookie: { subject: "the threshold", place: "the site's id and host", end: "its expiry" },
  /** A JWE of next-auth's for state, nonce and code verifier. */
  consoleSignIn: { subject: "the state", place: "the one callback of the main host", end: "15 minutes" },
  /** Ids of 256 random bits, whose rows are oidc_artifact. */
  ageProviderCookies: { subject: "the authorization request", place: "its path", end: "the row's expiry" },
  exportCursor: {
    subject: "a number in one list",
    place: "the key of one reader",
    end: { never: "it grants nothing: its reader shows a key each time" },
  },
} as const satisfies Record<
  string,
  { subject: string; place: string; end: string | { readonly never: string } }
>;

export type Purpose = keyof typeof CARRIED;

type PurposeBy<Form> = { [P in Purpose]: (typeof CARRIED)[P]["form"] extends Form ? P : never }[Purpose];
export type SealedPurpose = PurposeBy<"sealed">;
export type SignedPurpose = PurposeBy<"signed">;

type Parts<Names extends readonly string[]> = { readonly [Name in Names[number]]: string };

/** What a text must be for where and by whom it is brought back. */
export type Binding<P extends Purpose> = {
  readonly purpose: P;
  readonly subject: Parts<(typeof CARRIED)[P]["subject"]>;
  readonly place: Parts<(typeof CARRIED)[P]["place"]>;
};

/** A binding with its end; an end beyond the purpose's `mostSeconds` is brought forward to that. */
export type Bound<P extends Purpose> = Binding<P> & { readonly until: Date };

/** A text sealed for one purpose: only `sealCarried` makes it, which takes all four. */
export class Carried<P extends SealedPurpose> {
  readonly #purpose: P;
  readonly text: string;

  constructor(purpose: P, text: string) {
    this.#purpose = purpose;
    this.text = text;
  }

  get purpose(): P {
    return this.#purpose;
  }
}

type Values = Readonly<Record<string, string>>;

const listed = (names: readonly string[], values: Values): string[] =>
  names.map((name) => values[name] ?? "");

/** Subject, purpose and place as one text: two bindings have the same one only if they are the same. */
export const bindingText = ({
  purpose,
  subject,
  place,
}: {
  purpose: Purpose;
  subject: Values;
  place: Values;
}): string =>
  JSON.stringify([purpose, listed(CARRIED[purpose].subject, subject), listed(CARRIED[purpose].place, place)]);

/** When a text of this purpose ends, in milliseconds since the epoch. */
export const endOf = ({ purpose, until }: { purpose: Purpose; until: Date }, now: Date): number =>
  Math.min(until.getTime(), now.getTime() + CARRIED[purpose].mostSeconds * 1000);
