import { z } from "zod";
import { isTenantRule, TENANT_RULES } from "#core/alerts/rules.ts";
import { isSlackUrl } from "#core/alerts/slack.ts";
import { isTimeZone } from "#core/day.ts";
import { page } from "./common.ts";

const rule = z.string().max(40).refine(isTenantRule, { message: "expected a rule such as endpoint_failing" });
const rulesOff = z.array(rule).max(TENANT_RULES.length);
const minute = z.number().int().min(0).max(1_439);

export const listAlerts = z.strictObject({ isOpen: z.boolean().optional(), rule: rule.optional(), ...page });

export const updateAlerts = z.strictObject({
  rulesOff: rulesOff.optional(),
  /** What the given fields were; absent: nothing is compared. */
  seen: z.strictObject({ rulesOff }).optional(),
  /** Null: no Slack any more. */
  slackUrl: z
    .string()
    .max(500)
    .refine(isSlackUrl, { message: "expected the address of an incoming webhook, https://hooks.slack.com/…" })
    .nullable()
    .optional(),
});

const preference = z
  .strictObject({
    mails: z.boolean(),
    rulesOff,
    /** Minutes after midnight in `zone`; null: none. */
    quiet: z.strictObject({ from: minute, to: minute }).nullable(),
    zone: z.string().max(64).refine(isTimeZone, { message: "expected a time zone such as Europe/Berlin" }),
    urgentPasses: z.boolean(),
  })
  .partial();

/** What is absent stays as it is. */
export const updatePreference = preference.extend({
  /** As in `updateAlerts`. */
  seen: preference.optional(),
});

export type ListAlerts = z.output<typeof listAlerts>;
export type UpdateAlerts = z.output<typeof updateAlerts>;
export type UpdatePreference = z.output<typeof updatePreference>;
