import { Link } from "../../kit/link.tsx";
import { monthText } from "../../kit/time-format.ts";
import { statementPath } from "../paths.ts";

export const StatementLink = ({ tenantId, month }: { tenantId: string; month: string }) => (
  <Link
    href={statementPath(tenantId, month)}
    prefetch={false}
    aria-label={`Open the statement of ${monthText(new Date(`${month}-01T00:00:00Z`))}`}
  >
    Open
  </Link>
);
