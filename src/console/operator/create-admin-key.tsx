"use client";
import { formDialog } from "#console/client/form-dialog.tsx";
import { ADMIN_SCOPES } from "#core/access/scopes.ts";
import { DAY_MS } from "#core/day.ts";
import { RadioCards } from "#kit/choices.tsx";
import { serviceNow } from "#kit/clock/service-time.ts";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, TextField } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";

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

const KEPT = keptForm("admin-key-add", {
  name: READ.text,
  scope: READ.oneOf(ADMIN_SCOPES),
  days: READ.oneOf(LIFETIMES.map(({ value }) => value)),
});

export const CreateAdminKeyDialog = formDialog({
  act: ({ operator }) => operator.createAdminKey.mutationOptions(),
  stale: ({ operator }) => operator.adminKeys.queryFilter(),
  keeps: KEPT,
  start: (): KeptValues<typeof KEPT> => ({ name: "", scope: "metrics", days: "90" }),
  asks: () => ({ title: "Create an admin key" }),
  form: ({ values, field, choice }) => ({
    action: "Create key",
    field: "name",
    send: () => {
      const days = Number(values.days);
      const expiresAt = days === 0 ? null : new Date(serviceNow() + days * DAY_MS).toISOString();
      return { name: values.name.trim(), scope: values.scope, expiresAt };
    },
    fields: (
      <>
        <TextField
          label="Name"
          hint="Where you will use it, for example “Prometheus”."
          {...field("name")}
          required
          maxLength={80}
        />
        <RadioCards label="It may" options={SCOPES} {...choice("scope")} />
        <SelectField label="It ends after" options={LIFETIMES} {...field("days")} />
      </>
    ),
  }),
  answer: ({ value }, onDone) => ({
    title: "The new admin key",
    body: (
      <SecretOnce
        label="Admin key"
        secret={value}
        note="Copy this key now and store it with your other secrets. You will not see it again."
        onDone={onDone}
      />
    ),
  }),
});
