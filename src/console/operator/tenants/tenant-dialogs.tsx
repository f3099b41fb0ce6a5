"use client";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useSeen } from "#console/client/use-seen.ts";
import { AddressField } from "#console/members/address-field.tsx";
import { hoursText } from "#console/operator-access/visit-words.tsx";
import { LINK_LIFETIMES } from "#console/words/words.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { RenameForm } from "#kit/dialog/rename-form.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, TextAreaField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";
import type { OperatorTenant } from "./operator-tenant.ts";

type Props = { tenant: OperatorTenant; isOpen: boolean; onClose: () => void };

const RenameTenant = ({ tenant: { id, name }, onClose }: Omit<Props, "isOpen">) => {
  const { operator } = useTRPC();
  const seen = useSeen({ name });
  const call = useDialogCall(operator.updateTenant.mutationOptions(), onClose, {
    seen,
    done: () => ["Tenant renamed"],
  });
  return (
    <RenameForm
      key={seen.round}
      start={seen.start.name}
      action="Save"
      hint="End users see it on the hosted pages."
      maxLength={200}
      call={call}
      onRename={(next) => {
        const change = seen.changeOf({ name: next });
        if (change) call.mutate({ ...change, tenantId: id, name: next });
        else call.close();
      }}
    />
  );
};

export const RenameTenantDialog = ({ tenant, isOpen, onClose }: Props) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Rename the tenant">
    {isOpen && <RenameTenant tenant={tenant} onClose={onClose} />}
  </Dialog>
);

export const SuspendDialog = confirmDialog({
  act: ({ operator }) => operator.suspendTenant.mutationOptions(),
  ask: ({ id, name }: OperatorTenant) => ({
    title: `Suspend ${name}?`,
    about:
      "No verification can be started and its members can change nothing. Its keys are kept: they work again when you reopen the tenant.",
    verb: "Suspend",
    input: { tenantId: id },
    done: ["Tenant suspended", "Its keys are refused everywhere within 10 seconds."],
  }),
});

export const ReopenDialog = confirmDialog({
  act: ({ operator }) => operator.reopenTenant.mutationOptions(),
  ask: ({ id, name }: OperatorTenant) => ({
    title: `Reopen ${name}?`,
    about: "Its members can change things again, and keys that were not revoked work again.",
    verb: "Reopen",
    look: "primary",
    input: { tenantId: id },
    done: ["Tenant reopened"],
  }),
});

export const CloseTenantDialog = confirmDialog({
  act: ({ operator }) => operator.closeTenant.mutationOptions(),
  ask: ({ id, name }: OperatorTenant) => ({
    title: `Close ${name}?`,
    about:
      "All its keys are revoked, which cannot be undone, and no verification can be started. Its records stay readable. If you reopen it later, it needs new keys.",
    verb: "Close tenant",
    name,
    input: { tenantId: id, name },
    done: ["Tenant closed", "Its keys are revoked."],
  }),
});

export const DeleteTenantDialog = confirmDialog({
  act: ({ operator }) => operator.deleteTenant.mutationOptions(),
  ask: ({ id, name }: OperatorTenant) => ({
    title: `Delete ${name}?`,
    about:
      "Its members lose access now, and it cannot be opened again. Every verification is erased with a receipt, then everything else is deleted. Statements, receipts and what operators did are kept. This cannot be stopped or undone, so export everything first if anyone may need it.",
    verb: "Delete tenant",
    name,
    input: { tenantId: id, name },
    done: ["Deletion begun", "This page shows how many verifications are left."],
  }),
});

type InviteFormProps = {
  call: DialogCall;
  onInvite: (draft: { email?: string; expiresInDays: number }) => void;
};

const InviteForm = ({ call, onInvite }: InviteFormProps) => {
  const start = { email: "", days: String(INVITATION_DAYS.default) };
  const { values, field } = useTexts(start, call.problem?.issues);
  const submit = (): void => {
    const email = values.email.trim();
    onInvite({ expiresInDays: Number(values.days), ...(email && { email }) });
  };
  return (
    <DialogForm action="Invite" call={call} field="email" onSubmit={submit}>
      <AddressField
        label="E-mail address"
        hint="Only the person who signs in with this address can accept. Leave it empty to let anyone with the link accept."
        {...field("email")}
      />
      <SelectField label="Link expires after" options={LINK_LIFETIMES} {...field("days")} />
    </DialogForm>
  );
};

/** The link of a new invitation, or its new link: it is shown once. */
export const InvitationLink = ({ url, onDone }: { url: string; onDone: () => void }) => (
  <SecretOnce
    label="Invitation link"
    secret={url}
    note="Copy this link now and send it to the person you invite. It works once, and you will not see it again."
    onDone={onDone}
  />
);

export const InviteOwnerDialog = ({ tenant: { id }, isOpen, onClose }: Props) => {
  const { operator } = useTRPC();
  const call = useDialogCall(operator.inviteOwner.mutationOptions(), onClose, {
    stale: operator.tenant.queryFilter(),
  });
  const { data } = call;
  return (
    <Dialog isOpen={isOpen} onClose={call.close} title={data ? "Invitation link" : "Invite an owner"}>
      {data ? (
        <InvitationLink url={data.url} onDone={call.close} />
      ) : (
        <InviteForm call={call} onInvite={(draft) => call.mutate({ tenantId: id, ...draft })} />
      )}
    </Dialog>
  );
};

const HOURS = [1, 4, 8, 24, 72].map((hours) => ({ value: String(hours), label: hoursText(hours) }));

const KEPT = keptForm("visit-ask", {
  reason: READ.text,
  hours: READ.oneOf(HOURS.map(({ value }) => value)),
});

type Kept = KeptValues<typeof KEPT>;

const START: Kept = { reason: "", hours: "4" };

type AskFormProps = {
  call: DialogCall;
  opened: Opened<Kept>;
  onAsk: (draft: { reason: string; hours: number }) => void;
};

const AskForm = ({ call, opened, onAsk }: AskFormProps) => {
  const { values, field } = useTexts({ ...START, ...opened.typed }, call.problem?.issues);
  useKeeping(opened, values, START);
  return (
    <DialogForm
      action="Ask"
      call={call}
      opened={opened}
      field="reason"
      isComplete={values.reason.trim().length > 2}
      onSubmit={() =>
        onAsk({ reason: values.reason.trim().replace(/\s+/g, " "), hours: Number(values.hours) })
      }
    >
      <TextAreaField
        label="Reason"
        hint="The tenant reads it, for example “Your ticket of Monday about webhooks”."
        {...field("reason")}
        required
        maxLength={500}
      />
      <SelectField label="For" options={HOURS} {...field("hours")} />
    </DialogForm>
  );
};

export const AskToVisitDialog = ({ tenant: { id, name }, isOpen, onClose }: Props) => {
  const { operator } = useTRPC();
  const kept = useKept(KEPT, id);
  const call = useDialogCall(operator.askToVisit.mutationOptions(), onClose, {
    kept,
    done: () => ["Asked", "An owner or admin of the tenant answers in its settings."],
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={`Ask to visit ${name}`}
      about="If the tenant lets you in, you can read its console and change nothing. It sees which pages you open, and can end the visit at any time."
    >
      <Restorable kept={kept} onStartOver={call.forget}>
        {(opened) => (
          <AskForm call={call} opened={opened} onAsk={(draft) => call.mutate({ tenantId: id, ...draft })} />
        )}
      </Restorable>
    </Dialog>
  );
};
