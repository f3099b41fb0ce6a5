"use client";
import { useState } from "react";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { planName } from "#console/words/words.ts";
import type { PlanLimits, PlanOverrides } from "#core/billing/plan.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { moneyText, wholeText } from "#kit/format.ts";
import { Card, Facts } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import type { OperatorTenant } from "./operator-tenant.ts";

type Line = { name: keyof PlanLimits; label: string; text: (limits: PlanLimits, currency: string) => string };

const LINES: readonly Line[] = [
  { name: "included", label: "Included live", text: ({ included }) => `${wholeText(included)} a month` },
  {
    name: "overageAllowed",
    label: "Beyond that",
    text: ({ overageAllowed }) => (overageAllowed ? "allowed" : "refused"),
  },
  { name: "hardLimit", label: "At most", text: ({ hardLimit }) => `${wholeText(hardLimit)} a month` },
  {
    name: "testMonthlyQuota",
    label: "Test",
    text: ({ testMonthlyQuota }) => `${wholeText(testMonthlyQuota)} a month`,
  },
  {
    name: "rateLimitPerMinute",
    label: "Requests",
    text: ({ rateLimitPerMinute }) => `${wholeText(rateLimitPerMinute)} a minute`,
  },
  {
    name: "manualWebhookRetry",
    label: "Retries by hand",
    text: ({ manualWebhookRetry }) => (manualWebhookRetry ? "allowed" : "not allowed"),
  },
  {
    name: "monthlyPriceMinor",
    label: "Price",
    text: ({ monthlyPriceMinor }, currency) => `${moneyText(monthlyPriceMinor, currency)} a month`,
  },
  {
    name: "overagePriceMinor",
    label: "Price beyond",
    text: ({ overagePriceMinor }, currency) => `${moneyText(overagePriceMinor, currency)} each`,
  },
];

const ownCount = (overrides: PlanOverrides): number =>
  Object.values(overrides).filter((value) => value !== undefined).length;

const ownText = (overrides: PlanOverrides): string => {
  const count = ownCount(overrides);
  if (count === 0) return "with its usual numbers";
  return count === 1 ? "with one separate number" : `with ${count} separate numbers`;
};

type PlanChange = OperatorTenant["planChanges"][number];

type ChangesProps = { tenant: OperatorTenant; onTakeBack: (change: PlanChange) => void };

/** Plans to come, the next first. */
const Scheduled = ({ tenant: { planChanges }, onTakeBack }: ChangesProps) => (
  <ul aria-label="Plans to come" className="mt-4 grid gap-2 border-t pt-4">
    {planChanges.map((change) => (
      <li key={change.id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          From <Time at={change.validFrom} as="long" />: <strong>{planName(change.plan)}</strong>{" "}
          {ownText(change.overrides)}
        </span>
        <Button size="sm" onClick={() => onTakeBack(change)}>
          Take back
        </Button>
      </li>
    ))}
  </ul>
);

const TakeBackDialog = confirmDialog({
  act: ({ operator }) => operator.removePlanChange.mutationOptions(),
  ask: (input: { tenantId: string; changeId: string }) => ({
    title: "Take this change back?",
    about: "The plan stays as it is. You can schedule another change at any time.",
    verb: "Take back",
    look: "primary",
    input,
    done: ["Change taken back"],
  }),
});

type Props = { tenant: OperatorTenant; onChange: () => void };

/** The numbers that apply to the tenant, those that differ from its plan, and plans to come. */
export const PlanCard = ({ tenant, onChange }: Props) => {
  const [takingBack, setTakingBack] = useState<PlanChange | null>(null);
  const { plan, limits, overrides, unreadableOverrides, billing } = tenant;
  return (
    <Card
      title="Plan, limits and prices"
      about={`${planName(plan)} ${ownText(overrides)}`}
      actions={<Button onClick={onChange}>Change plan</Button>}
    >
      {unreadableOverrides.length > 0 && (
        <div className="mb-4">
          <Notice tone="warn">
            Some of its separate numbers cannot be read, so the plan’s hold: {unreadableOverrides.join(", ")}.
            Set them again.
          </Notice>
        </div>
      )}
      <div className="grid gap-x-8 sm:grid-cols-2">
        {[LINES.slice(0, 4), LINES.slice(4)].map((lines, index) => (
          <div
            key={lines[0]?.name}
            // Below each other on a phone, both halves are one list.
            className={index === 0 ? "pb-2 sm:pb-0" : "border-t pt-2 sm:border-t-0 sm:pt-0"}
          >
            <Facts
              facts={Object.fromEntries(
                lines.map(({ name, label, text }) => [
                  label,
                  <span key={name} className="flex items-center gap-2">
                    {text(limits, billing.currency)}
                    {overrides[name] !== undefined && <Badge tone="info">Own</Badge>}
                  </span>,
                ]),
              )}
            />
          </div>
        ))}
      </div>
      {tenant.planChanges.length > 0 && <Scheduled tenant={tenant} onTakeBack={setTakingBack} />}
      <TakeBackDialog
        of={takingBack && { tenantId: tenant.id, changeId: takingBack.id }}
        onClose={() => setTakingBack(null)}
      />
    </Card>
  );
};
