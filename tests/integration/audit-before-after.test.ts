import { beforeAll, expect, test } from "vitest";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

// A reader of the trail learns what a change replaced, also where it has been put back since.

const service = consoleForFile();
let tenantId = "";

beforeAll(async () => {
  ({ id: tenantId } = await service.get().tenant({ plan: "growth" }));
  await knownPerson(service.get(), "ada", { tenantId, role: "owner" });
});

const ask = async (path: string, input?: unknown): Promise<unknown> => {
  const { deps, identity } = service.get();
  const answer = await consoleCall(deps, path, input, { bearer: await identity.bearer("ada"), tenantId });
  expect(answer.errorCode, `${path}: ${answer.message}`).toBeNull();
  return answer.data;
};

type Entry = { action: string; target: string; targetName: string | null; changes: { hasNewQuery?: true } };

/** Without an order: several can be of one millisecond. */
const entriesOf = async (action: string): Promise<Entry[]> =>
  Object(await ask("reports.audit", { action, limit: 100 })).entries;

const HOOK = "https://hooks.example.com/in";
const CALLBACK = "https://app.example.com/callback";

type Thing = {
  name: string;
  /** Made before. @returns what names it in the change */
  made?: () => Promise<object>;
  path: string;
  change: object;
  action: string;
  told: { before: object; [name: string]: unknown };
};

const newEndpoint = async () => {
  const made = await ask("webhooks.createEndpoint", { url: HOOK, events: ["verification.completed"] });
  return { endpointId: Object(made).endpoint.id };
};

const newKey = async () => ({ keyId: Object(await ask("keys.create", { mode: "test", name: "Shop" })).id });

const THINGS: readonly Thing[] = [
  {
    name: "a webhook endpoint",
    made: newEndpoint,
    path: "webhooks.updateEndpoint",
    change: { url: "https://other.example.com/in", events: ["verification.failed"], modes: ["live"] },
    action: "webhook_endpoint.update",
    told: {
      ...{ url: "https://other.example.com/in", events: "verification.failed", modes: "live" },
      before: { url: HOOK, events: "verification.completed", modes: "live, test" },
    },
  },
  {
    name: "a gate",
    made: async () => {
      const input = { name: "Wine", mode: "live", origin: "https://wine.example", minimumAge: 18 };
      return { siteId: Object(await ask("gates.create", input)).gate.siteId };
    },
    path: "gates.update",
    change: { minimumAge: 21, openPaths: ["/help"] },
    action: "gate.update",
    told: { minimumAge: 21, openPaths: "/help", before: { minimumAge: 18, openPaths: "" } },
  },
  {
    name: "a site's redirect addresses",
    made: async () => {
      const input = {
        name: "App",
        mode: "live",
        authMethod: "client_secret_basic",
        redirectUris: [CALLBACK],
      };
      return { clientId: Object(await ask("oidcClients.create", input)).client.clientId };
    },
    path: "oidcClients.update",
    change: { redirectUris: ["https://app.example.com/back"] },
    action: "oidc_client.update",
    told: { redirectUris: "https://app.example.com/back", before: { redirectUris: CALLBACK } },
  },
  {
    name: "the rules of alerts",
    path: "alerts.update",
    change: { rulesOff: ["quota_80"] },
    action: "alerts.update",
    told: { rulesOff: "quota_80", before: { rulesOff: "" } },
  },
  {
    name: "a key's name",
    made: newKey,
    path: "keys.rename",
    change: { name: "Till" },
    action: "api_key.rename",
    told: { name: "Till", before: { name: "Shop" } },
  },
  {
    name: "where a key may be used from",
    made: newKey,
    path: "keys.update",
    change: { revision: 1, networks: ["203.0.113.0/24"] },
    action: "api_key.update",
    told: { networks: "203.0.113.0/24", before: { networks: "" } },
  },
  {
    name: "a list of settings",
    path: "settings.update",
    change: { callbackHosts: ["shop.example.com"] },
    action: "settings.update",
    told: { callbackHosts: "shop.example.com", before: { callbackHosts: "" } },
  },
  {
    name: "the practice statement",
    path: "practice.update",
    change: {
      ...{ practicePublished: false, numbersPublished: false },
      ...{ practiceContact: "mailto:ada@shop.example", complaintUrl: null },
    },
    action: "practice.update",
    told: { practiceContact: "mailto:ada@shop.example", before: { practiceContact: null } },
  },
];

test.each(THINGS)("the trail has the old value beside the new one: $name", async (thing) => {
  const { made, path, change, action, told } = thing;
  await ask(path, { ...(await made?.()), ...change });
  const changes = (await entriesOf(action)).map((entry) => entry.changes);
  const before = expect.objectContaining(told.before);
  expect(changes).toContainEqual(expect.objectContaining({ ...told, before }));
});

test("an endpoint that was pointed elsewhere and back has the address of that moment in each entry", async () => {
  const target = await newEndpoint();
  const { endpointId } = target;
  const elsewhere = "https://elsewhere.example.com/in";
  await ask("webhooks.updateEndpoint", { ...target, url: elsewhere });
  await ask("webhooks.disableEndpoint", target);
  await ask("webhooks.updateEndpoint", { ...target, url: HOOK });
  const entries: Entry[] = Object(await ask("reports.audit", { target: endpointId, limit: 100 })).entries;
  const named = entries.map(({ action, targetName }) => `${action} ${targetName}`);
  expect(named.toSorted()).toEqual(
    [
      `webhook_endpoint.create ${HOOK}`,
      `webhook_endpoint.update ${HOOK}`,
      `webhook_endpoint.disable ${elsewhere}`,
      `webhook_endpoint.update ${elsewhere}`,
    ].toSorted(),
  );
});

test("what stands in an address's query is in no entry, and that it changed is", async () => {
  const target = await newEndpoint();
  await ask("webhooks.updateEndpoint", { ...target, url: `${HOOK}?token=first-secret` });
  await ask("webhooks.updateEndpoint", { ...target, url: `${HOOK}?token=second-secret` });
  const updates = await entriesOf("webhook_endpoint.update");
  const shown = `${HOOK}?…`;
  expect(updates.find(({ changes }) => changes.hasNewQuery)).toMatchObject({
    target: target.endpointId,
    changes: { url: shown, before: { url: shown } },
  });
  const { orm } = service.get().deps.db;
  const stored = await orm.auditEntry.findMany({ where: { target: target.endpointId } });
  expect(JSON.stringify(stored)).not.toContain("-secret");
});

test("a new secret's entry says how long the old one signs, and holds neither", async () => {
  const target = await newEndpoint();
  const { secret } = Object(await ask("webhooks.rollSecret", { ...target, keepPrevious: true }));
  expect(await entriesOf("webhook_endpoint.roll_secret")).toMatchObject([
    { target: target.endpointId, targetName: HOOK, changes: { overlapHours: 24 } },
  ]);
  const stored = await service.get().deps.db.orm.auditEntry.findMany({ where: { tenantId } });
  expect(JSON.stringify(stored)).not.toContain(secret);
});
