import { methodOfSlug } from "#core/identity/provider.ts";
import { methodOfVendor, VENDOR_KINDS, vendorLevel, vendorProofKind } from "#core/identity/vendor.ts";
import { missingOf } from "#core/policy/offer.ts";
import { rulesOf } from "#core/policy/policy.ts";
import {
  type PracticeInput,
  type PracticeStatement,
  type PracticeTenant,
  practiceStatement,
} from "#core/practice/statement.ts";
import { policyFromJson } from "#data/service/columns.ts";
import type { PracticeTenantRow } from "#data/service/practice.ts";
import { ALL_AGES, liveAges, suppliesFrom, trustedFor } from "#services/check/offer.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { accountOf } from "#services/vendor-account.ts";

// What a practice statement is made of, read from what runs now.

/** What the checks of an account at a vendor prove; of one that cannot be read, all that its kind can. */
const levelsOf = (deps: Pick<Deps, "secrets">, row: PracticeTenantRow["vendors"][number]) => {
  const account = accountOf(deps, row);
  return account ? { levels: [vendorLevel(account)], proofKind: vendorProofKind(account) } : {};
};

const toTenant = (deps: Pick<Deps, "vendors" | "secrets">, row: PracticeTenantRow): PracticeTenant => ({
  id: row.id,
  name: row.displayName ?? row.name,
  contact: row.practiceContact,
  complaint: row.complaintUrl,
  support: row.supportUrl,
  minimumAge: row.minimumAge,
  disclosure: row.disclosure,
  methods: row.methods,
  maxAttempts: row.maxAttempts,
  tokenTtlSeconds: row.tokenTtlSeconds,
  metadataRetentionDays: row.metadataRetentionDays,
  resultRetentionDays: row.resultRetentionDays,
  acceptVisas: row.acceptVisas,
  walletProofs: row.walletProofs,
  documentReuseDays: row.documentReuseDays,
  policy: row.policy && { number: row.policy.number, content: policyFromJson(row.policy.content) },
  providers: row.identityProviders.flatMap(({ slug, mode, name, issuer, hosts }) =>
    [...new Set([new URL(issuer).host, ...hosts])].map((host) => ({
      id: methodOfSlug(slug),
      name,
      host,
      isForTests: mode === "test",
    })),
  ),
  vendors: row.vendors.flatMap((vendor) =>
    VENDOR_KINDS.filter((known) => known === vendor.kind).map((known) => ({
      id: methodOfVendor(known),
      name: vendor.name,
      host: new URL(deps.vendors[known].address).host,
      isForTests: vendor.mode === "test",
      ...levelsOf(deps, vendor),
    })),
  ),
  hasReceivers: row._count.endpoints > 0,
  hasSlack: (row.alertChannel?.slackSealed ?? null) !== null,
});

/** What the deployment adds to every statement: its processes share it while they run one version. */
export const basisOf = ({ deps }: Pick<Ctx, "deps">): Omit<PracticeInput, "tenant" | "notOffered"> => {
  const { publicUrl, operatorName, practice } = deps.settings;
  return {
    ...practice,
    publicUrl,
    operator: operatorName,
    proofs: deps.wallet.proofs ?? null,
    methods: [...deps.methods.values()].flatMap(({ id, modes, traits, levels }) =>
      modes.includes("live") ? [{ id, ...traits, ...(levels && { levels }) }] : [],
    ),
  };
};

/** The minimum ages that are checked: a tenant's own, its rules', or for the deployment any. */
const agesOf = (tenant: PracticeTenant | null): readonly number[] => {
  if (!tenant) return ALL_AGES;
  const rules = tenant.policy ? rulesOf(tenant.policy.content) : [];
  return [tenant.minimumAge, ...rules.flatMap(({ minimumAge }) => minimumAge ?? [])];
};

/** Whether a proof can really be asked for: what is set alone would promise more than anyone is asked. */
const asksForProof = async (
  deps: Pick<Deps, "db" | "methods" | "now">,
  tenant: PracticeTenant | null,
): Promise<boolean> => {
  const own = tenant?.walletProofs ?? null;
  const trusted = trustedFor(deps, deps.db.orm);
  const asking = await Promise.all(
    [...deps.methods.values()].map((method) => method.provableAges?.(deps.now(), own, trusted)),
  );
  return asking.some((one) => agesOf(tenant).some((age) => one?.asksForProof(age)));
};

/** The statement as it would be made now. @param row null: the deployment's */
export const statementNow = async (
  ctx: Pick<Ctx, "deps">,
  row: PracticeTenantRow | null,
): Promise<PracticeStatement> => {
  const { deps } = ctx;
  const tenant = row && toTenant(deps, row);
  const own = [...(tenant?.providers ?? []), ...(tenant?.vendors ?? [])].filter((one) => !one.isForTests);
  const has = {
    own: own.map(({ id }) => ({ method: id })),
    ages: await liveAges(deps, deps.db.orm, async () => row?.walletProofs ?? null),
  };
  const supplies = [...suppliesFrom(deps, "live", has)];
  const notOffered = supplies.flatMap(([id, supply]) => (missingOf(supply) === null ? [] : [id]));
  const { proofs, ...basis } = basisOf(ctx);
  const asked = (await asksForProof(deps, tenant)) ? proofs : null;
  return practiceStatement({ ...basis, proofs: asked, notOffered, tenant });
};
