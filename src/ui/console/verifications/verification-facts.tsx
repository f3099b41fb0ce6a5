import type { Mode, VerificationStatus } from "#core/verification.ts";
import { Copyable } from "../../kit/copyable.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Link } from "../../kit/link.tsx";
import { Time } from "../../kit/time.tsx";
import { requestPath } from "../paths.ts";
import { methodName } from "../words/method-names.ts";
import { ModeBadge } from "../words/mode-badge.tsx";
import { StatusBadge } from "../words/status-badge.tsx";

export type VerificationRecord = {
  verificationId: string;
  mode: Mode;
  status: VerificationStatus;
  requestId: string;
  minimumAge: number;
  methods: readonly string[];
  locale: string | null;
  callbackOrigin: string | null;
  maxAttempts: number;
  attempts: number;
  verified: boolean | null;
  verifiedAge: number | null;
  confidence: number | null;
  method: string | null;
  documentType: string | null;
  documentReused: boolean | null;
  reason: string | null;
  errorCode: string | null;
  createdAt: Date;
  expiresAt: Date;
};

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
