import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { EndReason } from "#core/alerts/rule.ts";
import { ALERT_RULES, type AlertRule, type EndOf, ruleOf, toldOf, worseOf } from "#core/alerts/rules.ts";
import { addDays } from "#core/day.ts";
import { saveChannel } from "#data/alerts/alerts.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { disableEndpoint, enableEndpoint, removeEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { CASES } from "../support/alerts/cases.ts";
import { type AlertWorld, alertWorld } from "../support/alerts/world.ts";

// Each rule, played through each end that it can have: the reason, and what people and programs read. A rule that gets an
// end without a play here does not compile.

type Play = (own: AlertWorld, mend: () => Promise<unknown>) => Promise<unknown>;

const mended: Play = (_own, mend) => mend();

const closed: Play = ({ deps, tenantId }) =>
  deps.db.orm.tenant.update({ where: { id: tenantId }, data: { isActive: false } });

const off =
  (rule: AlertRule): Play =>
  ({ deps, tenantId, clock }) =>
    saveChannel(deps.db.orm, tenantId, { rulesOff: [rule] }, clock.now());

/** The endpoint that the case is about. */
const subjectOf = async (own: AlertWorld): Promise<string> => (await own.alerts())[0]?.subject ?? "";

const byOwner =
  (
    work: (ctx: Awaited<ReturnType<typeof ownerCtx>>, target: { endpointId: string }) => Promise<unknown>,
  ): Play =>
  async (own) =>
    work(await ownerCtx(own.deps, own.tenantId), { endpointId: await subjectOf(own) });

const byService: Play = async (own) =>
  own.deps.db.orm.webhookEndpoint.update({
    where: { id: await subjectOf(own) },
    data: { isEnabled: false, disabledReason: "failing" },
  });

const later =
  (step: { days?: number; minutes?: number }): Play =>
  ({ clock }) =>
    Promise.resolve(clock.advance(step));

const keys =
  (data: object): Play =>
  ({ deps, tenantId }) =>
    deps.db.orm.apiKey.updateMany({ where: { tenantId, mode: "live" }, data });

const KEY_ENDS = { recovered: mended, gone: keys({ replacedBy: "key_new" }), closed } as const;
const QUOTA_ENDS = { recovered: mended, ran_out: later({ days: 31 }), closed } as const;
const STREAM_GONE: Play = ({ deps }) => deps.db.orm.exportCursor.deleteMany({});

const PLAYS: { readonly [Id in AlertRule]: Readonly<Record<EndOf<Id>, Play>> } = {
  endpoint_failing: {
    ...{ recovered: mended, worse: byService, gone: byOwner(disableEndpoint), closed },
    rule_off: off("endpoint_failing"),
  },
  endpoint_disabling: {
    ...{ recovered: mended, worse: byService, gone: byOwner(removeEndpoint), closed },
    rule_off: off("endpoint_disabling"),
  },
  endpoint_disabled: {
    ...{ recovered: byOwner(enableEndpoint), gone: byOwner(removeEndpoint), closed },
    rule_off: off("endpoint_disabled"),
  },
  quota_80: { ...QUOTA_ENDS, rule_off: off("quota_80") },
  quota_100: { ...QUOTA_ENDS, rule_off: off("quota_100") },
  approval_drop: {
    recovered: mended,
    gone: async ({ deps, tenantId, clock }) => {
      await deps.db.orm.verification.deleteMany({ where: { tenantId } });
      clock.advance({ minutes: 10 });
    },
    closed: async (own, mend) => {
      await mend();
      await closed(own, mend);
    },
    rule_off: off("approval_drop"),
  },
  key_expiring: {
    ...{ ...KEY_ENDS, worse: later({ days: 7, minutes: 1 }), ran_out: later({ days: 11 }) },
    rule_off: off("key_expiring"),
  },
  key_expiring_soon: { ...KEY_ENDS, ran_out: later({ days: 3 }), rule_off: off("key_expiring_soon") },
  certificate_expiring: {
    recovered: ({ deps, clock }) =>
      deps.db.orm.readerCertificate.updateMany({ data: { validUntil: addDays(clock.now(), 90) } }),
    ...{ gone: mended, closed, rule_off: off("certificate_expiring") },
  },
  erasure_due: {
    recovered: ({ deps, clock }) =>
      deps.db.orm.erasureRequest.updateMany({ data: { status: "done", endedAt: clock.now() } }),
    rule_off: off("erasure_due"),
  },
  worker_silent: {
    recovered: ({ deps, clock }) => deps.db.orm.workerLife.updateMany({ data: { seenAt: clock.now() } }),
    gone: mended,
  },
  queue_lag: { recovered: mended },
  migrations_pending: { recovered: mended },
  disk_full: {
    recovered: mended,
    rule_off: ({ deps }) => Promise.resolve(Object.assign(deps.settings.alerts, { databaseGib: null })),
  },
  trust_list_stale: { recovered: mended, gone: ({ deps }) => deps.db.orm.trustAnchor.deleteMany({}) },
  error_rate: {
    recovered: async ({ deps, clock }, mend) => {
      await mend();
      await ensureRequestLogDays(deps.db, [clock.now()]);
      await deps.db.orm.requestLog.createMany({
        data: Array.from({ length: 100 }, (_, index) => ({
          ...{ id: `log_ok_${index}`, time: clock.now(), requestId: `req_ok_${index}`, method: "GET" },
          ...{ url: "/", status: 200, durationMs: 1, event: "request" },
        })),
      });
    },
    gone: mended,
  },
  export_stopped: { recovered: mended, gone: STREAM_GONE },
  export_dropped: {
    recovered: async ({ deps, clock }, mend) => {
      await mend();
      await deps.db.orm.exportCursor.updateMany({ data: { nextAt: clock.now() } });
    },
    gone: STREAM_GONE,
  },
};

const RULES = Object.keys(ALERT_RULES) as AlertRule[];
const ALL = RULES.flatMap((rule) =>
  Object.entries<Play>(PLAYS[rule]).map(([reason, play]) => ({ rule, reason: reason as EndReason, play })),
);

const words: string[] = [];

describe("each rule tells why it is over, and nothing else", () => {
  test.each(ALL)("$rule: $reason", async ({ rule, reason, play }) => {
    const own = await alertWorld();
    await own.person("ada");
    const isTenants = "page" in ALERT_RULES[rule];
    const mend = await CASES[rule](own);
    await own.run();
    await own.send();
    const before = new Set((await own.mailTexts()).map(({ id }) => id));
    const begun = await own.alerts(rule);
    expect(begun).toMatchObject([{ resolvedAt: null, endReason: null }]);
    await play(own, mend);
    await own.run();
    await own.run();
    await own.send();
    expect(await own.alerts(rule)).toMatchObject([{ id: begun[0]?.id, endReason: reason }]);

    // The events of alerts wait here, as no worker sends them: that is another rule's case.
    const isAbout = ({ subject }: { subject: string }): boolean =>
      rule === "queue_lag" || subject !== ruleOf("queue_lag").title;
    const mails = (await own.mailTexts()).filter((mail) => !before.has(mail.id) && isAbout(mail));
    const told = toldOf(rule, reason);
    const about = mails.filter(({ paragraphs }) => told && paragraphs[0]?.includes(told.because));
    expect(about).toHaveLength(told === null || reason === "closed" ? 0 : 1);
    if (reason === "closed") expect(mails).toEqual([]);
    const [mail] = about;
    if (mail) {
      expect(mail.subject).toContain(told?.title);
      expect(mail.subject.startsWith("Over: ")).toBe(reason === "recovered" || reason === "gone");
      expect(mail.paragraphs[0]).toBe(`This alert ended because ${told?.because}.`);
    }
    // The worse alert is the message.
    if (reason === "worse") {
      const [next = { subject: "" }, ...more] = mails;
      expect(more).toEqual([]);
      expect(worseOf(rule).filter((id) => next.subject.startsWith(ruleOf(id).title))).toHaveLength(1);
    }
    words.push(
      `${rule}: ${reason}`,
      ...mails.flatMap((each) => [`  ${each.subject}`, ...each.paragraphs.map((text) => `    ${text}`)]),
      "",
    );

    const bodies = await own.deps.db.orm.event.findMany({ where: { type: "alert.resolved" } });
    const ofThis = bodies.map(({ body }) => JSON.parse(body).alert).filter(({ id }) => id === begun[0]?.id);
    expect(ofThis.map((alert) => alert.reason)).toEqual(isTenants && reason !== "closed" ? [reason] : []);
  });
});

test("the words can be read", () => {
  const folder = process.env.ALERT_WORDS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/alerts-words.txt`, words.join("\n"));
});
