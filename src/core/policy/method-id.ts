/**
 * Every method of this version. A new one begins here: the compiler then names each table that has to know it. A tenant's
 * identity providers share `oidc` and its vendors `vendor`: `oidc:<slug>`, `vendor:<kind>`.
 */
export const METHOD_IDS = ["document", "sandbox", "wallet", "voucher", "oidc", "vendor", "age_key"] as const;

export type MethodId = (typeof METHOD_IDS)[number];

/** `oidc` for `oidc:<slug>`; null: an id that this version does not know. */
export const sharedMethodId = (id: string): MethodId | null => {
  const shared = id.split(":")[0] ?? id;
  return METHOD_IDS.find((known) => known === shared) ?? null;
};
