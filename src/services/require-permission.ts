import { mayDo, type Permission } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import type { MemberCtx } from "./context.ts";

/** @throws PERMISSION_DENIED, naming the role and what it lacks */
export const requirePermission = ({ role }: Pick<MemberCtx, "role">, permission: Permission): void => {
  if (mayDo(role, permission)) return;
  throw new ServiceError("PERMISSION_DENIED", `Your role here, ${role}, does not include ${permission}.`);
};
