"use client";
import { Lock } from "lucide-react";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext } from "react";
import { refusalText } from "#console/words/words.ts";
import { mayDo, type Permission, type Role } from "#core/access.ts";
import { PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { placeAt } from "./navigation.ts";
import { consolePath } from "./paths.ts";

export type Access = {
  tenantId: string;
  tenantName: string;
  isActive: boolean;
  role: Role;
  /** Which key of the metadata names a verification here: the order id, say. */
  listMetadataKey: string | null;
  /** This deployment's public address, without a slash at the end. */
  baseUrl: string;
  /** Where the operator of this deployment gives help. */
  supportUrl: string | null;
};

const AccessContext = createContext<Access | null>(null);

/** Which tenant the pages below are about, and what the member is in it. */
export const AccessProvider = ({ access, children }: { access: Access; children: ReactNode }) => (
  <AccessContext value={access}>{children}</AccessContext>
);

export const useAccess = (): Access & {
  /** Whether the role allows it. */
  may: (permission: Permission) => boolean;
  /** Why the member may not, for their role or because the tenant is closed; null where they may. */
  refusal: (permission: Permission) => string | null;
} => {
  const access = useContext(AccessContext);
  if (!access) throw new Error("outside of a tenant's pages");
  return {
    ...access,
    may: (permission) => mayDo(access.role, permission),
    refusal: (permission) => refusalText(access, permission),
  };
};

/** The page, or why it is not for the member's role and whom to ask. */
export const Allowed = ({ children }: { children: ReactNode }) => {
  const { tenantId, refusal } = useAccess();
  const place = placeAt(usePathname(), consolePath(tenantId));
  const why = place && refusal(place.permission);
  if (!why) return children;
  return (
    <>
      <PageHeader title={place.name} />
      <EmptyState icon={Lock} title="You do not have access to this page">
        {why}
      </EmptyState>
    </>
  );
};
