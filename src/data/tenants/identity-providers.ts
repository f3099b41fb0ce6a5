import type { IdentityProvider, IdentityRequest, Mode } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { defined, type HiddenOf } from "#data/service/columns.ts";

export type ProviderRow = Pick<
  IdentityProvider,
  | ("id" | "slug" | "mode" | "name" | "country" | "issuer" | "clientId" | "clientAuth" | "credentialSealed")
  | ("preset" | "minAcr" | "isRedirectShared" | "hosts" | "isActive" | "createdAt" | "updatedAt")
>;

const HIDDEN = { tenantId: true } as const satisfies HiddenOf<IdentityProvider, ProviderRow>;

/** @returns false: the tenant already has one with this slug */
export const insertProvider = async (db: Db, provider: IdentityProvider): Promise<boolean> =>
  (await db.identityProvider.createMany({ data: [provider], skipDuplicates: true })).count === 1;

/** All of a tenant's providers, including those switched off, in the order they were added. */
export const listProviders = (db: Db, tenantId: string): Promise<ProviderRow[]> =>
  db.identityProvider.findMany({ where: { tenantId }, orderBy: { id: "asc" }, omit: HIDDEN });

/** Null means absent or not this tenant's. */
export const findProvider = (db: Db, tenantId: string, id: string): Promise<ProviderRow | null> =>
  db.identityProvider.findFirst({ where: { tenantId, id }, omit: HIDDEN });

/** A provider that is switched on; null means absent, off, of the other mode or not this tenant's. */
export const findActiveProvider = (
  db: Db,
  tenantId: string,
  { slug, mode }: { slug: string; mode: Mode },
): Promise<ProviderRow | null> =>
  db.identityProvider.findFirst({ where: { tenantId, slug, mode, isActive: true }, omit: HIDDEN });

type ProviderChanges = {
  [Key in
    | "isActive"
    | "isRedirectShared"
    | "hosts"
    | "name"
    | "country"
    | "issuer"
    | "clientId"
    | "minAcr"
    | "credentialSealed"]?: ProviderRow[Key] | undefined;
};

/**
 * Records the hosts that data is sent to for a provider, for the practice statement; writes only if they
 * changed.
 */
export const noteHosts = async (
  db: Db,
  tenantId: string,
  { id, hosts }: Pick<ProviderRow, "id" | "hosts">,
  found: readonly string[],
): Promise<void> => {
  if (found.join(" ") === hosts.join(" ")) return;
  await db.identityProvider.updateMany({ where: { tenantId, id }, data: { hosts: [...found] } });
};

/** @returns false: absent or not this tenant's */
export const updateProvider = async (
  db: Db,
  tenantId: string,
  id: string,
  changes: ProviderChanges,
  now: Date,
): Promise<boolean> => {
  const { count } = await db.identityProvider.updateMany({
    where: { tenantId, id },
    data: { ...defined(changes), updatedAt: now },
  });
  return count === 1;
};

/** Its requests are deleted with it. @returns false: absent or not this tenant's */
export const deleteProvider = async (db: Db, tenantId: string, id: string): Promise<boolean> =>
  (await db.identityProvider.deleteMany({ where: { tenantId, id } })).count === 1;

/** Whether a verification of the tenant was offered a method, has tried it or was decided by it. */
export const isMethodOfVerifications = async (db: Db, tenantId: string, method: string): Promise<boolean> => {
  const names = [{ method }, { methods: { has: method } }, { methodAttempts: { some: { method } } }];
  return (await db.verification.findFirst({ where: { tenantId, OR: names }, select: { id: true } })) !== null;
};

export const insertRequest = async (db: Db, request: IdentityRequest): Promise<void> => {
  await db.identityRequest.create({ data: request });
};

type Hashes = Uint8Array<ArrayBuffer>[];

/** What only the browser that was sent to the provider can show: the state, and its cookie. */
type Shown = { stateHashes: Hashes; cookieHashes: Hashes };

const open = ({ stateHashes, cookieHashes }: Shown, now: Date) => ({
  stateHash: { in: stateHashes },
  cookieHash: { in: cookieHashes },
  expiresAt: { gt: now },
});

export type PendingRequest = Pick<
  IdentityRequest,
  "stateHash" | "verificationId" | "tenantId" | "providerId" | "keptSealed"
>;

/** Reads a request that is waiting for its answer, and leaves it in place. */
export const findRequest = (db: Db, shown: Shown, now: Date): Promise<PendingRequest | null> =>
  db.identityRequest.findFirst({ where: open(shown, now) });

/** A tenant's request that is waiting for its answer, found only by its state: to decide nothing but where the answer goes. */
export const findRequestOfState = (
  db: Db,
  tenantId: string,
  stateHashes: Hashes,
  now: Date,
): Promise<Pick<IdentityRequest, "providerId"> | null> =>
  db.identityRequest.findFirst({
    where: { tenantId, stateHash: { in: stateHashes }, expiresAt: { gt: now } },
    select: { providerId: true },
  });

/** Uses a request up: true for exactly one caller, however many answers arrive at once. */
export const takeRequest = async (db: Db, shown: Shown, now: Date): Promise<boolean> =>
  (await db.identityRequest.deleteMany({ where: open(shown, now) })).count === 1;
