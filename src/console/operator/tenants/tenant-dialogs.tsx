"use client";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { AddressField } from "#console/members/address-field.tsx";
import { hoursText } from "#console/operator-access/visit-words.tsx";
import { LINK_LIFETIMES } from "#console/words/words.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { RenameForm } from "#kit/dialog/rename-form.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, TextAreaField } from "#kit/fields.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import type { OperatorTenant } from "./operator-tenant.ts";

export const RenameTenantDialog = changeDialog({
  act: ({ operator }) => operator.updateTenant.mutationOptions(),
  done: () => ["Tenant renamed"],
  saved: ({ name }: OperatorTenant) => ({ name }),
  asks: () => ({ title: "Rename the tenant" }),
  body: ({ of: { id }, seen, call, save }) => (
    <RenameForm
      start={seen.start.name}
      action="Save"
      hint="End users see it on the hosted pages."
      maxLength={200}
      call={call}
      onRename={(name) => save({ name }, (change) => ({ ...change, tenantId: id, name }))}
    />
  ),
});

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

/** The link of a new invitation, or its new link: it is shown once. */
export const InvitationLink = ({ url, onDone }: { url: string; onDone: () => void }) => (
  <SecretOnce
    label="Invitation link"
    secret={url}
    note="Copy this link now and send it to the person you invite. It works once, and you will not see it again."
    onDone={onDone}
  />
);

export const InviteOwnerDialog = formDialog({
  act: ({ operator }) => operator.inviteOwner.mutationOptions(),
  stale: ({ operator }) => operator.tenant.queryFilter(),
  start: () => ({ email: "", days: String(INVITATION_DAYS.default) }),
  asks: () => ({ title: "Invite an owner" }),
  form: ({ values, field }, { id }: OperatorTenant) => ({
    action: "Invite",
    field: "email",
    send: () => {
      const email = values.email.trim();
      return { tenantId: id, expiresInDays: Number(values.days), ...(email && { email }) };
    },
    fields: (
      <>
        <AddressField
          label="E-mail address"
          hint="Only the person who signs in with this address can accept. Leave it empty to let anyone with the link accept."
          {...field("email")}
        />
        <SelectField label="Link expires after" options={LINK_LIFETIMES} {...field("days")} />
      </>
    ),
  }),
  answer: ({ url }, onDone) => ({
    title: "Invitation link",
    body: <InvitationLink url={url} onDone={onDone} />,
  }),
});

const HOURS = [1, 4, 8, 24, 72].map((hours) => ({ value: String(hours), label: hoursText(hours) }));

const KEPT = keptForm("visit-ask", {
  reason: READ.text,
  hours: READ.oneOf(HOURS.map(({ value }) => value)),
});

export const AskToVisitDialog = formDialog({
  act: ({ operator }) => operator.askToVisit.mutationOptions(),
  done: () => ["Asked", "An owner or admin of the tenant answers in its settings."],
  keeps: KEPT,
  place: ({ id }: OperatorTenant) => [id],
  start: () => ({ reason: "", hours: "4" }),
  asks: ({ name }) => ({
    title: `Ask to visit ${name}`,
    about:
      "If the tenant lets you in, you can read its console and change nothing. It sees which pages you open, and can end the visit at any time.",
  }),
  form: ({ values, field }, { id }) => ({
    action: "Ask",
    field: "reason",
    isComplete: values.reason.trim().length > 2,
    send: () => ({
      tenantId: id,
      reason: values.reason.trim().replace(/\s+/g, " "),
      hours: Number(values.hours),
    }),
    fields: (
      <>
        <TextAreaField
          label="Reason"
          hint="The tenant reads it, for example “Your ticket of Monday about webhooks”."
          {...field("reason")}
          required
          maxLength={500}
        />
        <SelectField label="For" options={HOURS} {...field("hours")} />
      </>
    ),
  }),
});
