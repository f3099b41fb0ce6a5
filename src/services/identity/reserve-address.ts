import { addDays } from "#core/day.ts";
import { invalid } from "#core/errors.ts";
import { callbackOf } from "#core/identity/provider.ts";
import { openCarried, sealCarried } from "#services/carried.ts";
import type { MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";

/** Time to register an address at a provider, with the form open. */
const RESERVED_DAYS = 30;

const reservedFor = (tenantId: string) =>
  ({
    purpose: "providerAddress",
    subject: { tenantId },
    place: { procedure: "identityProviders.add" },
  }) as const;

/**
 * The address of a provider that is yet to be added: it is registered there before there is a client id.
 * @returns `reserved` for `addIdentityProvider`, sealed, so that a tenant cannot take another one's address
 * @throws PERMISSION_DENIED
 */
export const reserveProviderAddress = async (
  ctx: MemberCtx,
): Promise<{ reserved: string; redirectUri: string }> => {
  requirePermission(ctx, "settings.write");
  const { deps, tenant } = ctx;
  const id = newId(deps, "identityProvider", deps.now());
  const redirectUri = deps.settings.publicUrl + callbackOf({ id, isRedirectShared: false });
  const until = addDays(deps.now(), RESERVED_DAYS);
  const reserved = sealCarried(deps, { ...reservedFor(tenant.id), until }, id);
  return { reserved: reserved.text, redirectUri };
};

/** The id that this tenant was given. @throws INVALID_REQUEST_BODY: it was given none like this, or too long ago */
export const reservedId = ({ deps, tenant }: MemberCtx, reserved: string): string => {
  const id = openCarried(deps, reservedFor(tenant.id), reserved);
  if (id === null)
    throw invalid(
      "reserved",
      `expected what identityProviders.reserve has given in the last ${RESERVED_DAYS} days`,
    );
  return id;
};
