import { beforeAll, describe, expect, test } from "vitest";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

// Two members with one form open: what the first saves is not undone by the second in silence.

const service = consoleForFile();
let tenantId = "";

beforeAll(async () => {
  ({ id: tenantId } = await service.get().tenant({ plan: "growth" }));
  await knownPerson(service.get(), "ada", { tenantId, role: "owner" });
  await knownPerson(service.get(), "ben", { tenantId, role: "admin" });
});

const as = async (subject: string, path: string, input?: unknown) => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

const USUAL = { mails: true, rulesOff: [], quiet: null, zone: "UTC", urgentPasses: true };
const NO_STATEMENT = {
  ...{ practicePublished: false, numbersPublished: false, practiceContact: null, complaintUrl: null },
};

type Form = {
  name: string;
  /** The procedure, the input of two members' changes, and what both had seen. */
  path: string;
  by: readonly [string, string];
  first: object;
  second: object;
  seen: object;
  /** Given by what is made first. */
  target?: () => Promise<object>;
};

const FORMS: readonly Form[] = [
  {
    name: "a tenant's rules of alerts",
    path: "alerts.update",
    by: ["ada", "ben"],
    first: { rulesOff: ["quota_80"] },
    second: { rulesOff: ["key_expiring"] },
    seen: { rulesOff: [] },
  },
  {
    name: "my notifications, in two tabs",
    path: "alerts.updatePreference",
    by: ["ada", "ada"],
    first: { ...USUAL, mails: false },
    second: { ...USUAL, rulesOff: ["quota_80"] },
    seen: USUAL,
  },
  {
    name: "a list of settings",
    path: "settings.update",
    by: ["ada", "ben"],
    first: { callbackHosts: ["one.example.com"] },
    second: { callbackHosts: ["two.example.com"] },
    seen: { callbackHosts: [] },
  },
  {
    name: "the practice statement",
    path: "practice.update",
    by: ["ada", "ben"],
    first: { ...NO_STATEMENT, practiceContact: "mailto:one@shop.example" },
    second: { ...NO_STATEMENT, complaintUrl: "https://shop.example/complain" },
    seen: NO_STATEMENT,
  },
  {
    name: "a webhook endpoint",
    path: "webhooks.updateEndpoint",
    by: ["ada", "ben"],
    first: { events: ["verification.completed"] },
    second: { events: ["verification.failed"] },
    seen: { events: [] },
    target: async () => {
      const made = await as("ada", "webhooks.createEndpoint", {
        url: "https://hooks.example.com/",
        events: [],
      });
      return { endpointId: Object(made.data).endpoint.id };
    },
  },
  {
    name: "a gate",
    path: "gates.update",
    by: ["ada", "ben"],
    first: { openPaths: ["/one"] },
    second: { openPaths: ["/two"] },
    seen: { openPaths: [] },
    target: async () => {
      const made = await as("ada", "gates.create", {
        ...{ name: "Shop", mode: "live", origin: "https://shop.example", minimumAge: 18, openPaths: [] },
      });
      return { siteId: Object(made.data).gate?.siteId };
    },
  },
];

describe("of two members with one form open", () => {
  test.each(FORMS)(
    "the second does not undo the first: $name",
    async ({ path, by, first, second, seen, target }) => {
      const about = (await target?.()) ?? {};
      const saved = await as(by[0], path, { ...about, ...first, seen });
      expect(saved.errorCode, saved.message).toBeNull();
      const late = await as(by[1], path, { ...about, ...second, seen });
      expect([late.httpStatus, late.errorCode]).toEqual([409, "CONFLICT"]);
      expect(late.message).toMatch(/^Someone else has changed .+ Nothing was saved/);
      // Having seen the first, the second is a decision.
      const known = await as(by[1], path, { ...about, ...second, seen: first });
      expect(known.errorCode, known.message).toBeNull();
      // A program that compares nothing goes on as before.
      const program = await as(by[0], path, { ...about, ...first });
      expect(program.errorCode, program.message).toBeNull();
    },
  );

  test("two that save at one moment: one is told", async () => {
    await as("ada", "alerts.update", { rulesOff: [] });
    const save = (rule: string) => as("ada", "alerts.update", { rulesOff: [rule], seen: { rulesOff: [] } });
    const answers = await Promise.all([save("quota_80"), save("key_expiring"), save("quota_100")]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409, 409]);
  });
});
