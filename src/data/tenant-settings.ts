import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";

/** What a tenant sets for itself in the console. */
export type TenantSettings = {
  name: string;
  displayName: string | null;
  brandColour: string | null;
  supportUrl: string | null;
  minimumAge: number;
  methods: string[];
  maxAttempts: number;
  callbackHosts: string[];
  tokenTtlSeconds: number;
  metadataRetentionDays: number;
  acceptVisas: boolean;
  documentReuseDays: number | null;
  documentReuseLimit: number;
  listMetadataKey: string | null;
};

const COLUMNS = {
  name: true,
  displayName: true,
  brandColour: true,
  supportUrl: true,
  minimumAge: true,
  methods: true,
  maxAttempts: true,
  callbackHosts: true,
  tokenTtlSeconds: true,
  metadataRetentionDays: true,
  acceptVisas: true,
  documentReuseDays: true,
  documentReuseLimit: true,
  listMetadataKey: true,
} as const satisfies Prisma.TenantSelect;

export const findSettings = (db: Db, tenantId: string): Promise<TenantSettings | null> =>
  db.tenant.findUnique({ where: { id: tenantId }, select: COLUMNS });

/** Writes the given fields; the others stay. */
export const updateSettings = (
  db: Db,
  tenantId: string,
  changes: Prisma.TenantUpdateInput,
  now: Date,
): Promise<TenantSettings> =>
  db.tenant.update({ where: { id: tenantId }, data: { ...changes, updatedAt: now }, select: COLUMNS });

export const findLogo = async (db: Db, tenantId: string): Promise<Uint8Array | null> =>
  (await db.tenant.findUnique({ where: { id: tenantId }, select: { logo: true } }))?.logo ?? null;

export const setLogo = async (
  db: Db,
  tenantId: string,
  logo: Uint8Array<ArrayBuffer> | null,
  now: Date,
): Promise<void> => {
  await db.tenant.update({ where: { id: tenantId }, data: { logo, updatedAt: now } });
};
