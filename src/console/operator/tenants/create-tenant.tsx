"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { operatorTenantPath } from "#console/client/paths.ts";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { AddressField } from "#console/members/address-field.tsx";
import { PLAN_CHOICES } from "#console/operator/money.ts";
import { planName } from "#console/words/words.ts";
import type { PlanName } from "#core/billing/plan.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, TextField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";

type Draft = { name: string; plan: PlanName; ownerEmail?: string };

const PLAN_OPTIONS = PLAN_CHOICES.map((plan) => ({ value: plan, label: planName(plan) }));

const planIn = (text: string): PlanName => PLAN_CHOICES.find((plan) => plan === text) ?? "free";

const KEPT = keptForm("tenant-add", {
  name: READ.text,
  plan: READ.text,
  // Whether one was to be invited. The address itself is not kept.
  hasOwner: READ.flag,
});

type Kept = KeptValues<typeof KEPT>;

const START: Kept = { name: "", plan: "free", hasOwner: false };

type FormProps = { call: DialogCall; opened: Opened<Kept>; onCreate: (draft: Draft) => void };

const CreateTenantForm = ({ call, opened, onCreate }: FormProps) => {
  const { hasOwner: hadOwner, ...texts } = { ...START, ...opened.typed };
  const { values, field } = useTexts({ ...texts, ownerEmail: "" }, call.problem?.issues);
  const hasOwner = hadOwner || values.ownerEmail.trim() !== "";
  useKeeping(opened, { name: values.name, plan: values.plan, hasOwner }, START);
  const submit = (): void => {
    const ownerEmail = values.ownerEmail.trim();
    onCreate({
      name: values.name.trim(),
      plan: planIn(values.plan),
      ...(ownerEmail && { ownerEmail }),
    });
  };
  return (
    <DialogForm action="Create tenant" call={call} opened={opened} field="name" onSubmit={submit}>
      <TextField
        label="Name"
        hint="End users see it on the hosted pages."
        {...field("name")}
        required
        maxLength={200}
      />
      <SelectField label="Plan" options={PLAN_OPTIONS} {...field("plan")} />
      <AddressField
        label="Owner’s e-mail address"
        hint="Invites the first owner, for 30 days. Leave it empty to invite an owner later."
        {...field("ownerEmail")}
        isMissing={hadOwner}
      />
    </DialogForm>
  );
};

/** What is shown once after a tenant was made: its first key, then its owner's link. */
const TITLES = { key: "The tenant’s first live key", link: "The owner’s invitation link" } as const;

type Props = { isOpen: boolean; onClose: () => void };

export const CreateTenantDialog = ({ isOpen, onClose }: Props) => {
  const router = useRouter();
  const [hasKey, setHasKey] = useState(false);
  const { operator } = useTRPC();
  const kept = useKept(KEPT, "new");
  const call = useDialogCall(operator.createTenant.mutationOptions(), onClose, {
    kept,
    stale: operator.tenants.queryFilter(),
  });
  const { data } = call;
  const link = data?.ownerInvitation?.url;
  const finish = (): void => {
    // The dialog goes with the page. Its hold on links does not apply: the secrets were seen.
    if (data) router.replace(operatorTenantPath(data.id));
  };
  const isLink = data !== undefined && hasKey && link !== undefined;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={data ? finish : call.close}
      title={data ? TITLES[isLink ? "link" : "key"] : "Create a tenant"}
      about={data && `For ${data.name}`}
    >
      {!data && (
        <Restorable kept={kept} onStartOver={call.forget}>
          {(opened) => <CreateTenantForm call={call} opened={opened} onCreate={call.mutate} />}
        </Restorable>
      )}
      {data && !isLink && (
        <SecretOnce
          key="key"
          label="API key"
          secret={data.apiKey}
          note="Copy this key now and send it to the tenant through a safe channel. You will not see it again; the tenant can make others in its console."
          onDone={() => (link === undefined ? finish() : setHasKey(true))}
        />
      )}
      {isLink && (
        <SecretOnce
          key="link"
          label="Invitation link"
          secret={link}
          note="Send this link to the owner. It works once, for 30 days, and only for their e-mail address. You will not see it again."
          onDone={finish}
        />
      )}
    </Dialog>
  );
};
