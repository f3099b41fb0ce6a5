import { admit } from "../../../scripts/lib/owner-ctx.ts";
import { addDays, firstIdAt } from "../../../src/core/day.ts";
import { type Runtime, systemCtx } from "../../../src/runtime/runtime.ts";
import { appRouter, type ConsoleInputs } from "../../../src/trpc/root.ts";
import type { Timed as Question } from "../measure.ts";

type Caller = ReturnType<typeof appRouter.createCaller>;

/** A caller that may see everything in the tenant, and calls procedures as a server component does. */
export const ownerOf = async ({ deps }: Runtime, tenantId: string): Promise<Caller> => {
  const { requestId } = systemCtx(deps);
  const who = { issuer: "https://seed.invalid", subject: "bench", name: "Bench", role: "owner" } as const;
  const member = await admit(deps, tenantId, who);
  const actor = { kind: "member", memberId: member.id } as const;
  const bearer = { emailHash: null, sessionId: null };
  const person = async () => ({ deps, site: null, requestId, actor, member, ...bearer });
  return appRouter.createCaller({ deps, requestId, tenantId, person });
};

// The page size of the console's lists.
const PAGE = 50;

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Rows of the seed to ask for. */
export type Known = Awaited<ReturnType<typeof learn>>;

const found = <Value>(value: Value | null | undefined, what: string): Value => {
  if (value === null || value === undefined) throw new Error(`the seed has no ${what}`);
  return value;
};

export const learn = async ({ deps }: Runtime, tenantId: string, caller: Caller) => {
  const now = deps.now();
  const { orm } = deps.db;
  const oneBefore = (days: number) =>
    orm.verification.findFirst({
      where: { tenantId, status: "completed", id: { gte: firstIdAt("verification", addDays(now, -days)) } },
      orderBy: { id: "asc" },
      select: { id: true, metadata: true },
    });
  const [recent, old] = [await oneBefore(2), await oneBefore(45)];
  const { verifications } = await caller.verifications.list({ from: dayOf(addDays(now, -45)), limit: PAGE });
  const orderIds = verifications.flatMap(
    ({ metadata }) => metadata?.filter(([name]) => name === "orderId") ?? [],
  );
  const endpoints = await caller.webhooks.endpoints();
  const { deliveries } = await caller.webhooks.deliveries({ status: "failed", limit: 1 });
  const { logs } = await caller.reports.logs({ limit: 1 });
  return {
    caller,
    now,
    /** A verification with evidence, webhooks and logs, and one from the middle of the list. */
    recentId: found(recent, "recent verification").id,
    oldId: found(old, "old verification").id,
    orderId: String(found(orderIds[0]?.[1], "metadata")),
    endpointId: found(endpoints[0], "endpoint").id,
    deliveryId: found(deliveries[0], "failed delivery").id,
    requestId: found(logs[0], "log line").requestId,
  };
};

const verificationQuestions = ({ caller, now, recentId, oldId, orderId }: Known): Question[] => {
  const list = (name: string, input: Omit<ConsoleInputs["verifications"]["list"], "limit">): Question => ({
    name: `verifications: ${name}`,
    ask: () => caller.verifications.list({ ...input, limit: PAGE }),
  });
  return [
    list("newest", {}),
    list("page in the middle", { cursor: oldId }),
    list("status completed", { status: "completed" }),
    list("status failed, in the middle", { status: "failed", cursor: oldId }),
    list("status expired", { status: "expired" }),
    list("status pending", { status: "pending" }),
    list("mode test", { mode: "test" }),
    list("method wallet", { method: "wallet" }),
    list("test, failed, sandbox", { mode: "test", status: "failed", method: "sandbox" }),
    list("one old day", { from: dayOf(addDays(now, -60)), to: dayOf(addDays(now, -60)) }),
    list("month, failed, document", {
      from: dayOf(addDays(now, -60)),
      to: dayOf(addDays(now, -30)),
      status: "failed",
      method: "document",
    }),
    list("by id", { search: oldId }),
    list("by a rare metadata value", { search: orderId }),
    list("by a common metadata value", { search: "berlin" }),
    list("common value, status failed, test", { search: "berlin", status: "failed", mode: "test" }),
    list("by a value that nobody has", { search: "no such order" }),
    {
      name: "verification: recent",
      ask: () => caller.verifications.detail({ verificationId: recentId }),
    },
    { name: "verification: old", ask: () => caller.verifications.detail({ verificationId: oldId }) },
  ];
};

const webhookQuestions = ({ caller, endpointId, deliveryId, recentId }: Known): Question[] => {
  const list = (name: string, input: Omit<ConsoleInputs["webhooks"]["deliveries"], "limit">): Question => ({
    name: `deliveries: ${name}`,
    ask: () => caller.webhooks.deliveries({ ...input, limit: PAGE }),
  });
  return [
    { name: "webhooks: endpoints", ask: () => caller.webhooks.endpoints() },
    list("newest", {}),
    list("of an endpoint", { endpointId }),
    list("failed", { status: "failed" }),
    list("pending (none)", { status: "pending" }),
    list("cancelled, of an endpoint (none)", { status: "cancelled", endpointId }),
    list("event failed", { event: "verification.failed" }),
    list("failed, event failed", { status: "failed", event: "verification.failed" }),
    list("of a verification", { verificationId: recentId }),
    { name: "delivery", ask: () => caller.webhooks.delivery({ deliveryId }) },
  ];
};

const logQuestions = ({ caller, now, requestId }: Known): Question[] => {
  const list = (name: string, input: Omit<ConsoleInputs["reports"]["logs"], "limit">): Question => ({
    name: `logs: ${name}`,
    ask: () => caller.reports.logs({ ...input, limit: PAGE }),
  });
  return [
    list("newest", {}),
    list("4xx", { status: "4xx" }),
    list("5xx (none)", { status: "5xx" }),
    list("POST /verify/start", { method: "POST", path: "/verify/start" }),
    list("a path that nobody asked for", { path: "/verify/nowhere" }),
    list("from three days ago", { to: addDays(now, -3).toISOString() }),
    { name: "logs: one request", ask: () => caller.reports.request({ requestId }) },
  ];
};

/** Every query of the console's pages, with the filters that a member can set. */
export const questionsOf = (known: Known): Question[] => {
  const { caller, now } = known;
  return [
    { name: "overview: 30 days", ask: () => caller.reports.overview({ mode: "live", days: 30 }) },
    { name: "overview: 90 days", ask: () => caller.reports.overview({ mode: "live", days: 90 }) },
    { name: "overview: test, 7 days", ask: () => caller.reports.overview({ mode: "test", days: 7 }) },
    ...verificationQuestions(known),
    { name: "keys", ask: () => caller.keys.list() },
    ...webhookQuestions(known),
    { name: "usage: 12 months", ask: () => caller.reports.usage({ months: 12 }) },
    { name: "statement: this month", ask: () => caller.reports.statement({ month: monthOf(now) }) },
    {
      name: "statement: month before",
      ask: () => caller.reports.statement({ month: monthOf(addDays(now, -31)) }),
    },
    ...logQuestions(known),
    { name: "members", ask: () => caller.members.list() },
    { name: "audit: newest", ask: () => caller.reports.audit({ limit: PAGE }) },
    { name: "audit: api_key", ask: () => caller.reports.audit({ action: "api_key", limit: PAGE }) },
    {
      name: "audit: an actor (none)",
      ask: () => caller.reports.audit({ actor: "admin", limit: PAGE }),
    },
    { name: "settings", ask: () => caller.settings.get() },
  ];
};
