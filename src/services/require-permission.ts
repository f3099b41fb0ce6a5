import { isToChange, mayDo, type Permission } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import type { MemberCtx } from "./context.ts";

type Asking = Pick<MemberCtx, "role" | "tenant">;

/** @throws TENANT_CLOSED: its members read everything and change nothing; only the operator opens it again */
export const requireOpenTenant = ({ tenant }: Pick<MemberCtx, "tenant">): void => {
  if (!tenant.isActive) throw new ServiceError("TENANT_CLOSED");
};

/** @throws PERMISSION_DENIED, naming the role and what it lacks; TENANT_CLOSED where it is to change something */
export const requirePermission = (ctx: Asking, permission: Permission): void => {
  if (!mayDo(ctx.role, permission)) {
    throw new ServiceError(
      "PERMISSION_DENIED",
      `Your role here, ${ctx.role}, does not include ${permission}.`,
    );
  }
  if (isToChange(permission)) requireOpenTenant(ctx);
};
