"use client";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { endOf } from "#core/identity/certificate-end.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { serviceDate } from "#kit/clock/service-time.ts";
import { Card, Facts } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { type CertificateAction, CertificateDialogs } from "./certificate-dialogs.tsx";

type Certificates = ConsoleOutputs["walletCertificates"]["get"];
type Certificate = NonNullable<Certificates["own"]>;

/** The warning about an expiry that is near or past; null: none. */
export const warningOf = (what: string, until: Date | null, now: Date): string | null => {
  const { state, days } = endOf(until, now);
  if (state === "ok") return null;
  if (state === "ended") return `${what} has ended.`;
  return `${what} ends ${days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}.`;
};

export const BADGES = {
  ok: ["ok", "In use"],
  ending: ["warn", "Ends soon"],
  ended: ["danger", "Ended"],
} as const;

/** What keeps Google Wallet from answering; null: nothing that can be seen here. */
const GOOGLE_WARNINGS: Record<Certificate["google"]["state"], string | null> = {
  bound: null,
  none: null,
  missing:
    "The certificate was issued for Google Wallet, and its metadata is missing, so Google Wallet will refuse the requests. Set the certificate again with the metadata that came with it.",
  unbound:
    "The certificate has no extension that names the metadata, so Google Wallet may refuse the requests. Ask the issuer for a certificate that has it.",
};

const googleText = ({ shownName, aggregatorName }: Certificate["google"]): string => {
  if (shownName === null) return "No metadata";
  return aggregatorName === null
    ? `Shows “${shownName}”`
    : `Shows “${shownName}”, through “${aggregatorName}”`;
};

type CardProps = {
  own: Certificate;
  hasShared: boolean;
  registrarName: string | null;
  refusal: string | null;
  onAction: (action: CertificateAction) => void;
};

const CertificateCard = ({ own, hasShared, registrarName, refusal, onAction }: CardProps) => {
  const now = serviceDate();
  const { subject, issuer, clientId, validUntil, registration, google } = own;
  const googleWarning = GOOGLE_WARNINGS[google.state];
  const [tone, label] = BADGES[endOf(validUntil, now).state];
  const ends = warningOf("The certificate", validUntil, now);
  const registrationEnds = registration && warningOf("The registration certificate", registration.until, now);
  return (
    <Card title="Certificate in use" actions={<Badge tone={tone}>{label}</Badge>}>
      <div className="grid gap-4">
        {ends !== null && (
          <Notice tone="warn">
            {ends} Replace it before:{" "}
            {hasShared
              ? "afterwards wallets show the operator of this service."
              : "afterwards wallets that want a signed request are not offered."}
            {registrarName !== null && " Google Wallet then gets the operator’s registration again."}
          </Notice>
        )}
        {registrationEnds != null && (
          <Notice tone="warn">{registrationEnds} Afterwards it is not sent to wallets.</Notice>
        )}
        {registrarName !== null && google.state !== "bound" && (
          <Notice tone="warn">
            The operator of this service has registered you with Google Wallet as “{registrarName}”. Your own
            certificate takes its place and has no metadata that Google Wallet takes, so it does not answer.
            Set the metadata, or remove the certificate.
          </Notice>
        )}
        {googleWarning !== null && <Notice tone="warn">{googleWarning}</Notice>}
        <Facts
          facts={{
            "Shown in wallets": subject,
            Issuer: issuer,
            "Client id": <code className="text-xs break-all">{clientId}</code>,
            "Valid until": <Time at={validUntil} as="long" />,
            Registration:
              registration === null ? (
                "None"
              ) : registration.until === null ? (
                "Sent along, without an end"
              ) : (
                <>
                  Sent along until <Time at={registration.until} as="long" />
                </>
              ),
            "Google Wallet": googleText(google),
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" refusal={refusal} onClick={() => onAction("set")}>
            Replace certificate
          </Button>
          <Button size="sm" look="danger-quiet" refusal={refusal} onClick={() => onAction("remove")}>
            Remove certificate
          </Button>
        </div>
      </div>
    </Card>
  );
};

/** What wallets get while the tenant has no certificate. */
const withoutOwn = ({
  hasShared,
  registrarName,
}: Pick<Certificates, "hasShared" | "registrarName">): string => {
  const others = hasShared
    ? "Requests are signed with the certificate of this service’s operator, whose name wallets show."
    : "Wallets that want a signed request are not offered.";
  if (registrarName === null) return others;
  return `The operator of this service has registered you with Google Wallet, which shows “${registrarName}”. Your own certificate would take its place. For other wallets: ${others.charAt(0).toLowerCase()}${others.slice(1)}`;
};

/** How wallets identify the tenant that asks; shown below the vendors. */
export const WalletCertificateSection = () => {
  const refusal = useAccess().refusal("certificates.write");
  const [action, setAction] = useState<CertificateAction | null>(null);
  const query = useQuery(useTRPC().walletCertificates.get.queryOptions());
  return (
    <section aria-labelledby="wallet-certificate" className="mt-10 grid gap-4">
      <div>
        <h2 id="wallet-certificate" className="text-base font-semibold">
          Certificate for wallets
        </h2>
        <p className="text-sm text-soft">
          Wallets show the name in it to the person who is asked. Live and test share it. Only owners may
          change it.
        </p>
      </div>
      <QueryView query={query} skeleton={<CardSkeleton rows={3} />}>
        {({ own, hasShared, registrarName }) =>
          own ? (
            <CertificateCard
              own={own}
              hasShared={hasShared}
              registrarName={registrarName}
              refusal={refusal}
              onAction={setAction}
            />
          ) : (
            <EmptyState
              icon={BadgeCheck}
              title="No certificate"
              action={
                <Button refusal={refusal} onClick={() => setAction("set")}>
                  Set certificate
                </Button>
              }
            >
              {withoutOwn({ hasShared, registrarName })}
            </EmptyState>
          )
        }
      </QueryView>
      <CertificateDialogs
        action={action}
        certificateId={query.data?.own?.id ?? null}
        onClose={() => setAction(null)}
      />
    </section>
  );
};
