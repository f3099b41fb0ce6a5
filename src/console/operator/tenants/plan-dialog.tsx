"use client";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { noting, type useSeen } from "#console/client/use-seen.ts";
import { minorOf, PLAN_CHOICES, typedMoney } from "#console/operator/money.ts";
import { planName } from "#console/words/words.ts";
import { PLANS, type PlanName, type PlanOverrides } from "#core/billing/plan.ts";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, TextField, useTexts } from "#kit/fields.tsx";
import { ownZone, wholeText } from "#kit/format.ts";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";
import type { OperatorTenant } from "./operator-tenant.ts";

type Update = ConsoleInputs["operator"]["updateTenant"];

const COUNTS = [
  { name: "included", label: "Live a month, included" },
  { name: "hardLimit", label: "Live a month, at most" },
  { name: "testMonthlyQuota", label: "Test a month" },
  { name: "rateLimitPerMinute", label: "Requests a minute" },
] as const;

const PRICES = [
  { name: "monthlyPriceMinor", label: "Price a month" },
  { name: "overagePriceMinor", label: "Price beyond, each" },
] as const;

const FLAGS = [
  { name: "overageAllowed", label: "Beyond the included number" },
  { name: "manualWebhookRetry", label: "Retries of webhooks by hand" },
] as const;

const KEPT = keptForm("tenant-plan", {
  plan: READ.text,
  from: READ.text,
  included: READ.text,
  hardLimit: READ.text,
  testMonthlyQuota: READ.text,
  rateLimitPerMinute: READ.text,
  monthlyPriceMinor: READ.text,
  overagePriceMinor: READ.text,
  overageAllowed: READ.text,
  manualWebhookRetry: READ.text,
});

type Values = KeptValues<typeof KEPT>;

/** What the form saves; the moment is of the change, not of the tenant. */
type Fields = { plan: PlanName; overrides: PlanOverrides; from: string };

const countText = (value: number | undefined): string => (value === undefined ? "" : String(value));
const flagText = (value: boolean | undefined): string => (value === undefined ? "" : value ? "yes" : "no");

/** A plan as the fields show it. */
const valuesOf = ({ plan, overrides, from }: Fields, currency: string): Values => {
  const money = (minor: number | undefined) => (minor === undefined ? "" : typedMoney(minor, currency));
  return {
    plan,
    from,
    included: countText(overrides.included),
    hardLimit: countText(overrides.hardLimit),
    testMonthlyQuota: countText(overrides.testMonthlyQuota),
    rateLimitPerMinute: countText(overrides.rateLimitPerMinute),
    monthlyPriceMinor: money(overrides.monthlyPriceMinor),
    overagePriceMinor: money(overrides.overagePriceMinor),
    overageAllowed: flagText(overrides.overageAllowed),
    manualWebhookRetry: flagText(overrides.manualWebhookRetry),
  };
};

/** The tenant's own numbers as typed; null: an amount is none. */
const overridesOf = (values: Values, currency: string): PlanOverrides | null => {
  const own: PlanOverrides = {};
  for (const { name } of COUNTS) if (values[name] !== "") own[name] = Number(values[name]);
  for (const { name } of FLAGS) if (values[name] !== "") own[name] = values[name] === "yes";
  for (const { name } of PRICES) {
    if (values[name].trim() === "") continue;
    const minor = minorOf(values[name], currency);
    if (minor === null) return null;
    own[name] = minor;
  }
  return own;
};

const planIn = (text: string, other: PlanName): PlanName =>
  PLAN_CHOICES.find((each) => each === text) ?? other;

/**
 * What the fields stand for.
 * @param other in place of what is half written
 */
const fieldsIn = (values: Values, currency: string, other: Fields): Fields => ({
  plan: planIn(values.plan, other.plan),
  overrides: overridesOf(values, currency) ?? other.overrides,
  from: values.from,
});

type FieldsProps = {
  tenant: OperatorTenant;
  opened: Opened<Values>;
  seen: ReturnType<typeof useSeen<Fields>>;
  call: DialogCall & { mutate: (input: Update) => void };
};

const PlanFields = ({ tenant, opened, seen, call }: FieldsProps) => {
  const { currency } = tenant.billing;
  const { values, field } = useTexts<Values>(
    { ...valuesOf(seen.start, currency), ...opened.typed },
    call.problem?.issues,
  );
  useKeeping(opened, values, valuesOf(seen.begun, currency));
  const plan = planIn(values.plan, tenant.plan);
  const limits = PLANS[plan];
  const overrides = overridesOf(values, currency);
  const submit = (): void => {
    if (overrides === null) return;
    const { from: _none, ...shown } = seen.begun;
    call.mutate({
      tenantId: tenant.id,
      plan,
      overrides,
      seen: shown,
      ...(values.from && { validFrom: new Date(values.from).toISOString() }),
    });
  };
  const zone = ownZone();
  return (
    <DialogForm
      action={values.from ? "Schedule" : "Change plan"}
      call={noting(call, () => seen.note(fieldsIn(values, currency, seen.begun)))}
      opened={opened}
      isComplete={overrides !== null}
      onSubmit={submit}
    >
      <SelectField
        label="Plan"
        options={PLAN_CHOICES.map((each) => ({ value: each, label: planName(each) }))}
        {...field("plan")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {COUNTS.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            {...field(name)}
            type="number"
            inputMode="numeric"
            min={0}
            placeholder={`${wholeText(limits[name])}, as in the plan`}
          />
        ))}
        {PRICES.map(({ name, label }) => (
          <TextField
            key={name}
            label={`${label}, ${currency}`}
            {...field(name)}
            {...(values[name].trim() !== "" &&
              minorOf(values[name], currency) === null && { error: "Type an amount such as 12.50." })}
            inputMode="decimal"
            autoComplete="off"
            placeholder="As in the plan"
          />
        ))}
        {FLAGS.map(({ name, label }) => (
          <SelectField
            key={name}
            label={label}
            options={[
              { value: "", label: `Plan: ${limits[name] ? "allowed" : "not allowed"}` },
              { value: "yes", label: "Allowed" },
              { value: "no", label: "Not allowed" },
            ]}
            {...field(name)}
          />
        ))}
      </div>
      <TextField
        label="From"
        hint={`Leave it empty to change the plan now. In your time zone, ${zone}.`}
        {...field("from")}
        type="datetime-local"
      />
    </DialogForm>
  );
};

const fieldsOf = ({ plan, overrides }: OperatorTenant): Fields => ({ plan, overrides, from: "" });

/** The tenant's plan, its separate numbers and prices, now or from a later moment. */
export const PlanDialog = changeDialog({
  act: ({ operator }) => operator.updateTenant.mutationOptions(),
  done: (_answer, { validFrom }) =>
    validFrom === undefined
      ? ["Plan changed", "It applies everywhere within 10 seconds."]
      : ["Change scheduled", "It begins by itself."],
  saved: fieldsOf,
  keeps: KEPT,
  place: ({ id }) => [id],
  old: (over, tenant) => {
    const { currency } = tenant.billing;
    const saved = fieldsOf(tenant);
    return fieldsIn({ ...valuesOf(saved, currency), ...over }, currency, saved);
  },
  asks: () => ({ title: "Change plan, limits and prices", about: "An empty field follows the plan." }),
  body: ({ of: tenant, call, opened, seen }) => (
    <PlanFields tenant={tenant} call={call} opened={opened} seen={seen} />
  ),
});
