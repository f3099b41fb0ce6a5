"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, ScanFace } from "lucide-react";
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
import { ReaderDialogs } from "./reader-dialogs.tsx";
import { BADGES, warningOf } from "./wallet-certificate.tsx";

type Reader = ConsoleOutputs["readerCertificates"]["list"]["readers"][number];

type CardProps = { reader: Reader; hosts: readonly string[]; refusal: string | null; onRemove: () => void };

const ReaderCard = ({ reader, hosts, refusal, onRemove }: CardProps) => {
  const now = serviceDate();
  const { issuer, domain, validUntil, isReadable } = reader;
  const subject = isReadable ? reader.subject : `Certificate ${reader.fingerprint.slice(0, 16)}…`;
  const isElsewhere = !hosts.includes(domain);
  const { state } = endOf(validUntil, now);
  const [tone, label] = isElsewhere || !isReadable ? (["warn", "Not used"] as const) : BADGES[state];
  const ends = warningOf("The certificate", validUntil, now);
  return (
    <Card title={subject} actions={<Badge tone={tone}>{label}</Badge>}>
      <div className="grid gap-4">
        {!isReadable && (
          <Notice tone="warn">
            This service can no longer read it, so it signs nothing. Remove it, and add it again.
          </Notice>
        )}
        {isElsewhere && (
          <Notice tone="warn">
            It is for {domain}, and your pages are at {hosts.join(", ")} now. Wallets would refuse it, so it
            signs nothing.
          </Notice>
        )}
        {ends !== null && (
          <Notice tone="warn">
            {ends}{" "}
            {state === "ended"
              ? "It signs nothing. Add a new one."
              : "Add the next one before then: both sign until the old one ends or you remove it."}
          </Notice>
        )}
        <Facts
          facts={{
            Issuer: isReadable ? issuer : undefined,
            Domain: domain,
            "Valid until": <Time at={validUntil} as="long" />,
          }}
        />
        <div>
          <Button
            size="sm"
            look="danger-quiet"
            aria-label={`Remove ${subject}`}
            refusal={refusal}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
      </div>
    </Card>
  );
};

/** How wallets that answer only a reader they know can tell who is asking; shown below the certificate for requests. */
export const ReaderCertificatesSection = () => {
  const refusal = useAccess().refusal("certificates.write");
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  const query = useQuery(useTRPC().readerCertificates.list.queryOptions());
  const hosts = query.data?.hosts ?? [];
  const add = (
    <Button refusal={refusal} onClick={() => setAdding(true)}>
      <Plus size={15} aria-hidden="true" />
      Add reader certificate
    </Button>
  );
  return (
    <section aria-labelledby="reader-certificates" className="mt-10 grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="reader-certificates" className="text-base font-semibold">
            Reader certificates
          </h2>
          <p className="text-sm text-soft">
            Apple Wallet answers only websites that Apple has certified. Live and test share them. Only owners
            may change them.
          </p>
        </div>
        {(query.data?.readers.length ?? 0) > 0 && add}
      </div>
      <QueryView query={query} skeleton={<CardSkeleton rows={2} />}>
        {({ readers }) =>
          readers.length === 0 ? (
            <EmptyState icon={ScanFace} title="No reader certificates" action={add}>
              Driving licences and photo IDs are requested unsigned. Wallets that want to know who is asking
              do not answer.
            </EmptyState>
          ) : (
            <div className="grid gap-4">
              {readers.map((reader) => (
                <ReaderCard
                  key={reader.id}
                  reader={reader}
                  hosts={hosts}
                  refusal={refusal}
                  onRemove={() => setRemoving(reader.id)}
                />
              ))}
            </div>
          )
        }
      </QueryView>
      <ReaderDialogs
        hosts={hosts}
        isAdding={isAdding}
        removing={removing}
        onClose={() => {
          setAdding(false);
          setRemoving(null);
        }}
      />
    </section>
  );
};
