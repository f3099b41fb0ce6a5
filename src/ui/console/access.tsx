"use client";
import { createContext, type ReactNode, useContext } from "react";
import { mayDo, type Permission, type Role } from "#core/access.ts";
import { refusalText } from "./words/permission-words.ts";

export type Access = {
  tenantId: string;
  tenantName: string;
  isActive: boolean;
  role: Role;
  /** This deployment's public address, without a slash at the end. */
  baseUrl: string;
};

const AccessContext = createContext<Access | null>(null);

/** Which tenant the pages below are about, and what the member is in it. */
export const AccessProvider = ({ access, children }: { access: Access; children: ReactNode }) => (
  <AccessContext value={access}>{children}</AccessContext>
);

export const useAccess = (): Access & {
  may: (permission: Permission) => boolean;
  /** Why the member may not; null where they may. */
  refusal: (permission: Permission) => string | null;
} => {
  const access = useContext(AccessContext);
  if (!access) throw new Error("outside of a tenant's pages");
  const may = (permission: Permission): boolean => mayDo(access.role, permission);
  return {
    ...access,
    may,
    refusal: (permission) => (may(permission) ? null : refusalText(access.role, permission)),
  };
};
