"use client";
import { type ReactNode, useMemo } from "react";
import type { Column } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Time } from "../../kit/time.tsx";
import { useAccess } from "../access.tsx";
import { methodName } from "../words/method-names.ts";
import { ModeBadge } from "../words/mode-badge.tsx";
import { StatusBadge } from "../words/status-badge.tsx";
import { MetadataGlance } from "./metadata-glance.tsx";
import { nameOf, type VerificationGlance } from "./verification-glance.ts";
import { shortId, VerificationLink } from "./verification-link.tsx";

type Props = {
  tenantId: string;
  label: string;
  verifications: readonly VerificationGlance[];
  footer?: ReactNode;
};

const columnsFor = (tenantId: string, key: string | null): Column<VerificationGlance>[] => [
  {
    id: "status",
    name: "Outcome",
    className: "w-28 sm:w-32",
    cell: ({ status, verified }) => <StatusBadge status={status} verified={verified} />,
  },
  {
    id: "name",
    name: key ?? "Metadata",
    className: "w-full max-w-0",
    cell: (row) => {
      const name = nameOf(row, key);
      return (
        <span className="grid gap-0.5">
          {key === null && <MetadataGlance metadata={row.metadata} />}
          {name !== undefined && (
            <VerificationLink tenantId={tenantId} verificationId={row.verificationId} name={name} />
          )}
          <span className="flex items-center gap-2 text-soft sm:hidden">
            {name === undefined ? (
              <VerificationLink tenantId={tenantId} verificationId={row.verificationId} />
            ) : (
              <code className="text-2xs">{shortId(row.verificationId)}</code>
            )}
            {row.mode === "test" && <ModeBadge mode={row.mode} />}
          </span>
          {key !== null && name === undefined && <span className="hidden text-soft sm:inline">–</span>}
        </span>
      );
    },
  },
  {
    id: "id",
    name: "Verification",
    className: "hidden sm:table-cell text-soft",
    cell: (row) =>
      nameOf(row, key) === undefined ? (
        <VerificationLink tenantId={tenantId} verificationId={row.verificationId} />
      ) : (
        <code title={row.verificationId} className="text-xs whitespace-nowrap">
          {shortId(row.verificationId)}
        </code>
      ),
  },
  {
    id: "method",
    name: "Method",
    className: "hidden md:table-cell whitespace-nowrap",
    cell: ({ method, errorCode }) => (
      <span className="grid leading-snug">
        <span className={method === null ? "text-soft" : ""}>
          {method === null ? "–" : methodName(method)}
        </span>
        {errorCode && <span className="font-mono text-2xs text-soft">{errorCode}</span>}
      </span>
    ),
  },
  {
    id: "mode",
    name: "Mode",
    className: "hidden w-16 sm:table-cell",
    cell: ({ mode }) => <ModeBadge mode={mode} />,
  },
  {
    id: "created",
    name: "Started",
    className: "text-right w-32",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** Verifications in the order they come in: newest first. */
export const VerificationTable = ({ tenantId, label, verifications, footer }: Props) => {
  const { listMetadataKey } = useAccess();
  const columns = useMemo(() => columnsFor(tenantId, listMetadataKey), [tenantId, listMetadataKey]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={verifications}
      rowId={({ verificationId }) => verificationId}
      footer={footer}
    />
  );
};
