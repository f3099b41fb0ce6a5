import type { WalletWays } from "@lintel/wallet-verifier";
import { methodOfSlug, slugOfMethod } from "#core/identity/provider.ts";
import { methodOfVendor, vendorOfMethod, vendorProofKind } from "#core/identity/vendor.ts";
import { kindOf } from "#core/policy/method-id.ts";
import { type Offer, offerOf, type Supplies, type Supply } from "#core/policy/offer.ts";
import type { ProofKind } from "#core/policy/proof-kind.ts";
import type { WalletProofs } from "#core/tenant.ts";
import { MINIMUM_AGE, type Mode } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { listProviders } from "#data/tenants/identity-providers.ts";
import { findWalletProofs } from "#data/tenants/tenants.ts";
import { listVendors, type VendorRow } from "#data/tenants/vendors.ts";
import type { Page } from "#data/verifications/hosted-page.ts";
import type { Method, TrustedFor } from "#methods/method.ts";
import { methodNamed } from "#methods/registry.ts";
import type { Deps } from "#services/context.ts";
import { recentAnchorsFor } from "#services/trust/anchors.ts";
import { accountOf } from "#services/vendor-account.ts";
import { agesByWallet } from "./wallet-ways.ts";

// What a tenant has to offer in one mode, for core/policy/offer.ts to judge.

/**
 * One of a tenant's own providers or vendors, by the id of its method: `oidc:<slug>`, `vendor:<kind>`. `proofKind`: what
 * its account asks for, where that is more than all of its kind do.
 */
type Own = { method: string; isActive?: boolean; proofKind?: ProofKind };

/** Minimum ages, or why there is none. */
export type Askable = readonly number[] | NonNullable<Supply["missing"]>;

type Has = {
  /** The tenant's identity providers and vendors of this mode; those switched off are marked. */
  own: readonly Own[];
  /**
   * The minimum ages for which a method can be asked now, by its id; a method not listed here: for every age.
   */
  ages: ReadonlyMap<string, Askable>;
};

/**
 * All methods of the deployment in a mode, with each of the tenant's own in place of the shared one behind
 * it.
 */
export const suppliesFrom = (
  { methods }: Pick<Deps, "methods">,
  mode: Mode,
  { own, ages: askable }: Has,
): Supplies => {
  const supplied = [...methods.values()].flatMap((method): [string, Supply][] => {
    const { id, modes, traits, isNamedInTests } = method;
    if (!modes.includes(mode)) return [];
    const ages = askable.get(id);
    const isNamed = mode === "test" && isNamedInTests;
    const limit = typeof ages === "string" ? { missing: ages } : ages && { ages };
    const supply: Supply = { ...traits, ...(isNamed && { isNamedInTests }), ...limit };
    if (!kindOf(id)?.isTenantsOwn) return [[id, supply]];
    const mine = own.filter((one) => one.method.startsWith(`${id}:`));
    return mine.map(({ method: name, isActive = true, proofKind = supply.proofKind }) => [
      name,
      isActive ? { ...supply, proofKind } : { ...supply, proofKind, missing: "switched_off" },
    ]);
  });
  return new Map(supplied);
};

/** Every minimum age that can be checked. */
export const ALL_AGES = Array.from(
  { length: MINIMUM_AGE.max - MINIMUM_AGE.min + 1 },
  (_, at) => MINIMUM_AGE.min + at,
);

type Reading = Pick<Deps, "db" | "now" | "methods">;

/** For the methods that rest on others' word. @param orm within a transaction: its own */
export const trustedFor =
  ({ db: { root }, now }: Pick<Deps, "db" | "now">, orm: Db): TrustedFor =>
  (credentialTypes) =>
    recentAnchorsFor({ db: { root, orm }, now }, credentialTypes);

/**
 * The minimum ages for which methods can be asked in live mode, where not for every age.
 * @param ownProofs what the tenant has chosen about wallets' proofs, read only where it matters
 * @param named asks only these methods; omitted: all
 */
export const liveAges = async (
  deps: Reading,
  db: Db,
  ownProofs: () => Promise<WalletProofs | null>,
  named?: readonly string[],
): Promise<Has["ages"]> => {
  const { methods, now } = deps;
  const wanted = [...methods.values()].filter(({ id }) => named?.includes(id) ?? true);
  const ages = wanted.map(async ({ id, provableAges }): Promise<[string, Askable][]> => {
    if (!provableAges) return [];
    const { canProve, whyNone } = await provableAges(now(), await ownProofs(), trustedFor(deps, db));
    const provable = ALL_AGES.filter(canProve);
    return [[id, provable.length === 0 ? whyNone : provable]];
  });
  return new Map((await Promise.all(ages)).flat());
};

/** Of an account that cannot be read: what all of its kind ask for. */
const kindAt = (deps: Pick<Deps, "secrets">, row: VendorRow): Pick<Own, "proofKind"> => {
  const account = accountOf(deps, row);
  return account ? { proofKind: vendorProofKind(account) } : {};
};

/** The tenant's own methods of a mode; nothing is read where none is among the named ones. */
const ownOf = async (
  deps: Pick<Deps, "secrets">,
  db: Db,
  tenantId: string,
  mode: Mode,
  named?: readonly string[],
): Promise<Own[]> => {
  const isNamed = (find: (id: string) => unknown) => named?.some((id) => find(id) !== null) ?? true;
  const [providers, vendors] = await Promise.all([
    isNamed(slugOfMethod) ? listProviders(db, tenantId) : [],
    isNamed(vendorOfMethod) ? listVendors(db, tenantId) : [],
  ]);
  return [
    ...providers.map(({ slug, ...row }) => ({ ...row, method: methodOfSlug(slug) })),
    ...vendors.map((row) => ({ ...row, method: methodOfVendor(row.kind), ...kindAt(deps, row) })),
  ].filter((row) => row.mode === mode);
};

/**
 * What a tenant has in live mode, including what is switched off.
 * @param named reads only what concerns these methods; omitted: all
 * @param ownProofs what the tenant has chosen about wallets' proofs; omitted: reads it
 */
export const liveSupplies = async (
  deps: Reading & Pick<Deps, "secrets">,
  db: Db,
  tenantId: string,
  named?: readonly string[],
  ownProofs = () => findWalletProofs(db, tenantId),
): Promise<Supplies> => {
  const [own, ages] = await Promise.all([
    ownOf(deps, db, tenantId, "live", named),
    liveAges(deps, db, ownProofs, named),
  ]);
  return suppliesFrom(deps, "live", { own, ages });
};

/** What tests are offered, whatever a verification names. */
export const testSupplies = (deps: Pick<Deps, "methods">): Supplies =>
  suppliesFrom(deps, "test", { own: [], ages: new Map() });

/** What the page of a verification can offer, before its policy has its say. @param ways to a wallet, from `walletWays` */
export const offerOnPage = (
  deps: Pick<Deps, "methods">,
  { verification, providers }: Pick<Page, "verification" | "providers">,
  ways: WalletWays,
): Offer => {
  const ages = agesByWallet(ways, verification.minimumAge);
  return offerOf(suppliesFrom(deps, verification.mode, { own: providers, ages }), verification);
};

/** The method behind an id that was offered, under that id. */
export const methodOffered = ({ methods }: Pick<Deps, "methods">, id: string): Method | undefined => {
  const method = methodNamed(methods, id);
  return method && { ...method, id };
};
