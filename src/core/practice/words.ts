// The words of practice statements for ways of proving an age and for parties outside. What a way proves is said once:
// docs/assurance.md has the same words, and a test compares them.

/** By the `assurance` of a decision. */
export const ASSURANCES = {
  document_photo_unsigned: {
    proves: "someone showed a picture of a document whose barcode or zone is well formed, whose check digits and dates hold and which has not expired",
    doesNotProve: "that the document is genuine (neither is signed: anyone can print one), or that it belongs to the person at the screen",
  },
  issuer_signed_no_binding: {
    proves: "the issuer signed this birth date: it was neither altered nor misread, and the document has not expired, where its barcode says until when it is valid",
    doesNotProve: "that the picture is of the original, that it belongs to the person at the screen, or that it was not revoked",
  },
  high_device_bound: {
    proves: "an authority that the operator trusts signed that the holder is over (or under) the age, and the wallet on the holder's device signed this very request",
    doesNotProve: "that the phone was not lent unlocked; with a QR code, nor that the wallet is where the browser is",
  },
  asserted_in_person: {
    proves: "a member of the tenant says that they saw an ID in person and that it shows the age (or not), and this code was given out for it and used once",
    doesNotProve: "that the member looked closely, that the ID was genuine, or that the person who typed the code is the one who showed the ID",
  },
  asserted_by_identity_provider: {
    proves: "a provider that the tenant chose signed, for this request and this browser, that the person who signed in there just now is over (or under) the age; for a birth date, at the assurance level that the tenant asks for",
    doesNotProve: "that the account was not lent, or that the provider has checked as well as its level says",
  },
  asserted_by_vendor: {
    proves: "the company that the tenant chose says, asked by this service with the tenant's key, that it checked a document whose holder is over (or under) the age",
    doesNotProve: "that the person is the document's holder, where the vendor takes no selfie, as here at Stripe; how well the vendor checks",
  },
  asserted_by_tenant: {
    proves: "the tenant's own backend said so, by `/verify/complete` or `/verify/submit`",
    doesNotProve: "anything more than the tenant checked",
  },
  _reused: {
    proves: "someone proved it so within the last 90 days, and the person at the screen could unlock the passkey that was made then",
    doesNotProve: "that it is the same person: passkeys are synced between devices and can be shared",
  },
  none_test_mode: {
    proves: "nothing: test keys play results, and the test issuer's key is public",
    doesNotProve: "",
  },
} as const satisfies Record<string, { proves: string; doesNotProve: string }>;

export type Assurance = keyof typeof ASSURANCES;

type Stated = {
  name: string;
  assurances: readonly Assurance[];
  /** In what it can be cheated: the same for everyone, and better said than found out. */
  limits: readonly string[];
};

/** Every method of src/runtime.ts: one that is not here cannot be named there. */
export const STATED_METHODS = {
  document: {
    name: "Photo of an identity document",
    assurances: ["document_photo_unsigned", "issuer_signed_no_binding"],
    limits: ["A picture of someone else's document is read as well as one's own."],
  },
  sandbox: { name: "Played results, for tests", assurances: ["none_test_mode"], limits: [] },
  wallet: {
    name: "Digital identity wallet",
    assurances: ["high_device_bound"],
    limits: ["A phone can be lent unlocked, and a QR code can be passed on."],
  },
  voucher: {
    name: "Voucher from a member of staff",
    assurances: ["asserted_in_person"],
    limits: ["A code can be passed on before it is used."],
  },
  oidc: {
    name: "Sign-in at an identity provider",
    assurances: ["asserted_by_identity_provider"],
    limits: ["An account can be lent."],
  },
  vendor: {
    name: "Check by a company",
    assurances: ["asserted_by_vendor"],
    limits: ["How well the company checks is for the company to show."],
  },
  age_key: {
    name: "Age key: a passkey of an earlier check",
    assurances: ["_reused"],
    limits: ["Passkeys are synced between devices and can be shared.", "The operator can tell that two checks were answered by one age key."],
  },
} as const satisfies Record<string, Stated>;

export type StatedMethod = keyof typeof STATED_METHODS;

const STATED_KEYS = ["document", "sandbox", "wallet", "voucher", "oidc", "vendor", "age_key"] as const satisfies readonly StatedMethod[];

/** The statement's words for `document`, `oidc:<slug>`, `vendor:<kind>`; null: an id that this version does not know. */
export const statedMethod = (id: string): (Stated & { key: StatedMethod }) | null => {
  const shared = id.split(":")[0] ?? id;
  const key = STATED_KEYS.find((known) => known === shared);
  return key ? { key, ...STATED_METHODS[key] } : null;
};

/** Every party that anything is sent to. What the processes of this service reach beside these fails the browser tests. */
export const PROCESSORS = {
  database: { name: "PostgreSQL of the operator", gets: "every data item below" },
  standby: { name: "copy of the database, of the operator", gets: "every data item below" },
  cache: {
    name: "Redis of the operator",
    gets: "counts of calls, by tenant, member, check or network address, for minutes",
  },
  hosted_cache: {
    name: "Upstash",
    gets: "counts of calls, by tenant, member, check or network address, for minutes",
  },
  telemetry: { name: "collector of the operator", gets: "times, codes and ids of requests; no values" },
  receivers: {
    name: "the tenant's own receivers of webhooks",
    gets: "the result of a check, its id, and what the tenant gave when it started the check",
  },
  identity_provider: {
    name: "identity provider",
    gets: "that the browser is sent there by this service; it is asked for the age alone, where it can answer that",
  },
  vendor: {
    name: "company that checks documents",
    gets: "what the person hands in there; from this service a random reference and the ages that are asked for",
  },
  console_sign_in: {
    name: "sign-in provider of the console",
    gets: "sign-ins of members; nothing of people who are checked",
  },
} as const satisfies Record<string, { name: string; gets: string }>;

export type ProcessorId = keyof typeof PROCESSORS;
