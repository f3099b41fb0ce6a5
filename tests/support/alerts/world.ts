import { onTestFinished } from "vitest";
import type { AlertRule } from "#core/alerts/rules.ts";
import { insertMembership } from "#data/members/members.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { sendAlertMails } from "#services/alerts/deliver.ts";
import { evaluateTroubles, evaluateUsage, newWalk } from "#services/alerts/evaluate.ts";
import { evaluateOperator } from "#services/alerts/operator.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import { sealedFor } from "#services/sealing.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { testClock } from "../world/clock.ts";
import { createDatabase } from "../world/database.ts";
import { createService, sharedEnv } from "../world/service.ts";

/** A service of its own with one tenant, one endpoint for alerts, and a mail server that nobody asks. */
export const alertWorld = async (isReal = false) => {
  const clock = isReal ? { now: () => new Date(), advance: () => undefined } : testClock();
  const database = await createDatabase();
  const env = {
    ...sharedEnv(database.url),
    SMTP_URL: "smtp://mail.test:587",
    MAIL_FROM: "lintel@mail.test",
    ALERT_EMAILS: "ops@mail.test",
    ALERT_DATABASE_GIB: "1000000",
  };
  const service = await createService({ env, database, overrides: { now: clock.now } });
  onTestFinished(() => service.close());
  const { deps } = service;
  const { id: tenantId } = await service.tenant({ plan: "growth" });
  const hook = await createEndpoint(await ownerCtx(deps, tenantId), {
    url: "https://hooks.example.com/",
    events: ["alert.raised", "alert.resolved"],
  });
  const ctx = () => systemCtx(deps);
  const run = async (using: Deps = deps): Promise<void> => {
    await evaluateTroubles(systemCtx(using));
    await evaluateUsage(systemCtx(using), newWalk());
    await evaluateOperator(systemCtx(using));
  };
  /** Queues the e-mails that wait for others of their rule. */
  const send = () => sendAlertMails(ctx(), 50, { isSettled: true });
  const alerts = (rule?: AlertRule) =>
    deps.db.orm.alert.findMany({
      where: rule ? { rule } : {},
      include: { messages: true },
      orderBy: { id: "asc" },
    });
  /** The events of the tenant, oldest first. */
  const events = async () =>
    (await deps.db.orm.event.findMany({ where: { tenantId }, orderBy: { id: "asc" } })).map(
      ({ type }) => type,
    );
  const mailTexts = async (): Promise<
    { id: string; subject: string; paragraphs: string[]; url: string | undefined }[]
  > => {
    const rows = await deps.db.orm.mail.findMany({ orderBy: { id: "asc" } });
    return rows.map(({ id, contentSealed }) => {
      const opened = deps.secrets.open(contentSealed ?? "", sealedFor("mailContent", id));
      const { subject, paragraphs, action } = JSON.parse(opened);
      return { id, subject, paragraphs, url: action?.url };
    });
  };
  const person = async (name: string): Promise<string> => {
    const member = await signIn(ctx(), { issuer: "i", subject: name, name, email: `${name}@people.test` });
    const membership = { tenantId, memberId: member.id, role: "developer", consent: "made_up" } as const;
    await insertMembership(deps.db.orm, membership, clock.now());
    return member.id;
  };
  return {
    ...{ clock, env, databaseUrl: database.url, service, deps, tenantId, hookId: hook.endpoint.id },
    ...{ ctx, run, send, alerts, events, mailTexts, person },
  };
};

export type AlertWorld = Awaited<ReturnType<typeof alertWorld>>;

export const minutesAgo = ({ clock }: Pick<AlertWorld, "clock">, minutes: number): Date =>
  new Date(clock.now().getTime() - minutes * 60_000);
