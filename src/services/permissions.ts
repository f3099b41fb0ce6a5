import { isToChange, mayDo, type Permission, VISITOR } from "#core/access/permissions.ts";
import { ServiceError } from "#core/errors.ts";
import type { MemberCtx } from "./context.ts";

type Asking = Pick<MemberCtx, "role" | "tenant">;

/** @throws TENANT_CLOSED: members can read everything and change nothing; only the operator can reopen it */
export const requireOpenTenant = ({ tenant }: Pick<MemberCtx, "tenant">): void => {
  if (!tenant.isActive) throw new ServiceError("TENANT_CLOSED");
};

/** @throws PERMISSION_DENIED, naming the role and the permission; TENANT_CLOSED for a change in a closed tenant */
export const requirePermission = (ctx: Asking, permission: Permission): void => {
  if (!mayDo(ctx.role, permission)) {
    throw new ServiceError(
      "PERMISSION_DENIED",
      `Your role here, ${ctx.role}, does not include ${permission}.`,
    );
  }
  if (isToChange(permission)) requireOpenTenant(ctx);
};

/** For what leaves the console as a file, which a visit of the operator does not cover. @throws PERMISSION_DENIED */
export const requireMember = ({ role }: Pick<MemberCtx, "role">): void => {
  if (role === VISITOR)
    throw new ServiceError("PERMISSION_DENIED", "A visitor can read the console and take nothing from it.");
};
