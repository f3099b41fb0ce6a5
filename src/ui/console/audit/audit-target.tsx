import { Link } from "../../kit/link.tsx";
import { deliveryPath, endpointPath, verificationPath } from "../paths.ts";
import { shortId } from "../verifications/verification-link.tsx";

const PATHS = [
  { prefix: "ver_", path: verificationPath },
  { prefix: "whe_", path: endpointPath },
  { prefix: "dlv_", path: deliveryPath },
] as const;

type Props = { tenantId: string; target: string; name: string | null };

/** What it was done to; what has a page of its own leads there. */
export const AuditTarget = ({ tenantId, target, name }: Props) => {
  if (target === tenantId) return <span className="text-soft">This tenant</span>;
  const path = PATHS.find(({ prefix }) => target.startsWith(prefix))?.path;
  return path ? (
    <Link
      href={path(tenantId, target)}
      prefetch={false}
      title={target}
      className={`block truncate ${name === null ? "font-mono text-xs" : ""}`}
    >
      {name ?? shortId(target)}
    </Link>
  ) : (
    <span title={target} className={`block truncate ${name === null ? "font-mono text-xs text-soft" : ""}`}>
      {name ?? shortId(target)}
    </span>
  );
};
