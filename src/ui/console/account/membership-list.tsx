import type { Role } from "#core/access.ts";
import { Badge } from "../../kit/badge.tsx";
import { Link } from "../../kit/link.tsx";
import { RoleBadge } from "../members/role-badge.tsx";
import { consolePath } from "../paths.ts";
import { TenantMark } from "../shell/tenant-mark.tsx";

type Membership = { tenantId: string; tenantName: string; role: Role; isActive: boolean };

/** The tenants that somebody is a member of. */
export const MembershipList = ({ memberships }: { memberships: readonly Membership[] }) => (
  <ul aria-label="Tenants" className="grid grid-cols-[minmax(0,1fr)]">
    {memberships.map(({ tenantId, tenantName, role, isActive }) => (
      <li key={tenantId} className="flex items-center gap-3 border-t px-4 py-2.5">
        <TenantMark name={tenantName} />
        <Link href={consolePath(tenantId)} className="min-w-0 grow truncate text-sm font-medium">
          {tenantName}
        </Link>
        {!isActive && <Badge tone="danger">Closed</Badge>}
        <RoleBadge role={role} />
      </li>
    ))}
  </ul>
);
