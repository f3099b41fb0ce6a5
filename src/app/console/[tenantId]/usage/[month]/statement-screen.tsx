"use client";
import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { saveFile } from "#ui/console/session/download.ts";
import { StatementView } from "#ui/console/usage/statement-view.tsx";
import { Button } from "#ui/kit/button.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC } from "../../../client/trpc.ts";

// Spreadsheets take a file without it for one of their own old encodings.
const UTF8_MARK = "\uFEFF";

type Props = { month: string };

export const StatementScreen = ({ month }: Props) => {
  const { tenantId } = useAccess();
  const input = { month };
  const query = useQuery(useTRPC().reports.statement.queryOptions(input));
  const csv = query.data?.csv;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          back={{ href: consolePath(tenantId, "usage"), name: "Usage and billing" }}
          title="Statement"
          actions={
            csv && (
              <>
                <Button
                  onClick={() =>
                    saveFile(new Blob([UTF8_MARK, csv], { type: "text/csv" }), `statement-${month}.csv`)
                  }
                >
                  <Download size={14} aria-hidden="true" />
                  CSV
                </Button>
                <Button onClick={() => window.print()}>
                  <Printer size={14} aria-hidden="true" />
                  Print
                </Button>
              </>
            )
          }
        />
      </div>
      <QueryView
        query={query}
        skeleton={<TableSkeleton rows={12} />}
        missing={{
          title: "There is no statement for this month",
          about: "Statements begin with the month in which the tenant was created, and end with this one.",
          back: { href: consolePath(tenantId, "usage"), name: "Usage and billing" },
        }}
      >
        {(data) => <StatementView data={data} />}
      </QueryView>
    </>
  );
};
