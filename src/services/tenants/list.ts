import { listTenants as listRows } from "#data/tenants.ts";
import type { Ctx } from "../context.ts";
import { type TenantRow, tenantRows } from "./view.ts";

export type TenantPage = { tenants: TenantRow[]; nextCursor: string | null };

/** A page of tenants, newest first. */
export const listTenants = async (
  { deps }: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<TenantPage> => {
  // One more than asked tells whether there is a next page.
  const found = await listRows(deps.db.orm, input.limit + 1, input.cursor);
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  return {
    tenants: await tenantRows(deps, page),
    nextCursor: found.length > input.limit && last ? last.id : null,
  };
};
