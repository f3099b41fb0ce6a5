"use client";
import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { saveFile } from "#ui/console/session/download.ts";
import { StatementView } from "#ui/console/usage/statement-view.tsx";
import { Button } from "#ui/kit/button.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { type Seed, seedOf } from "../../../client/seed.ts";
import { useTRPC } from "../../../client/trpc.ts";

type Props = { month: string; seed: Seed<{ month: string }, RouterOutputs["reports"]["statement"]> };

export const StatementScreen = ({ month, seed }: Props) => {
  const { tenantId } = useAccess();
  const input = { month };
  const query = useQuery({ ...useTRPC().reports.statement.queryOptions(input), ...seedOf(seed, input) });
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
                  onClick={() => saveFile(new Blob([csv], { type: "text/csv" }), `statement-${month}.csv`)}
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
      <QueryView query={query} skeleton={<TableSkeleton rows={12} />}>
        {(data) => <StatementView data={data} />}
      </QueryView>
    </>
  );
};
