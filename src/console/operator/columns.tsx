import type { ComponentProps } from "react";
import { operatorTenantPath } from "#console/client/paths.ts";
import { wholeText } from "#kit/format.ts";
import { Link } from "#kit/link.tsx";
import { DASH, LongText } from "#kit/page-layout.tsx";
import type { Column } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";

/** A tenant's name in a list, which leads to its page. */
export const TenantName = ({ tenantId, tenantName }: { tenantId: string; tenantName: string }) => (
  <Link href={operatorTenantPath(tenantId)} prefetch={false} className="font-medium">
    <LongText text={tenantName} />
  </Link>
);

/** By the smallest screen that shows a column. */
const SHOWN = {
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  xl: "hidden xl:table-cell",
} as const;

type From = keyof typeof SHOWN;

/** A column of whole numbers; sorting begins with the largest. */
export const countColumn = <Row,>(
  id: string,
  name: string,
  from: From,
  countOf: (row: Row) => number,
): Column<Row> => ({
  id,
  name,
  className: `${SHOWN[from]} text-right tabular`,
  sortBy: (row) => -countOf(row),
  cell: (row) => wholeText(countOf(row)),
});

type Form = NonNullable<ComponentProps<typeof Time>["as"]>;

const sortedTimes =
  (sign: 1 | -1) =>
  <Row,>(
    id: string,
    name: string,
    from: From,
    timeOf: (row: Row) => Date | null,
    form: Form = "short",
  ): Column<Row> => ({
    id,
    name,
    className: SHOWN[from],
    sortBy: (row) => {
      const at = timeOf(row);
      return at && sign * at.getTime();
    },
    cell: (row) => {
      const at = timeOf(row);
      return at ? <Time at={at} as={form} /> : DASH;
    },
  });

/** A column of times, null for none; sorting begins with the oldest, or the next to come. */
export const timeColumn = sortedTimes(1);

/** A column of times as well; sorting begins with the newest. */
export const newestColumn = sortedTimes(-1);
