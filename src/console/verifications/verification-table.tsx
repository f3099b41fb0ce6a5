"use client";
import { TenantLink } from "#console/client/access.tsx";
import { verificationPath } from "#console/client/paths.ts";
import { ModeBadge, StatusBadge } from "#console/words/badges.tsx";
import { findingWords } from "#console/words/finding-words.ts";
import { methodName } from "#console/words/words.ts";
import type { Column } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { MetadataSummary } from "./verification-facts.tsx";

export type VerificationSummary = ConsoleOutputs["verifications"]["list"]["verifications"][number];

/** The tenant's own name for a verification. @returns undefined when no key is chosen or the value is missing */
export const nameOf = (
  { metadata }: Pick<VerificationSummary, "metadata">,
  key: string | null,
): string | undefined => {
  const value = metadata?.find(([name]) => name === key)?.[1] ?? null;
  return value === null || value === "" ? undefined : String(value);
};

type VerificationLinkProps = { verificationId: string; name?: string | undefined; className?: string };

export const shortId = (id: string): string => `…${id.slice(-8)}`;

/** Shows the end of an id; screen readers, copying and page search get all of it. */
const ShortId = ({ id }: { id: string }) => (
  <span className="inline-block max-w-[9ch] overflow-hidden align-bottom text-ellipsis whitespace-nowrap [direction:rtl]">
    <bdi dir="ltr">{id}</bdi>
  </span>
);

/** For the link in a row about the verification. */
const COVERS_ROW = "cover-link focus-inset text-ink no-underline";

/** Links to a verification by its name or the end of its id. */
export const VerificationLink = ({ verificationId, name, className = "" }: VerificationLinkProps) => (
  <TenantLink
    to={verificationPath}
    of={verificationId}
    prefetch={false}
    title={verificationId}
    className={`${name === undefined ? "font-mono text-xs whitespace-nowrap" : "block truncate font-medium max-sm:wrap-anywhere max-sm:whitespace-normal"} ${className}`}
  >
    {name ?? <ShortId id={verificationId} />}
  </TenantLink>
);

const WhatFailed = ({ text }: { text: string }) => (
  <span title={text} className="max-w-56 truncate text-2xs text-soft">
    {text}
  </span>
);

/** @param key the metadata key whose value names a verification */
export const verificationColumns = (key: string | null): Column<VerificationSummary>[] => [
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
          {key === null && <MetadataSummary {...row} />}
          {name !== undefined && (
            <VerificationLink className={COVERS_ROW} verificationId={row.verificationId} name={name} />
          )}
          <span className="flex flex-wrap items-center gap-x-2 text-soft sm:hidden">
            {name === undefined ? (
              <VerificationLink className={COVERS_ROW} verificationId={row.verificationId} />
            ) : (
              <code className="text-2xs">{shortId(row.verificationId)}</code>
            )}
            {row.mode === "test" && <ModeBadge mode={row.mode} />}
            <span className="text-2xs">
              <Time at={row.createdAt} />
            </span>
          </span>
          {key !== null && name === undefined && <span className="hidden text-soft sm:inline">–</span>}
          {row.appealOf !== undefined && (
            <span title={row.appealOf} className="text-2xs text-soft">
              Appeal of <code>{shortId(row.appealOf)}</code>
            </span>
          )}
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
        <VerificationLink className={COVERS_ROW} verificationId={row.verificationId} />
      ) : (
        <code title={row.verificationId} className="text-xs whitespace-nowrap">
          {shortId(row.verificationId)}
        </code>
      ),
  },
  {
    id: "method",
    name: "Method",
    className: "hidden md:table-cell print:table-cell whitespace-nowrap print:whitespace-normal",
    cell: ({ method, errorCode, reason }) => (
      <span className="grid leading-snug">
        <span className={method === null ? "text-soft" : ""}>
          {method === null ? "–" : methodName(method)}
        </span>
        {errorCode && <WhatFailed text={findingWords(errorCode, reason).what} />}
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
    // On a phone it is below the name, which needs the room.
    className: "hidden w-32 text-right sm:table-cell",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];
