import Link from "next/link";
import { monthText } from "../../kit/time-format.ts";
import { consolePath } from "../paths.ts";

export const StatementLink = ({ tenantId, month }: { tenantId: string; month: string }) => (
  <Link
    href={consolePath(tenantId, `usage/${month}`)}
    prefetch={false}
    aria-label={`Open the statement of ${monthText(new Date(`${month}-01T00:00:00Z`))}`}
  >
    Open
  </Link>
);
