"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { ADMIN_SCOPES, type AdminScope } from "#core/access/scopes.ts";
import { DAY_MS } from "#core/day.ts";
import { RadioCards } from "#kit/choices.tsx";
import { serviceNow } from "#kit/clock/service-time.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, TextField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";

const SCOPES = [
  { value: "metrics", name: "Metrics only", about: "GET /admin/metrics, for a scraper." },
  { value: "read", name: "Read", about: "Everything under /admin that changes nothing." },
  {
    value: "all",
    name: "Everything",
    about: "Creates, changes and closes tenants, and trusts certificates.",
  },
] as const;

const LIFETIMES = [
  { value: "90", label: "90 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "One year" },
  { value: "0", label: "Never" },
];

type Draft = { name: string; scope: AdminScope; expiresAt: string | null };

const KEPT = keptForm("admin-key-add", {
  name: READ.text,
  scope: READ.oneOf(ADMIN_SCOPES),
  days: READ.oneOf(LIFETIMES.map(({ value }) => value)),
});

type Kept = KeptValues<typeof KEPT>;

const START: Kept = { name: "", scope: "metrics", days: "90" };

type FormProps = { call: DialogCall; opened: Opened<Kept>; onCreate: (draft: Draft) => void };

const CreateForm = ({ call, opened, onCreate }: FormProps) => {
  const { scope: first, ...texts } = { ...START, ...opened.typed };
  const [scope, setScope] = useState<AdminScope>(first);
  const { values, field } = useTexts(texts, call.problem?.issues);
  useKeeping(opened, { ...values, scope }, START);
  const submit = (): void => {
    const days = Number(values.days);
    const expiresAt = days === 0 ? null : new Date(serviceNow() + days * DAY_MS).toISOString();
    onCreate({ name: values.name.trim(), scope, expiresAt });
  };
  return (
    <DialogForm action="Create key" call={call} opened={opened} field="name" onSubmit={submit}>
      <TextField
        label="Name"
        hint="Where you will use it, for example “Prometheus”."
        {...field("name")}
        required
        maxLength={80}
      />
      <RadioCards label="It may" value={scope} options={SCOPES} onChange={setScope} />
      <SelectField label="It ends after" options={LIFETIMES} {...field("days")} />
    </DialogForm>
  );
};

type Props = { isOpen: boolean; onClose: () => void };

export const CreateAdminKeyDialog = ({ isOpen, onClose }: Props) => {
  const { operator } = useTRPC();
  const kept = useKept(KEPT, "new");
  const call = useDialogCall(operator.createAdminKey.mutationOptions(), onClose, {
    kept,
    stale: operator.adminKeys.queryFilter(),
  });
  const { data } = call;
  return (
    <Dialog isOpen={isOpen} onClose={call.close} title={data ? "The new admin key" : "Create an admin key"}>
      {data ? (
        <SecretOnce
          label="Admin key"
          secret={data.value}
          note="Copy this key now and store it with your other secrets. You will not see it again."
          onDone={call.close}
        />
      ) : (
        <Restorable kept={kept} onStartOver={call.forget}>
          {(opened) => <CreateForm call={call} opened={opened} onCreate={call.mutate} />}
        </Restorable>
      )}
    </Dialog>
  );
};
