import { operatorTenantPath } from "#console/client/paths.ts";
import { Link } from "#kit/link.tsx";
import { LongText } from "#kit/page-layout.tsx";

/** A tenant's name in a list, which leads to its page. */
export const TenantName = ({ tenantId, tenantName }: { tenantId: string; tenantName: string }) => (
  <Link href={operatorTenantPath(tenantId)} prefetch={false} className="font-medium">
    <LongText text={tenantName} />
  </Link>
);
