"use client";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useAccess } from "#console/shell/access.tsx";
import { endOf } from "#core/identity/certificate-end.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { ConfirmDialog, Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { Field, TextArea } from "#kit/fields.tsx";
import { Card, Facts } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";

type Certificates = ConsoleOutputs["walletCertificates"]["get"];
type Certificate = NonNullable<Certificates["own"]>;
type Input = ConsoleInputs["walletCertificates"]["set"];

/** What is said of an end that is near or past; null: nothing is. */
const warningOf = (what: string, until: Date | null, now: Date): string | null => {
  const { state, days } = endOf(until, now);
  if (state === "ok") return null;
  if (state === "ended") return `${what} has ended.`;
  return `${what} ends ${days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}.`;
};

const BADGES = { ok: ["ok", "In use"], ending: ["warn", "Ends soon"], ended: ["danger", "Ended"] } as const;

type CardProps = {
  own: Certificate;
  hasShared: boolean;
  refusal: string | null;
  onAction: (action: Action) => void;
};

const CertificateCard = ({ own, hasShared, refusal, onAction }: CardProps) => {
  const now = new Date();
  const { subject, issuer, clientId, validUntil, registration } = own;
  const [tone, label] = BADGES[endOf(validUntil, now).state];
  const ends = warningOf("The certificate", validUntil, now);
  const registrationEnds = registration && warningOf("The registration certificate", registration.until, now);
  return (
    <Card title="Certificate in use" actions={<Badge tone={tone}>{label}</Badge>}>
      {ends !== null && (
        <Notice tone="warn">
          {ends} Replace it before:{" "}
          {hasShared
            ? "afterwards wallets show the operator of this service."
            : "afterwards wallets that want a signed request are not offered."}
        </Notice>
      )}
      {registrationEnds != null && (
        <Notice tone="warn">{registrationEnds} Afterwards it is not sent to wallets.</Notice>
      )}
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
        }}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" refusal={refusal} onClick={() => onAction("set")}>
          Replace certificate
        </Button>
        <Button size="sm" look="danger-quiet" refusal={refusal} onClick={() => onAction("remove")}>
          Remove certificate
        </Button>
      </div>
    </Card>
  );
};

const EMPTY = { key: "", chain: "", registration: "" };

type FieldName = keyof typeof EMPTY;

const FIELDS: readonly { name: FieldName; label: string; hint: string; placeholder: string }[] = [
  {
    name: "key",
    label: "Private key",
    hint: "P-256, as PEM, without a password. Sealed at once. You will not see it again.",
    placeholder: "-----BEGIN PRIVATE KEY-----",
  },
  {
    name: "chain",
    label: "Certificate chain",
    hint: "As PEM: the certificate first, then those above it.",
    placeholder: "-----BEGIN CERTIFICATE-----",
  },
  {
    name: "registration",
    label: "Registration certificate (optional)",
    hint: "A JWT from your registrar, if your country issues one.",
    placeholder: "eyJ…",
  },
];

/** Unmounted with its dialog, so that no key stays in it. */
const SetForm = ({ call, onSet }: { call: DialogCall; onSet: (input: Input) => void }) => {
  const [values, setValues] = useState(EMPTY);
  const registration = values.registration.trim();
  return (
    <DialogForm
      action="Set certificate"
      call={call}
      field="key"
      onSubmit={() =>
        onSet({ key: values.key, chain: values.chain, ...(registration !== "" && { registration }) })
      }
    >
      {FIELDS.map(({ name, label, hint, placeholder }) => (
        <Field key={name} label={label} hint={hint} error={call.problem?.issues[name]}>
          {(parts) => (
            <TextArea
              {...parts}
              value={values[name]}
              required={name !== "registration"}
              spellCheck={false}
              autoComplete="off"
              placeholder={placeholder}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </DialogForm>
  );
};

type Action = "set" | "remove";

const Dialogs = ({ action, onClose }: { action: Action | null; onClose: () => void }) => {
  const { walletCertificates } = useTRPC();
  const stale = walletCertificates.get.queryFilter();
  const set = useDialogCall(walletCertificates.set.mutationOptions(), onClose, {
    stale,
    done: () => ["Certificate set", "The next requests to wallets are signed with it."],
  });
  const remove = useDialogCall(walletCertificates.remove.mutationOptions(), onClose, {
    stale,
    done: () => ["Certificate removed"],
  });
  return (
    <>
      <Dialog
        isOpen={action === "set"}
        onClose={set.close}
        title="Set the certificate for wallets"
        about="From an authority that wallets know: in the EU an access certificate of your company."
      >
        <SetForm call={set} onSet={set.mutate} />
      </Dialog>
      <ConfirmDialog
        isOpen={action === "remove"}
        call={remove}
        title="Remove the certificate?"
        about="Its key is deleted at once. Links and codes that wait for a wallet stop working; people can ask for new ones."
        action="Remove certificate"
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};

/** What a wallet shows of who asks, below the vendors. */
export const WalletCertificateSection = () => {
  const refusal = useAccess().refusal("certificates.write");
  const [action, setAction] = useState<Action | null>(null);
  const query = useQuery(useTRPC().walletCertificates.get.queryOptions());
  return (
    <section aria-labelledby="wallet-certificate" className="mt-10 grid gap-4">
      <div>
        <h2 id="wallet-certificate" className="text-base font-semibold">
          Certificate for wallets
        </h2>
        <p className="text-sm text-soft">
          Wallets show the name in it to the person who is asked. Only owners may change it.
        </p>
      </div>
      <QueryView query={query} skeleton={<CardSkeleton rows={3} />}>
        {({ own, hasShared }) =>
          own ? (
            <CertificateCard own={own} hasShared={hasShared} refusal={refusal} onAction={setAction} />
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
              {hasShared
                ? "Requests are signed with the certificate of this service’s operator, whose name wallets show."
                : "Wallets that want a signed request are not offered."}
            </EmptyState>
          )
        }
      </QueryView>
      <Dialogs action={action} onClose={() => setAction(null)} />
    </section>
  );
};
