import type { Tenant } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import type { OidcClient, Prisma } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { type HiddenOf, overridesFromJson, publicKeysFromJson } from "#data/service/columns.ts";
import { OIDC_CLIENT_BY_ID } from "#data/sql/oidc.ts";
import { runForOne } from "#data/sql/statement.ts";

/** A client as it is stored, its secrets sealed. */
export type StoredClient = OidcClient;

/** What members see of a client is made of; its secret is sealed, and for its mark. */
export type ClientSummary = Pick<
  OidcClient,
  | ("id" | "mode" | "name" | "redirectUris" | "authMethod" | "previousSecretUntil" | "jwks" | "secretSealed")
  | ("tokenAlg" | "thresholds" | "underAge" | "requiresPkce" | "createdAt" | "updatedAt")
>;

const HIDDEN = {
  tenantId: true,
  previousSecretSealed: true,
} as const satisfies HiddenOf<OidcClient, ClientSummary>;

/** A client of one mode and its tenant, which must be open; the two modes have nothing in common. */
export const findOpenClient = async (database: Database, mode: Mode, clientId: string) => {
  const row = await runForOne(database, OIDC_CLIENT_BY_ID, [clientId, mode]);
  if (!row) return null;
  const {
    clientId: id,
    clientName: name,
    redirectUris,
    authMethod,
    jwks,
    tokenAlg,
    thresholds,
    underAge,
    requiresPkce,
    secretSealed,
    previousSecretSealed,
    previousSecretUntil,
    overrides,
    ...tenant
  } = row;
  return {
    ...{ id, mode, name, redirectUris, authMethod, jwks: publicKeysFromJson(jwks) },
    ...{ tokenAlg, thresholds, underAge, requiresPkce },
    ...{ secretSealed, previousSecretSealed, previousSecretUntil },
    tenant: { ...tenant, ...overridesFromJson(overrides) } satisfies Tenant,
  };
};

/** A client with its tenant, as the provider needs them. */
export type OpenClient = NonNullable<Awaited<ReturnType<typeof findOpenClient>>>;

type NewClient = Omit<OidcClient, "jwks" | "previousSecretSealed" | "previousSecretUntil"> & {
  jwks: Prisma.InputJsonObject | null;
};

export const insertClient = async (db: Db, { jwks, ...client }: NewClient): Promise<void> => {
  await db.oidcClient.create({ data: { ...client, ...(jwks && { jwks }) }, select: { id: true } });
};

export const countClients = (db: Db, tenantId: string): Promise<number> =>
  db.oidcClient.count({ where: { tenantId } });

/** The tenant's clients, newest first. */
export const listClients = (db: Db, tenantId: string): Promise<ClientSummary[]> =>
  db.oidcClient.findMany({ where: { tenantId }, orderBy: { id: "desc" }, omit: HIDDEN });

/** One of the tenant's clients. */
export const findClient = (db: Db, tenantId: string, id: string): Promise<StoredClient | null> =>
  db.oidcClient.findFirst({ where: { id, tenantId } });

type ClientChanges = Partial<
  Pick<
    OidcClient,
    | "name"
    | "redirectUris"
    | "tokenAlg"
    | "thresholds"
    | "underAge"
    | "requiresPkce"
    | "secretSealed"
    | "previousSecretSealed"
    | "previousSecretUntil"
  >
> & { jwks?: Prisma.InputJsonObject };

/** Changes a client; false if the tenant does not have it. */
export const updateClient = async (
  db: Db,
  tenantId: string,
  id: string,
  changes: ClientChanges,
  now: Date,
): Promise<boolean> => {
  const data = { ...changes, updatedAt: now };
  return (await db.oidcClient.updateMany({ where: { id, tenantId }, data })).count === 1;
};

/** Deletes a client; false if the tenant did not have it. */
export const deleteClient = async (db: Db, tenantId: string, id: string): Promise<boolean> =>
  (await db.oidcClient.deleteMany({ where: { id, tenantId } })).count === 1;
