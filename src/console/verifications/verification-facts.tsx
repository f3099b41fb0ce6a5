import { TenantLink, useAccess } from "#console/client/access.tsx";
import { policyVersionPath, requestPath, verificationPath } from "#console/client/paths.ts";
import { ModeBadge, StatusBadge } from "#console/words/badges.tsx";
import { findingWords } from "#console/words/finding-words.ts";
import { usePlaceName } from "#console/words/place-names.ts";
import { methodName } from "#console/words/words.ts";
import { type AgeOver, bandText } from "#core/age-over.ts";
import type { MetadataPairs } from "#core/verification.ts";
import { Badge } from "#kit/badge.tsx";
import { Copyable } from "#kit/copy.tsx";
import { Card, DASH, Facts } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { WaitsUntil, waitsForVoucher } from "./waiting-appeals.tsx";

type Props = { record: ConsoleOutputs["verifications"]["detail"] };

/** The policy version that decides the verification, and the place of the rule. */
const PolicyOf = ({ policy: { id, number, place } }: { policy: NonNullable<Props["record"]["policy"]> }) => {
  const { may } = useAccess();
  const text = `Version ${number}, ${usePlaceName()(place)}`;
  return may("policies.read") ? (
    <TenantLink to={policyVersionPath} of={id}>
      {text}
    </TenantLink>
  ) : (
    text
  );
};

const thresholdsText = (ageOver: AgeOver): string =>
  Object.entries(ageOver)
    .map(([years, isOver]) => `${years}: ${isOver ? "yes" : "no"}`)
    .join(", ");

/** What went wrong and, for developers, how the interface calls it. */
const ErrorOf = ({ code, reason }: { code: string; reason: string | null }) => (
  <span className="grid gap-0.5">
    {findingWords(code, reason).what}
    <code className="text-2xs text-soft">{reason === null ? code : `${code} · ${reason}`}</code>
  </span>
);

export const VerificationFacts = ({ record }: Props) => {
  const { may } = useAccess();
  const { method, verifiedAge, confidence, documentType, documentReused, errorCode, ageOver, band } = record;
  return (
    <Facts
      facts={{
        Outcome: <StatusBadge status={record.status} verified={record.verified} />,
        "Can be decided by": waitsForVoucher(record) ? <WaitsUntil {...record} /> : undefined,
        Mode: <ModeBadge mode={record.mode} />,
        "Asked for": `${record.minimumAge} years or over`,
        "Verified age":
          record.disclosure === "thresholds"
            ? undefined
            : verifiedAge === null
              ? null
              : `${verifiedAge} years`,
        "Age band": band && bandText(band),
        Thresholds: ageOver && (thresholdsText(ageOver) || null),
        Method: method === null ? null : methodName(method),
        Policy: record.policy && <PolicyOf policy={record.policy} />,
        Offered: record.methods.map(methodName).join(", ") || null,
        Confidence: confidence === null ? null : confidence.toFixed(2),
        Document: documentType === null ? null : documentType.replaceAll("_", " "),
        "Document reuse":
          documentReused === null ? undefined : documentReused ? "Above your limit" : "Within your limit",
        Attempts: record.erasure ? undefined : `${record.attempts} of ${record.maxAttempts}`,
        Error: errorCode === null ? null : <ErrorOf code={errorCode} reason={record.reason} />,
        // That of an error is in its words.
        Reason: errorCode === null ? (record.reason ?? undefined) : undefined,
        Appealed: record.appeal && (
          <span className="flex flex-wrap items-center gap-2">
            <TenantLink to={verificationPath} of={record.appeal.verificationId}>
              Its appeal
            </TenantLink>
            <StatusBadge status={record.appeal.status} verified={record.appeal.verified} />
            {record.appeal.overturned && <Badge tone="ok">Overturned</Badge>}
          </span>
        ),
        "Appeal of": record.appealOf && (
          <TenantLink to={verificationPath} of={record.appealOf}>
            The rejected verification
          </TenantLink>
        ),
        Reference: record.reference && (
          <span className="font-mono text-xs break-all">{record.reference}</span>
        ),
        "Returns to": record.callbackOrigin,
        "Without a decision": record.cancelOrigin,
        Locale: record.locale,
        Started: <Time at={record.createdAt} as="long" />,
        Expires: record.erasure ? undefined : <Time at={record.expiresAt} as="long" />,
        Request: may("logs.read") ? (
          <TenantLink to={requestPath} of={record.requestId} className="block truncate font-mono text-xs">
            {record.requestId}
          </TenantLink>
        ) : (
          <Copyable text={record.requestId} label="request id" />
        ),
      }}
    />
  );
};

type MetadataProps = { metadata: MetadataPairs | null };

export const MetadataCard = ({ metadata, isErased }: MetadataProps & { isErased: boolean }) => {
  const entries = metadata ?? [];
  return (
    <Card title="Metadata" about="Set by your backend">
      {entries.length === 0 ? (
        <p className="text-sm text-soft">
          {isErased
            ? "Erased with the verification."
            : "No metadata was set, or it was erased after the retention period."}
        </p>
      ) : (
        <Facts
          facts={Object.fromEntries(
            entries.map(([name, value]) => [
              name,
              <span key={name} className="font-mono text-xs break-all">
                {String(value)}
              </span>,
            ]),
          )}
        />
      )}
    </Card>
  );
};

/** The reference and the metadata on two lines at most; all of it on hover. */
export const MetadataSummary = ({
  metadata,
  reference,
}: MetadataProps & { reference?: string | undefined }) => {
  const pairs = [
    ...(reference === undefined ? [] : [["reference", reference] as const]),
    ...(metadata ?? []),
  ];
  if (pairs.length === 0) return DASH;
  return (
    <span
      title={pairs.map(([key, value]) => `${key}: ${value}`).join("\n")}
      className="flex max-h-10 min-w-0 flex-wrap gap-x-3 overflow-hidden leading-5 print:max-h-none"
    >
      {pairs.map(([key, value]) => (
        <span key={key} className="max-w-full truncate">
          <span className="text-xs text-soft">{key}</span> {String(value)}
        </span>
      ))}
    </span>
  );
};
