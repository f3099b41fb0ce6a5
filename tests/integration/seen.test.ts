import { beforeAll, describe, expect, test } from "vitest";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { REQUEST_CERTIFICATE } from "../support/wallet/request-certificate.ts";

// Two members with one form open: what the first saves is not undone by the second in silence, and what only one of them
// changed is kept.

const service = consoleForFile();
let tenantId = "";

beforeAll(async () => {
  ({ id: tenantId } = await service.get().tenant({ plan: "growth" }));
  await knownPerson(service.get(), "ada", { tenantId, role: "owner" });
  await knownPerson(service.get(), "ben", { tenantId, role: "owner" });
});

const as = async (subject: string, path: string, input?: unknown) => {
  const { deps, identity } = service.get();
  return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
};

const ask = async (path: string, input?: unknown): Promise<unknown> => {
  const answer = await as("ada", path, input);
  expect(answer.errorCode, `${path}: ${answer.message}`).toBeNull();
  return answer.data;
};

type Found = Record<string, unknown>;

/** The one of a list whose field has this value. */
const oneOf = (list: unknown, name: string, value: unknown): Found =>
  Object([...Object(list)].find((one: Found) => one[name] === value));

type Form = {
  name: string;
  /** The procedure, and who comes second, after Ada; "ada": in her other window. */
  path: string;
  second?: "ada" | "ben";
  /** One field: what both had seen, what the first saves, and what the second wants. */
  seen: Found;
  first: Found;
  late: Found;
  /** Another field: what both had seen, and what the second saves. Absent: the form has one field. */
  other?: { seen: Found; given: Found };
  /** What the refusal calls the field. */
  called: string;
  /** Given by what is made first. */
  target?: () => Promise<Found>;
  stored: (target: Found) => Promise<unknown>;
};

const FORMS: readonly Form[] = [
  {
    name: "a tenant's rules of alerts",
    path: "alerts.update",
    seen: { rulesOff: [] },
    first: { rulesOff: ["quota_80"] },
    late: { rulesOff: ["key_expiring"] },
    called: "rules of this tenant’s alerts",
    stored: async () => {
      const { rules } = Object(await ask("alerts.settings"));
      const off = rules.filter(({ isOn }: { isOn: boolean }) => !isOn);
      return { rulesOff: off.map(({ id }: { id: string }) => id) };
    },
  },
  {
    name: "my notifications, in two windows",
    path: "alerts.updatePreference",
    second: "ada",
    seen: { rulesOff: [] },
    first: { rulesOff: ["quota_80"] },
    late: { rulesOff: ["key_expiring"] },
    other: { seen: { zone: "UTC" }, given: { zone: "Europe/Berlin" } },
    called: "rules of your notifications in another window",
    stored: async () => Object(await ask("alerts.settings")).preference,
  },
  {
    name: "settings",
    path: "settings.update",
    seen: { callbackHosts: [] },
    first: { callbackHosts: ["one.example.com"] },
    late: { callbackHosts: ["two.example.com"] },
    other: { seen: { displayName: null }, given: { displayName: "Wine" } },
    called: "callback hosts of these settings",
    stored: () => ask("settings.get"),
  },
  {
    name: "the practice statement",
    path: "practice.update",
    seen: { practiceContact: null },
    first: { practiceContact: "mailto:one@shop.example" },
    late: { practiceContact: "mailto:two@shop.example" },
    other: { seen: { complaintUrl: null }, given: { complaintUrl: "https://shop.example/complain" } },
    called: "contact of the practice statement",
    stored: async () => Object(await ask("practice.overview", {})).settings,
  },
  {
    name: "a webhook endpoint",
    path: "webhooks.updateEndpoint",
    seen: { events: [] },
    first: { events: ["verification.completed"] },
    late: { events: ["verification.failed"] },
    other: { seen: { description: "" }, given: { description: "Till" } },
    called: "events of this endpoint",
    target: async () => {
      const made = await ask("webhooks.createEndpoint", { url: "https://hooks.example.com/", events: [] });
      return { endpointId: Object(made).endpoint.id };
    },
    stored: async ({ endpointId }) => oneOf(await ask("webhooks.endpoints"), "id", endpointId),
  },
  {
    name: "a gate",
    path: "gates.update",
    seen: { minimumAge: 18 },
    first: { minimumAge: 21 },
    late: { minimumAge: 16 },
    other: { seen: { name: "Shop" }, given: { name: "Wine shop" } },
    called: "minimum age of this gate",
    target: async () => {
      const input = { name: "Shop", mode: "live", origin: "https://shop.example", minimumAge: 18 };
      return { siteId: Object(await ask("gates.create", input)).gate.siteId };
    },
    stored: async ({ siteId }) => oneOf(await ask("gates.list"), "siteId", siteId),
  },
  {
    name: "an identity provider",
    path: "identityProviders.update",
    seen: { clientId: "lintel" },
    first: { clientId: "lintel-2" },
    late: { clientId: "lintel-3" },
    other: { seen: { name: "eID" }, given: { name: "National eID" } },
    called: "client id of this provider",
    target: async () => {
      const made = await ask("identityProviders.add", {
        ...{ slug: "eid", mode: "live", name: "eID", issuer: "https://id.example.com", clientId: "lintel" },
        ...{ clientAuth: "client_secret", clientSecret: "given out by the provider", preset: "age_over" },
      });
      return { id: Object(made).id };
    },
    stored: async ({ id }) => oneOf(Object(await ask("identityProviders.list")).providers, "id", id),
  },
  {
    name: "a site of Sign in with age",
    path: "oidcClients.update",
    seen: { redirectUris: ["https://app.example.com/a"] },
    first: { redirectUris: ["https://app.example.com/b"] },
    late: { redirectUris: ["https://app.example.com/c"] },
    other: { seen: { name: "App" }, given: { name: "Wine app" } },
    called: "redirect uris of this site",
    target: async () => {
      const made = await ask("oidcClients.create", {
        ...{ name: "App", mode: "live", authMethod: "client_secret_basic" },
        redirectUris: ["https://app.example.com/a"],
      });
      return { clientId: Object(made).client.clientId };
    },
    stored: async ({ clientId }) => oneOf(await ask("oidcClients.list"), "clientId", clientId),
  },
  {
    name: "a key's name",
    path: "keys.rename",
    seen: { name: "Shop" },
    first: { name: "Till" },
    late: { name: "Checkout" },
    called: "name of this key",
    target: async () => ({ keyId: Object(await ask("keys.create", { mode: "test", name: "Shop" })).id }),
    stored: async ({ keyId }) => oneOf(await ask("keys.list"), "id", keyId),
  },
  {
    name: "a member's role",
    path: "members.changeRole",
    seen: { role: "developer" },
    first: { role: "admin" },
    late: { role: "viewer" },
    called: "role of this member",
    target: async () => {
      const { id } = await knownPerson(service.get(), "cyd", { tenantId, role: "developer" });
      return { memberId: id };
    },
    stored: async ({ memberId }) => oneOf(Object(await ask("members.list")).members, "id", memberId),
  },
  {
    name: "the directory's role",
    path: "directory.setRole",
    seen: { role: "viewer" },
    first: { role: "support" },
    late: { role: "developer" },
    called: "role of this directory",
    target: async () => {
      await ask("directory.connect", { role: "viewer" });
      return {};
    },
    stored: async () => Object(await ask("directory.get")).directory,
  },
];

describe("of two members with one form open", () => {
  test.each(FORMS)("another field is kept, and the same one is not lost in silence: $name", async (form) => {
    const { path, second = "ben", seen, first, late, other, called } = form;
    const target = (await form.target?.()) ?? {};
    const stored = () => form.stored(target);
    const saved = await as("ada", path, { ...target, ...first, seen });
    expect(saved.errorCode, saved.message).toBeNull();

    if (other) {
      const kept = await as(second, path, { ...target, ...other.given, seen: other.seen });
      expect(kept.errorCode, kept.message).toBeNull();
      expect(await stored()).toMatchObject({ ...first, ...other.given });
    }
    const refused = await as(second, path, { ...target, ...late, seen });
    expect([refused.httpStatus, refused.errorCode]).toEqual([409, "CONFLICT"]);
    const named = second === "ada" ? /^You changed / : /^Ada\b.* on \d+ \w+ \d{4}, \d\d:\d\d UTC/;
    expect(refused.message).toMatch(named);
    expect(refused.message).toMatch(/, after you began\. Nothing was saved\.$/);
    expect(refused.message).toContain(called);
    expect(refused.issues.map(({ path: field }) => field)).toEqual(Object.keys(seen));
    expect(await stored()).toMatchObject(first);

    // Having seen the first, the second is a decision.
    const known = await as(second, path, { ...target, ...late, seen: first });
    expect(known.errorCode, known.message).toBeNull();
    expect(await stored()).toMatchObject(late);
    // A program that compares nothing goes on as before.
    const program = await as("ada", path, { ...target, ...first });
    expect(program.errorCode, program.message).toBeNull();
    // What is there already is no conflict, whatever was seen.
    const alike = await as(second, path, { ...target, ...first, seen });
    expect(alike.errorCode, alike.message).toBeNull();
  });

  test("the refusal names who changed the field last, each of the fields, and no other", async () => {
    const made = await ask("gates.create", {
      ...{ name: "Two", mode: "test", origin: "https://two.example", minimumAge: 18, openPaths: [] },
    });
    const { siteId } = Object(made).gate;
    await as("ada", "gates.update", { siteId, minimumAge: 21, openPaths: ["/help"], name: "Ada’s" });
    const refused = await as("ben", "gates.update", {
      ...{ siteId, minimumAge: 16, openPaths: ["/info"], lifetimeSeconds: 3_600 },
      seen: { minimumAge: 18, openPaths: [], lifetimeSeconds: 14_400 },
    });
    expect(refused.message).toMatch(/^Ada.* changed the minimum age and open paths of this gate on /);
    expect(refused.issues.map(({ path }) => path)).toEqual(["minimumAge", "openPaths"]);
    expect(refused.issues[0]?.message).toMatch(/^Ada.* changed this after you began\.$/);
  });

  test("of two fields that two people changed, each names its own author", async () => {
    const made = await ask("gates.create", {
      ...{ name: "Three", mode: "test", origin: "https://three.example", minimumAge: 18, openPaths: [] },
    });
    const { siteId } = Object(made).gate;
    await as("ada", "gates.update", { siteId, minimumAge: 21 });
    await as("ben", "gates.update", { siteId, openPaths: ["/help"] });
    const late = (seen: Found) =>
      as("ben", "gates.update", { siteId, minimumAge: 16, openPaths: ["/info"], seen });
    const refused = await late({ minimumAge: 18, openPaths: [] });
    expect(refused.message).toBe(
      "Several people changed the minimum age and open paths of this gate, after you began. Nothing was saved.",
    );
    expect(refused.issues).toEqual([
      { path: "minimumAge", message: expect.stringMatching(/^Ada.* changed this after you began\.$/) },
      { path: "openPaths", message: "You changed this in another window after you began." },
    ]);
    // The author is that of the field, not of the newest change.
    expect((await late({ minimumAge: 18, openPaths: ["/help"] })).message).toMatch(
      /^Ada.* changed the minimum age of this gate on /,
    );
  });

  test("a secret does not go to an issuer or a client that its author has not seen", async () => {
    const began = { issuer: "https://one.example.com", clientId: "one" };
    const clientSecret = "given out by the provider";
    const made = await ask("identityProviders.add", {
      ...{ slug: "bank", mode: "live", name: "Bank", ...began },
      ...{ clientAuth: "client_secret", clientSecret, preset: "age_over" },
    });
    const { id } = Object(made);
    const other = { issuer: "https://two.example.com", clientId: "two" };
    await as("ada", "identityProviders.update", { id, ...other, clientSecret });
    const save = (seen: Found) =>
      as("ben", "identityProviders.update", { id, name: "My bank", clientSecret, seen });
    const refused = await save({ name: "Bank", ...began });
    expect(refused.errorCode).toBe("CONFLICT");
    expect(refused.message).toMatch(/^Ada.* changed the issuer and client id of this provider on /);
    expect(refused.issues.map(({ path }) => path)).toEqual(["issuer", "clientId"]);
    const saved = await save({ name: "Bank", ...other });
    expect(saved.errorCode, saved.message).toBeNull();
  });

  test("another order of the methods is another value, and of hosts it is not", async () => {
    const methods = ["document", "voucher"];
    const hosts = ["b.example.com", "a.example.com"];
    await ask("settings.update", { methods, callbackHosts: hosts });
    const seen = { methods: methods.toReversed(), callbackHosts: hosts.toReversed() };
    const order = await as("ben", "settings.update", { methods: ["document"], seen });
    expect(order.errorCode).toBe("CONFLICT");
    const set = await as("ben", "settings.update", { callbackHosts: [], seen });
    expect(set.errorCode, set.message).toBeNull();
  });

  test("two that save at one moment: one is refused", async () => {
    await as("ada", "alerts.update", { rulesOff: [] });
    const save = (rule: string) => as("ada", "alerts.update", { rulesOff: [rule], seen: { rulesOff: [] } });
    const answers = await Promise.all([save("quota_80"), save("key_expiring"), save("quota_100")]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409, 409]);
  });
});

type Secret = {
  name: string;
  path: string;
  /** What a list shows of the secret, by which members tell one from another. */
  mark: string;
  /** What the refusal calls it. */
  called: string;
  make: () => Promise<{ input: Found; read: () => Promise<Found> }>;
};

const rotatedProvider = async (slug: string, auth: Found, input: Found) => {
  const made = await ask("identityProviders.add", {
    ...{ slug, mode: "live", name: "eID", issuer: "https://id.example.com", clientId: "lintel" },
    ...{ preset: "age_over", ...auth },
  });
  const { id } = Object(made);
  const read = async () => oneOf(Object(await ask("identityProviders.list")).providers, "id", id);
  return { input: { id, ...input }, read };
};

const SECRETS: readonly Secret[] = [
  {
    name: "a provider's client secret",
    path: "identityProviders.rotate",
    mark: "secretMark",
    called: "secret of this provider",
    make: () =>
      rotatedProvider(
        "by-secret",
        { clientAuth: "client_secret", clientSecret: "given out by the provider" },
        { clientSecret: "given out later" },
      ),
  },
  {
    name: "our key for a provider, whose public half someone has just registered there",
    path: "identityProviders.rotate",
    mark: "secretMark",
    called: "secret of this provider",
    make: () => rotatedProvider("by-key", { clientAuth: "private_key_jwt" }, {}),
  },
  {
    name: "a provider's client secret in the form of all its fields",
    path: "identityProviders.update",
    mark: "secretMark",
    called: "secret of this provider",
    make: () =>
      rotatedProvider(
        "by-form",
        { clientAuth: "client_secret", clientSecret: "given out by the provider" },
        { clientSecret: "given out later" },
      ),
  },
  {
    name: "a gate's secret",
    path: "gates.rotateSecret",
    mark: "secretMark",
    called: "secret of this gate",
    make: async () => {
      const input = { name: "Door", mode: "live", origin: "https://door.example", minimumAge: 18 };
      const { siteId } = Object(await ask("gates.create", input)).gate;
      const read = async () => oneOf(await ask("gates.list"), "siteId", siteId);
      return { input: { siteId, overlapHours: 1 }, read };
    },
  },
  {
    name: "a site's secret",
    path: "oidcClients.rotateSecret",
    mark: "secretMark",
    called: "secret of this site",
    make: async () => {
      const made = await ask("oidcClients.create", {
        ...{ name: "App", mode: "live", authMethod: "client_secret_basic" },
        redirectUris: ["https://app.example.com/a"],
      });
      const { clientId } = Object(made).client;
      const read = async () => oneOf(await ask("oidcClients.list"), "clientId", clientId);
      return { input: { clientId, overlapHours: 0 }, read };
    },
  },
  {
    name: "the directory's token",
    path: "directory.rotate",
    mark: "hint",
    called: "token of this directory",
    make: async () => {
      // Connected already where the form of its role was tried before.
      await as("ada", "directory.connect", { role: "viewer" });
      return { input: {}, read: async () => Object(await ask("directory.get")).directory };
    },
  },
  {
    name: "the certificate for wallets",
    path: "walletCertificates.set",
    mark: "certificateId",
    called: "certificate of this tenant",
    make: async () => {
      const read = async () => {
        const { own } = Object(await ask("walletCertificates.get"));
        return { certificateId: own?.id ?? null };
      };
      return { input: REQUEST_CERTIFICATE, read };
    },
  },
];

describe("of two members who replace one secret", () => {
  test.each(SECRETS)("the second hears of the first, and replaces nothing: $name", async (secret) => {
    const { path, mark, called } = secret;
    const { input, read } = await secret.make();
    const marked = async (): Promise<Found> => ({ [mark]: (await read())[mark] });
    const seen = await marked();
    const saved = await as("ada", path, { ...input, seen });
    expect(saved.errorCode, saved.message).toBeNull();
    const replaced = await marked();
    expect(replaced).not.toEqual(seen);

    const refused = await as("ben", path, { ...input, seen });
    expect([refused.httpStatus, refused.errorCode]).toEqual([409, "CONFLICT"]);
    expect(refused.message).toMatch(/^Ada\b.* on \d+ \w+ \d{4}, \d\d:\d\d UTC/);
    expect(refused.message).toMatch(/, after you began\. Nothing was saved\.$/);
    expect(refused.message).toContain(called);
    expect(refused.issues.map(({ path: field }) => field)).toEqual([mark]);
    expect(await marked()).toEqual(replaced);

    // Having seen the first, the second is a decision; a program that compares nothing goes on as before.
    for (const known of [{ seen: replaced }, {}]) {
      const again = await as("ben", path, { ...input, ...known });
      expect(again.errorCode, again.message).toBeNull();
    }
  });

  test("of two that rotate at one moment, the secret of neither is lost unseen: one is refused", async () => {
    const made = await ask("gates.create", {
      ...{ name: "Both", mode: "live", origin: "https://both.example", minimumAge: 18 },
    });
    const { siteId, secretMark } = Object(made).gate;
    const rotate = () => as("ada", "gates.rotateSecret", { siteId, overlapHours: 1, seen: { secretMark } });
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409, 409]);
  });

  test("a secret does not go to a client that its author has not seen, where it alone is replaced", async () => {
    const clientSecret = "given out by the provider";
    const { input, read } = await rotatedProvider(
      "moved",
      { clientAuth: "client_secret", clientSecret },
      { clientSecret: "for the client that was seen" },
    );
    const { issuer, clientId, secretMark } = await read();
    const other = { id: input.id, clientId: "lintel-2", seen: { clientId } };
    expect((await as("ada", "identityProviders.update", other)).errorCode).toBeNull();
    const seen = { issuer, clientId, secretMark };
    const refused = await as("ben", "identityProviders.rotate", { ...input, seen });
    expect(refused.message).toMatch(/^Ada.* changed the client id of this provider on /);
    expect(await read()).toMatchObject({ clientId: "lintel-2", secretMark });
  });
});

test("new links lead where the first of two members said, until the second has seen it", async () => {
  const { orm } = service.get().deps.db;
  const proven = async (host: string): Promise<string> => {
    const { id } = Object(await ask("hosts.add", { host }));
    await orm.tenantHost.update({ where: { id }, data: { verifiedAt: new Date() } });
    return id;
  };
  const [one, two] = [await proven("age.one.example"), await proven("age.two.example")];
  const main = { hostId: null };
  const first = await as("ada", "hosts.makePrimary", { hostId: one, seen: main });
  expect(first.errorCode, first.message).toBeNull();
  const refused = await as("ben", "hosts.makePrimary", { hostId: two, seen: main });
  expect([refused.httpStatus, refused.errorCode]).toEqual([409, "CONFLICT"]);
  expect(refused.message).toMatch(/^Ada.* changed the choice of the host in new links on /);
  const primary = async () => oneOf(Object(await ask("hosts.list")).hosts, "isPrimary", true).id;
  expect(await primary()).toBe(one);
  const known = await as("ben", "hosts.makePrimary", { hostId: two, seen: { hostId: one } });
  expect(known.errorCode, known.message).toBeNull();
  expect(await primary()).toBe(two);
});
