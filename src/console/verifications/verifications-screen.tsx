"use client";
import { skipToken, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { ExportButton } from "#console/client/export-button.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import type { Mode } from "#core/verification.ts";
import { FilterBar } from "#kit/filters.tsx";
import { PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { DataTable } from "#kit/table.tsx";
import { listInput, verificationFilters, verificationsOptions } from "./verification-filters.ts";
import { verificationColumns } from "./verification-table.tsx";
import { WaitingAppeals } from "./waiting-appeals.tsx";

// As the service wants it.
const MIN_CHARACTERS = 2;

type PartsProps = { text: string; mode: Mode };

/** The latest that have the text as a part of what names them, where none has it whole. */
const Parts = ({ text, mode }: PartsProps) => {
  const { listMetadataKey } = useAccess();
  const isLongEnough = text.length >= MIN_CHARACTERS;
  const { data } = useQuery(useTRPC().reports.find.queryOptions(isLongEnough ? { text } : skipToken));
  const rows = (data?.verifications ?? []).filter((row) => row.mode === mode);
  if (rows.length === 0) return null;
  const place = listMetadataKey === null ? "" : ` or ${listMetadataKey}`;
  const name = `The latest with “${text}” as a part of the reference${place}`;
  return (
    <div className="border-t">
      <h2 className="px-4 pt-3 pb-1 text-sm wrap-anywhere">{name}</h2>
      <DataTable
        label={name}
        columns={verificationColumns(listMetadataKey)}
        rows={rows}
        rowId={({ verificationId }) => verificationId}
      />
    </div>
  );
};

export const VerificationsScreen = () => {
  const { listMetadataKey } = useAccess();
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const input = listInput((name) => url.get(name));
  const settings = useQuery(trpc.settings.get.queryOptions());
  const client = useTRPCClient();
  const { limit: _all, ...filter } = input;
  // The mode is the console's, not a filter of this list.
  const isFiltered = Object.keys(filter).length > 1;
  // Parts are looked for among all: other filters would not count there.
  const alone = Object.keys(filter).length === 2 ? input.search : undefined;
  return (
    <>
      <PageHeader
        title="Verifications"
        about="Every age check your backend has started. No personal data is kept."
        actions={<ExportButton list="verifications" permission="verifications.export" filter={filter} />}
      />
      {input.waitsFor === undefined && (
        <div className="mb-4 empty:hidden">
          <WaitingAppeals />
        </div>
      )}
      <FilterBar
        label="Filter verifications"
        filters={verificationFilters(settings.data?.availableMethods ?? [])}
        query={url}
        input={listInput}
        onChange={setUrl}
      />
      <NewestList
        options={verificationsOptions(trpc, input)}
        read={() => client.verifications.list.query(input)}
        name="verifications"
        rowId={({ verificationId }) => verificationId}
        label="Verifications, newest first"
        noun="verifications"
        columns={verificationColumns(listMetadataKey)}
        skeletonRows={10}
        empty={
          <>
            <EmptyState
              icon={ShieldCheck}
              title={
                isFiltered ? "No verifications match these filters" : `No ${input.mode} verifications yet`
              }
            >
              {isFiltered
                ? "Search matches a whole id, reference or metadata value. The latest that contain it are listed below, if there are any."
                : "Verifications appear here as soon as your backend starts one."}
            </EmptyState>
            {alone !== undefined && <Parts text={alone} mode={input.mode} />}
          </>
        }
      />
    </>
  );
};
