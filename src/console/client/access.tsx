"use client";
import { Lock } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { refusalText } from "#console/words/words.ts";
import { type ActingRole, mayDo, type Permission } from "#core/access/permissions.ts";
import { Link } from "#kit/link.tsx";
import { PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { placeAt } from "./navigation.ts";
import { consolePath } from "./paths.ts";

export type Access = {
  tenantId: string;
  tenantName: string;
  isActive: boolean;
  role: ActingRole;
  /** For a visiting operator: until when the tenant lets them read. */
  visitUntil: Date | null;
  /** The metadata key whose value names a verification, such as the order id. */
  listMetadataKey: string | null;
  /** This deployment's public address, without a trailing slash. */
  baseUrl: string;
  /** The operator's support address. */
  supportUrl: string | null;
};

const AccessContext = createContext<Access | null>(null);

/** The tenant of the pages below, and the member's role in it. */
export const AccessProvider = ({ access, children }: { access: Access; children: ReactNode }) => (
  <AccessContext value={access}>{children}</AccessContext>
);

export const useAccess = (): Access & {
  /** Whether the role allows it. */
  may: (permission: Permission) => boolean;
  /** Why the member may not use it: their role, or a closed tenant. Null when they may. */
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

type TenantLinkProps = Omit<ComponentProps<typeof Link>, "href"> & {
  /** The address of an object of this tenant. */
  to: (tenantId: string, id: string) => string;
  of: string;
};

/** A link to a page of this tenant. */
export const TenantLink = ({ to, of, ...rest }: TenantLinkProps) => (
  <Link {...rest} href={to(useAccess().tenantId, of)} />
);

/** The page, or the reason why the member's role does not allow it. */
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
