"use client";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { minorOf, PLAN_CHOICES, typedMoney } from "#console/operator/money.ts";
import { planName } from "#console/words/words.ts";
import { PLANS, type PlanOverrides } from "#core/billing/plan.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, TextField, useTexts } from "#kit/fields.tsx";
import { wholeText } from "#kit/format.ts";
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

type Name = (typeof COUNTS | typeof PRICES | typeof FLAGS)[number]["name"];
type Values = Record<Name | "plan" | "from", string>;

const countText = (value: number | undefined): string => (value === undefined ? "" : String(value));
const flagText = (value: boolean | undefined): string => (value === undefined ? "" : value ? "yes" : "no");

const initialOf = ({ plan, overrides, currency }: Own): Values => {
  const money = (minor: number | undefined) => (minor === undefined ? "" : typedMoney(minor, currency));
  return {
    plan,
    from: "",
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

type Own = { plan: string; overrides: PlanOverrides; currency: string };

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

type FormProps = { tenant: OperatorTenant; call: DialogCall; onSave: (input: Update) => void };

const PlanForm = ({ tenant, call, onSave }: FormProps) => {
  const { currency } = tenant.billing;
  const { plan: planNow, overrides: own } = tenant;
  const { values, field } = useTexts<Values>(
    initialOf({ plan: planNow, overrides: own, currency }),
    call.problem?.issues,
  );
  const plan = PLAN_CHOICES.find((each) => each === values.plan) ?? planNow;
  const limits = PLANS[plan];
  const overrides = overridesOf(values, currency);
  const submit = (): void => {
    if (overrides === null) return;
    const seen = { plan: planNow, overrides: own };
    onSave({
      tenantId: tenant.id,
      plan,
      overrides,
      seen,
      ...(values.from && { validFrom: new Date(values.from).toISOString() }),
    });
  };
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <DialogForm
      action={values.from ? "Schedule" : "Change plan"}
      call={call}
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

type Props = { tenant: OperatorTenant; isOpen: boolean; onClose: () => void };

/** The tenant's plan, its separate numbers and prices, now or from a later moment. */
export const PlanDialog = ({ tenant, isOpen, onClose }: Props) => {
  const { operator } = useTRPC();
  const call = useDialogCall(operator.updateTenant.mutationOptions(), onClose, {
    done: (_answer, { validFrom }) =>
      validFrom === undefined
        ? ["Plan changed", "It applies everywhere within 10 seconds."]
        : ["Change scheduled", "It begins by itself."],
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title="Change plan, limits and prices"
      about="An empty field follows the plan."
    >
      <PlanForm
        // Begins with what is saved now where another operator was faster.
        key={JSON.stringify([tenant.plan, tenant.overrides])}
        tenant={tenant}
        call={call}
        onSave={call.mutate}
      />
    </Dialog>
  );
};
