import { requestPath } from "#console/shell/paths.ts";
import { ModeBadge, StatusBadge } from "#console/words/badges.tsx";
import { methodName } from "#console/words/words.ts";
import type { MetadataValue } from "#core/verification.ts";
import { Copyable } from "#kit/copy.tsx";
import { Link } from "#kit/link.tsx";
import { Card, Facts } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type VerificationRecord = ConsoleOutputs["verifications"]["detail"];

const DASH = <span className="text-soft">–</span>;

type Props = { tenantId: string; record: VerificationRecord; seesLogs: boolean };

export const VerificationFacts = ({ tenantId, record, seesLogs }: Props) => {
  const { method, verifiedAge, confidence, documentType, errorCode, reason, callbackOrigin } = record;
  return (
    <Facts
      facts={[
        { name: "Outcome", value: <StatusBadge status={record.status} verified={record.verified} /> },
        { name: "Mode", value: <ModeBadge mode={record.mode} /> },
        { name: "Asked for", value: `${record.minimumAge} years or over` },
        { name: "Verified age", value: verifiedAge === null ? DASH : `${verifiedAge} years` },
        { name: "Method", value: method === null ? DASH : methodName(method) },
        { name: "Offered", value: record.methods.map(methodName).join(", ") || DASH },
        { name: "Confidence", value: confidence === null ? DASH : confidence.toFixed(2) },
        { name: "Document", value: documentType === null ? DASH : documentType.replaceAll("_", " ") },
        ...(record.documentReused === null
          ? []
          : [
              {
                name: "Document reuse",
                value: record.documentReused ? "Above your limit" : "Within your limit",
              },
            ]),
        { name: "Attempts", value: `${record.attempts} of ${record.maxAttempts}` },
        { name: "Error", value: errorCode === null ? DASH : <code className="text-xs">{errorCode}</code> },
        ...(reason === null ? [] : [{ name: "Reason", value: reason }]),
        { name: "Returns to", value: callbackOrigin ?? DASH },
        { name: "Locale", value: record.locale ?? DASH },
        { name: "Started", value: <Time at={record.createdAt} as="long" /> },
        { name: "Expires", value: <Time at={record.expiresAt} as="long" /> },
        {
          name: "Request",
          value: seesLogs ? (
            <Link href={requestPath(tenantId, record.requestId)} className="block truncate font-mono text-xs">
              {record.requestId}
            </Link>
          ) : (
            <Copyable text={record.requestId} label="request id" />
          ),
        },
      ]}
    />
  );
};

export const MetadataCard = ({ metadata }: { metadata: Readonly<Record<string, MetadataValue>> | null }) => {
  const entries = Object.entries(metadata ?? {});
  return (
    <Card title="Metadata" about="Set by your backend">
      {entries.length === 0 ? (
        <p className="text-sm text-soft">No metadata was set, or it was erased after the retention period.</p>
      ) : (
        <Facts
          facts={entries.map(([name, value]) => ({
            name,
            value: <span className="font-mono text-xs break-all">{String(value)}</span>,
          }))}
        />
      )}
    </Card>
  );
};

/** The metadata on two lines at most; all of it on hover. */
export const MetadataSummary = ({
  metadata,
}: {
  metadata: Readonly<Record<string, MetadataValue>> | null;
}) => {
  const pairs = Object.entries(metadata ?? {});
  if (pairs.length === 0) return <span className="text-soft">–</span>;
  return (
    <span
      title={pairs.map(([key, value]) => `${key}: ${value}`).join("\n")}
      className="flex max-h-10 min-w-0 flex-wrap gap-x-3 overflow-hidden leading-5"
    >
      {pairs.map(([key, value]) => (
        <span key={key} className="max-w-full truncate">
          <span className="text-xs text-soft">{key}</span> {String(value)}
        </span>
      ))}
    </span>
  );
};
