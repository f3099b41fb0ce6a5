"use client";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import type { Column } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Time } from "../../kit/time.tsx";
import { verificationPath } from "../paths.ts";
import { methodName } from "../words/method-names.ts";
import { ModeBadge } from "../words/mode-badge.tsx";
import { StatusBadge } from "../words/status-badge.tsx";
import { MetadataGlance } from "./metadata-glance.tsx";
import type { VerificationGlance } from "./verification-glance.ts";

type Props = {
  tenantId: string;
  label: string;
  verifications: readonly VerificationGlance[];
  footer?: ReactNode;
};

const columnsFor = (tenantId: string): Column<VerificationGlance>[] => [
  {
    id: "status",
    name: "Outcome",
    className: "w-28 sm:w-32",
    cell: ({ status, verified }) => <StatusBadge status={status} verified={verified} />,
  },
  {
    id: "id",
    name: "Verification",
    cell: ({ verificationId, mode }) => (
      <span className="grid justify-items-start gap-1">
        <Link
          href={verificationPath(tenantId, verificationId)}
          prefetch={false}
          className="cover-link focus-inset font-mono text-xs text-ink no-underline"
        >
          <span className="sm:hidden">…{verificationId.slice(-8)}</span>
          <span className="hidden sm:inline">{verificationId}</span>
        </Link>
        {mode === "test" && (
          <span className="sm:hidden">
            <ModeBadge mode={mode} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: "method",
    name: "Method",
    className: "hidden md:table-cell",
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
    id: "metadata",
    name: "Metadata",
    className: "hidden xl:table-cell max-w-52",
    cell: ({ metadata }) => <MetadataGlance metadata={metadata} />,
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
  const columns = useMemo(() => columnsFor(tenantId), [tenantId]);
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
