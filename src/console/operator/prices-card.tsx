"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { planName } from "#console/words/words.ts";
import type { PlanName } from "#core/billing/plan.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { TextField } from "#kit/fields.tsx";
import { moneyText, ownZone } from "#kit/format.ts";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { Card } from "#kit/page-layout.tsx";
import { TableFrame, TableSkeleton } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";
import { minorOf, PLAN_CHOICES, typedMoney } from "./money.ts";

type Pricing = ConsoleOutputs["operator"]["prices"];
type Prices = Pricing["prices"][number];
type NewPrices = ConsoleInputs["operator"]["setPrices"];

const FIELDS = [
  { name: "monthlyPriceMinor", label: "a month" },
  { name: "overagePriceMinor", label: "each beyond" },
] as const;

const keyOf = (plan: PlanName, name: (typeof FIELDS)[number]["name"]) => `${plan}.${name}` as const;

const KEPT = keptForm("plan-prices", {
  "free.monthlyPriceMinor": READ.text,
  "free.overagePriceMinor": READ.text,
  "growth.monthlyPriceMinor": READ.text,
  "growth.overagePriceMinor": READ.text,
  "scale.monthlyPriceMinor": READ.text,
  "scale.overagePriceMinor": READ.text,
  from: READ.text,
});

type Values = KeptValues<typeof KEPT>;

/** What plans cost now, as the fields show it. */
const valuesOf = ({ plans: { free, growth, scale }, currency }: Pricing): Values => ({
  "free.monthlyPriceMinor": typedMoney(free.monthlyPriceMinor, currency),
  "free.overagePriceMinor": typedMoney(free.overagePriceMinor, currency),
  "growth.monthlyPriceMinor": typedMoney(growth.monthlyPriceMinor, currency),
  "growth.overagePriceMinor": typedMoney(growth.overagePriceMinor, currency),
  "scale.monthlyPriceMinor": typedMoney(scale.monthlyPriceMinor, currency),
  "scale.overagePriceMinor": typedMoney(scale.overagePriceMinor, currency),
  from: "",
});

/** All amounts as typed; null: one of them is none. */
const pricesOf = (values: Values, currency: string): NewPrices["plans"] | null => {
  const of = (plan: PlanName) => {
    const [monthly = null, overage = null] = FIELDS.map(({ name }) =>
      minorOf(values[keyOf(plan, name)], currency),
    );
    return monthly === null || overage === null
      ? null
      : { monthlyPriceMinor: monthly, overagePriceMinor: overage };
  };
  const [free, growth, scale] = [of("free"), of("growth"), of("scale")];
  return free && growth && scale ? { free, growth, scale } : null;
};

const PricesDialog = formDialog({
  act: ({ operator }) => operator.setPrices.mutationOptions(),
  done: (_answer, { validFrom }) => [validFrom === undefined ? "Prices set" : "Prices scheduled"],
  keeps: KEPT,
  start: valuesOf,
  asks: () => ({ title: "Set prices", about: "For all tenants whose plan has no separate price." }),
  form: ({ values, field }, { currency }) => {
    const plans = pricesOf(values, currency);
    const { from } = values;
    return {
      action: from ? "Schedule" : "Set prices",
      isComplete: plans !== null,
      send: () => plans && { plans, ...(from && { validFrom: new Date(from).toISOString() }) },
      fields: (
        <>
          {PLAN_CHOICES.map((plan) => (
            <fieldset key={plan} className="grid gap-1.5">
              <legend className="mb-1.5 text-sm font-semibold">{planName(plan)}</legend>
              <div className="grid gap-4 sm:grid-cols-2">
                {FIELDS.map(({ name, label }) => {
                  const key = keyOf(plan, name);
                  return (
                    <TextField
                      key={key}
                      label={`${currency} ${label}`}
                      {...field(key)}
                      {...(minorOf(values[key], currency) === null && {
                        error: "Type an amount such as 12.50.",
                      })}
                      inputMode="decimal"
                      autoComplete="off"
                      required
                    />
                  );
                })}
              </div>
            </fieldset>
          ))}
          <TextField
            label="From"
            hint={`Leave it empty for now. A month is billed at the prices in force at its end. In your time zone, ${ownZone()}.`}
            {...field("from")}
            type="datetime-local"
          />
        </>
      ),
    };
  },
});

/** On a phone, the plans are stacked in the first column: side by side, the last would be cut. */
const ON_WIDE = "hidden sm:table-cell";

type HistoryProps = { pricing: Pricing; onTakeBack: (prices: Prices) => void };

/** What plans cost now, and the prices that were set; those to come can be taken back. */
const History = ({ pricing: { plans, prices, currency }, onTakeBack }: HistoryProps) => {
  const rows = [
    { id: "now", head: <span className="font-medium">Now</span>, plans, set: null },
    ...prices.map((set) => ({
      id: set.id,
      head: (
        <span className="flex flex-wrap items-center gap-2">
          From <Time at={set.validFrom} as="long" />
          {set.isRemovable && <Badge tone="info">To come</Badge>}
        </span>
      ),
      plans: set.plans,
      set: set.isRemovable ? set : null,
    })),
  ];
  return (
    <TableFrame label="Prices">
      <thead>
        <tr>
          {["When", ...PLAN_CHOICES.map(planName)].map((name) => (
            <th
              key={name}
              scope="col"
              className={`h-9 px-4 text-left text-xs font-medium text-soft ${name === "When" ? "" : ON_WIDE}`}
            >
              {name}
            </th>
          ))}
          <th scope="col" className="h-9 px-4">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, head, plans: costs, set }) => (
          <tr key={id} className="border-t">
            <th scope="row" className="px-4 py-2 text-left font-normal sm:min-w-40">
              {head}
              <ul aria-label="Prices" className="mt-1 grid gap-0.5 text-xs sm:hidden">
                {PLAN_CHOICES.map((plan) => (
                  <li key={plan} className="tabular">
                    {planName(plan)} {moneyText(costs[plan].monthlyPriceMinor, currency)}
                    <span className="text-soft">
                      , {moneyText(costs[plan].overagePriceMinor, currency)} beyond
                    </span>
                  </li>
                ))}
              </ul>
            </th>
            {PLAN_CHOICES.map((plan) => (
              <td key={plan} className={`px-4 py-2 whitespace-nowrap tabular ${ON_WIDE}`}>
                {moneyText(costs[plan].monthlyPriceMinor, currency)}
                <span className="block text-xs text-soft">
                  {moneyText(costs[plan].overagePriceMinor, currency)} beyond
                </span>
              </td>
            ))}
            <td className="px-4 py-2 text-right">
              {set && (
                <Button size="sm" onClick={() => onTakeBack(set)}>
                  Take back
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
};

const TakeBackDialog = confirmDialog({
  act: ({ operator }) => operator.removePrices.mutationOptions(),
  ask: ({ id }: Prices) => ({
    title: "Take these prices back?",
    about: "The earlier prices stay in force. You can set others at any time.",
    verb: "Take back",
    look: "primary",
    input: { pricesId: id },
    done: ["Prices taken back"],
  }),
});

/** What the plans cost, from when on. */
export const PricesCard = () => {
  const [isSetting, setIsSetting] = useState(false);
  const [takingBack, setTakingBack] = useState<Prices | null>(null);
  const query = useQuery(useTRPC().operator.prices.queryOptions());
  return (
    <Card
      title="Prices"
      about="A month is billed at the prices in force at its end"
      actions={<Button onClick={() => setIsSetting(true)}>Set prices</Button>}
      isFlush
    >
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {(pricing) => (
          <>
            <History pricing={pricing} onTakeBack={setTakingBack} />
            <PricesDialog of={isSetting && pricing} onClose={() => setIsSetting(false)} />
          </>
        )}
      </QueryView>
      <TakeBackDialog of={takingBack} onClose={() => setTakingBack(null)} />
    </Card>
  );
};
