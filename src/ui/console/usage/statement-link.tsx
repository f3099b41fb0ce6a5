import Link from "next/link";
import { consolePath } from "../paths.ts";

export const StatementLink = ({ tenantId, month }: { tenantId: string; month: string }) => (
  <Link href={consolePath(tenantId, `usage/${month}`)} prefetch={false} aria-label={`Statement of ${month}`}>
    Open
  </Link>
);
