import { describe, expect, test } from "vitest";
import { bandOfAge } from "#core/age-over.ts";
import { createAgeKeyMethod } from "#methods/age-key/age-key-method.ts";
import { FORM, type Method } from "#methods/method.ts";
import { createMethods } from "#methods/registry.ts";
import type { Deps, Site } from "#services/context.ts";
import { startHandoff } from "#services/hosted/handoff.ts";
import { noteOf, originAt, originOf, wayOn } from "#services/hosts/site.ts";
import { newAuthenticator } from "../support/age-keys/authenticator.ts";
import { atKey, atPage, own, remember, show } from "../support/age-keys/walk.ts";
import { patchTenant, secretOf, start } from "../support/http/actions.ts";
import { type AtSite, atOf, atSite } from "../support/http/handlers.ts";
import { asEndUser, submitEvidence, viewPage } from "../support/http/hosted.ts";
import { BASE_URL, serviceForFile } from "../support/world/service.ts";
import { TRAITS } from "../support/world/traits.ts";

// What a page's parts take from the host that it is at.

const document: Method = {
  id: "document",
  traits: { ...TRAITS, category: "verification" },
  modes: ["live"],
  maxBodyBytes: 64,
  start: async ({ channel }) => (channel === "form" ? FORM : null),
  answer: async () => ({
    kind: "evidence",
    evidence: {
      ...{ age: 42, band: bandOfAge(42), confidence: 0.4, documentType: "passport" },
      assurance: "document_photo_unsigned",
    },
  }),
};

const service = serviceForFile({
  overrides: { methods: createMethods([document, createAgeKeyMethod(BASE_URL)]) },
});

const siteAt = (deps: Deps, tenantId: string, host: string): Site => ({
  tenantId,
  host,
  origin: originAt(deps, host),
});

/** A tenant, and the deployment as requests at two of its hosts and at the main one meet it. */
const newWorld = async () => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey } = await tenant({ plan: "scale" });
  await patchTenant(call, id, { methods: ["age_key", "document"] });
  const begin = async () => secretOf(await start(call, liveKey));
  const at = (host: string): AtSite => atSite(deps, siteAt(deps, id, host));
  const main: AtSite = deps;
  return { begin, main, first: at("verify.first.test"), second: at("verify.second.test") };
};

const kept = async (deps: AtSite, secret: string) => {
  await submitEvidence(deps, secret, { method: "document", body: "42" });
  const { device, kept: answer } = await remember(deps, secret);
  expect(answer).toMatchObject({ http: 200 });
  return device;
};

describe("an age key", () => {
  test("made at a tenant's host is good there, and unknown at the main host and at every other", async () => {
    const { begin, main, first, second } = await newWorld();
    const device = await kept(first, await begin());
    expect(await show(first, await begin(), device)).toMatchObject({ http: 200, status: "completed" });
    for (const elsewhere of [main, second]) {
      const secret = await begin();
      expect(await show(elsewhere, secret, device)).toMatchObject({ code: "AGE_KEY_ORIGIN" });
      // A passkey that claims the other origin too: there is no such key at that host.
      const { rpId, options } = await atPage(elsewhere, secret, "ask").then(({ options: asked }) => ({
        rpId: asked?.rpId,
        options: asked ?? { challenge: "" },
      }));
      expect(rpId).toBe(new URL(originOf(atOf(elsewhere))).hostname);
      const lie = { origin: originOf(atOf(elsewhere)), rpId: rpId ?? "" };
      const answer = await atPage(elsewhere, secret, "use", device.get(options, lie));
      expect(answer.code).toBe("AGE_KEY_UNKNOWN");
    }
    expect(await own(first, "look", device)).toMatchObject({ http: 200, ageAtLeast: 18 });
    expect((await own(main, "look", device)).code).toBe("AGE_KEY_ORIGIN");
  });

  test("made at the main host stays good there, and only there", async () => {
    const { begin, main, first } = await newWorld();
    const device = await kept(main, await begin());
    expect(await show(main, await begin(), device)).toMatchObject({ http: 200, status: "completed" });
    expect((await show(first, await begin(), device)).code).toBe("AGE_KEY_ORIGIN");
  });

  test("a question asked at one host is answered at no other", async () => {
    const { begin, main, first, second } = await newWorld();
    const device = newAuthenticator(originOf(atOf(first)));
    const secret = await begin();
    const { options } = await atPage(first, secret, "ask");
    if (!options) throw new Error("no question");
    for (const elsewhere of [main, second])
      expect((await atPage(elsewhere, secret, "use", device.get(options))).code).toBe("AGE_KEY_CHALLENGE");
    const looked = await atKey(first, "ask");
    if (!looked.options) throw new Error("no question");
    expect((await atKey(main, "look", device.get(looked.options))).code).toBe("AGE_KEY_CHALLENGE");
  });
});

test("a code for a phone leads to the host that shows it", async () => {
  const { begin, first, second, main } = await newWorld();
  const secret = await begin();
  await startHandoff(asEndUser(first), secret);
  const pictures = await Promise.all(
    [first, second, main].map(async (deps) => (await viewPage(deps, secret))?.handoff?.picture),
  );
  expect(pictures[0]).toMatch(/^data:image\/svg/);
  // The same code at three addresses.
  expect(new Set(pictures).size).toBe(3);
});

test("a note is of one id, one path, one host and one tenant, has an end, and is nothing at the main host", async () => {
  const { first, second, main } = await newWorld();
  const { first: foreign } = await newWorld();
  const until = new Date(main.now().getTime() + 60_000);
  const left = { id: "code", path: "/back", until };
  const note = noteOf(atOf(first), left);
  expect(note).toMatch(/^\.[A-Za-z0-9_-]+\.[0-9a-z]+\.[A-Za-z0-9_-]{22}$/);
  const others = [
    noteOf(atOf(first), { ...left, id: "other" }),
    noteOf(atOf(first), { ...left, path: "/elsewhere" }),
    noteOf(atOf(first), { ...left, until: new Date(until.getTime() + 1) }),
    noteOf(atOf(second), left),
    noteOf(atOf(foreign), left),
  ];
  expect(new Set([note, ...others].map((each) => each.split(".").at(-1))).size).toBe(6);
  expect(noteOf(atOf(main), left)).toBe("");
  const way = async (text: string, path = "/back", at = main.now()) =>
    (await wayOn(atOf({ ...main, now: () => at }), text, path))?.host ?? null;
  const { host = "", tenantId = "" } = first.site ?? {};
  const at = main.now();
  await main.db.orm.tenantHost.create({
    data: { id: "hst_first", tenantId, host, txtToken: "x", createdAt: at, verifiedAt: at },
  });
  expect(await way(`code${note}`)).toBe(host);
  expect(await way(`other${note}`)).toBeNull();
  expect(await way(`code${note}`, "/elsewhere")).toBeNull();
  expect(await way(`code${note}`, "/back", until)).toBeNull();
  // A later end than the one that was signed.
  const [, encoded, , mac] = note.split(".");
  expect(await way(`code.${encoded}.${(until.getTime() + 60_000).toString(36)}.${mac}`)).toBeNull();
});
