import Link from "next/link";
import { deliveryPath, endpointPath, verificationPath } from "../paths.ts";

const PATHS = [
  { prefix: "ver_", path: verificationPath },
  { prefix: "whe_", path: endpointPath },
  { prefix: "dlv_", path: deliveryPath },
] as const;

/** What it was done to; what has a page of its own leads there. */
export const AuditTarget = ({ tenantId, target }: { tenantId: string; target: string }) => {
  if (target === tenantId) return <span className="text-soft">This tenant</span>;
  const path = PATHS.find(({ prefix }) => target.startsWith(prefix))?.path;
  return path ? (
    <Link
      href={path(tenantId, target)}
      prefetch={false}
      title={target}
      className="block truncate font-mono text-xs"
    >
      {target}
    </Link>
  ) : (
    <code title={target} className="block truncate text-xs text-soft">
      {target}
    </code>
  );
};
