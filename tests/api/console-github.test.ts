import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { emailHashOf } from "#services/members/members.ts";
import { ConsoleBrowser } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { type FakeGithub, type GithubPerson, startGithub } from "../support/sign-in/github.ts";
import { createService, type TestService } from "../support/world/service.ts";

const MINUTE_MS = 60_000;
const answered = z.object({ accessToken: z.string() });
const refused = { httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" };

let github: FakeGithub;
let service: TestService;
let aheadMs = 0;
let lastId = 4_000_000;

beforeAll(async () => {
  github = await startGithub();
  service = await createService({
    env: github.env,
    overrides: { now: () => new Date(Date.now() + aheadMs) },
  });
});
afterAll(async () => {
  await service.close();
  await github.stop();
});

const person = (facts: Partial<GithubPerson> = {}): GithubPerson => {
  lastId += 1;
  const login = `octo-${lastId}`;
  const emails = [{ email: `${login}@people.test`, primary: true, verified: true }];
  const made = { id: lastId, login, name: "Octavia", emails, ...facts };
  github.people.set(made.login, made);
  return made;
};

const signedIn = async ({ login }: GithubPerson): Promise<ConsoleBrowser> => {
  const browser = new ConsoleBrowser(service.deps);
  const { url } = await browser.signIn(login);
  expect(url).toBe("https://age.test/console");
  return browser;
};

const bearerOf = async (browser: ConsoleBrowser): Promise<string> =>
  answered.parse(await (await browser.token()).json()).accessToken;

const me = (bearer: string) => consoleCall(service.deps, "session.me", undefined, { bearer });

const memberOf = ({ id }: GithubPerson) =>
  service.deps.db.orm.member.findFirstOrThrow({ where: { subject: String(id) } });

const later = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
  aheadMs = ms;
  try {
    return await work();
  } finally {
    aheadMs = 0;
  }
};

describe("sign-in with GitHub", () => {
  test("gives the page a bearer of our own, for the number that GitHub knows the person by", async () => {
    const octavia = person();
    const bearer = await bearerOf(await signedIn(octavia));
    expect((await me(bearer)).data).toMatchObject({ member: { name: "Octavia" } });
    expect(decodeJwt(bearer)).toMatchObject({ sub: String(octavia.id), aud: "urn:lintel:console" });
    expect(await memberOf(octavia)).toMatchObject({ issuer: github.env.CONSOLE_ISSUER });
    expect(bearer).not.toContain("gho_");
  });

  test("knows somebody again who is called otherwise now", async () => {
    const before = person();
    await signedIn(before);
    const { id } = await memberOf(before);
    github.people.delete(before.login);
    const renamed = person({ id: before.id, login: "renamed", name: null });
    await signedIn(renamed);
    expect(await memberOf(renamed)).toMatchObject({ id, name: "renamed" });
  });

  test("takes an address only where it is the primary one and verified", async () => {
    const verified = person();
    const unproven = person({ emails: [{ email: "boss@corp.test", primary: true, verified: false }] });
    const secondary = person({ emails: [{ email: "boss@corp.test", primary: false, verified: true }] });
    for (const somebody of [verified, unproven, secondary]) await signedIn(somebody);
    const hash = emailHashOf(service.deps, `${verified.login}@people.test`);
    expect(Buffer.from((await memberOf(verified)).emailHash ?? [])).toEqual(Buffer.from(hash));
    expect((await memberOf(unproven)).emailHash).toBeNull();
    expect((await memberOf(secondary)).emailHash).toBeNull();
  });

  test("that is called off at GitHub leads back to the sign-in page", async () => {
    const browser = new ConsoleBrowser(service.deps);
    const { url } = await browser.signIn("nobody");
    expect(url).toMatch(/\/console\/sign-in\?.*error=/);
    expect((await browser.token()).status).toBe(401);
  });
});

describe("the session", () => {
  test("renews its bearer before it runs out", async () => {
    const browser = await signedIn(person());
    const first = await bearerOf(browser);
    expect(await bearerOf(browser)).toBe(first);
    await later(4.5 * MINUTE_MS, async () => expect(await bearerOf(browser)).not.toBe(first));
    await later(6 * MINUTE_MS, async () => expect(await me(first)).toMatchObject(refused));
  });

  test("ends within five minutes once GitHub does not take its token any more", async () => {
    const browser = await signedIn(person());
    github.tokens.clear();
    await later(4.5 * MINUTE_MS, async () => expect((await browser.token()).status).toBe(401));
    expect([...browser.cookies.keys()].filter((name) => name.includes("lintel-session"))).toEqual([]);
  });

  test("outlives a GitHub that is away", async () => {
    const browser = await signedIn(person());
    const first = await bearerOf(browser);
    github.isBroken = true;
    await later(4.5 * MINUTE_MS, async () => expect(await bearerOf(browser)).toBe(first));
    await later(6 * MINUTE_MS, async () => {
      const response = await browser.token();
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
      github.isBroken = false;
      expect((await browser.token()).status).toBe(200);
    });
  });

  test("takes its token back at sign-out", async () => {
    const somebody = person();
    const browser = await signedIn(somebody);
    const tokensOf = () => [...github.tokens.values()].filter((login) => login === somebody.login);
    expect(tokensOf()).toHaveLength(1);
    const response = await browser.request("/api/console/sign-out", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(await response.json()).toEqual({ url: "https://age.test/console/sign-in" });
    expect(tokensOf()).toHaveLength(0);
    expect((await browser.token()).status).toBe(401);
  });
});

describe("a bearer of our own and a verification's token", () => {
  test("are never taken for each other", async () => {
    const bearer = await bearerOf(await signedIn(person()));
    const { liveKey } = await service.tenant();
    const { body: started } = await service.call("POST", "/verify/start", { key: liveKey, body: {} });
    const { verificationId } = started;
    const { body } = await service.call("POST", "/verify/complete", {
      key: liveKey,
      body: { verificationId, verifiedAge: 30 },
    });
    expect(await me(String(body.token))).toMatchObject(refused);
    const checked = await service.call("POST", "/tokens/validate", {
      key: liveKey,
      body: { token: bearer },
    });
    expect(checked.body).toMatchObject({ valid: false, reason: "TOKEN_INVALID" });
    // Nor does anybody who checks tokens offline find its key.
    const published = service.deps.signingKeys.jwks().keys.map(({ kty, crv }) => `${kty} ${crv}`);
    expect(published).toEqual(["EC P-256"]);
    expect(decodeProtectedHeader(bearer)).toEqual({ alg: "EdDSA", typ: "lintel-console+jwt" });
  });

  test("the tokens' own key signs no bearer, whatever it says", async () => {
    const octavia = person();
    const genuine = await bearerOf(await signedIn(octavia));
    const [jwk] = JSON.parse(service.runtime.config.TOKEN_SIGNING_KEYS);
    const key = await importJWK(jwk, "ES256");
    const forged = await new SignJWT(decodeJwt(genuine))
      .setProtectedHeader({ alg: "ES256", typ: "lintel-console+jwt" })
      .sign(key);
    expect(await me(forged)).toMatchObject(refused);
  });

  test("another installation's bearer is refused here", async () => {
    const other = await createService({ env: github.env });
    const somebody = person();
    await signedIn(somebody);
    const elsewhere = new ConsoleBrowser(other.deps);
    await elsewhere.signIn(somebody.login);
    expect(await me(await bearerOf(elsewhere))).toMatchObject(refused);
    await other.close();
  });
});
