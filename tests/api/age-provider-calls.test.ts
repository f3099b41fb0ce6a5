import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#core/day.ts";
import { newId } from "#services/ids.ts";
import { isClientSecret } from "#services/oidc/clients.ts";
import { exchangeKeys, listKeys } from "#services/oidc/keys.ts";
import { revokeToken } from "#services/verifications/tokens.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { goBack, submitEvidence } from "../support/http/hosted.ts";
import {
  type AgeProvider,
  Browser,
  CALLBACK,
  careful,
  newClient,
  relyingParty,
  secretAt,
  serveAgeProvider,
  walk,
} from "../support/sign-in/age-provider.ts";
import { testClock } from "../support/world/clock.ts";
import { recordStatements } from "../support/world/statement-counter.ts";

// What programs call: limits, log lines, and what happens to an answer between the browser and the program.

// It stands still, so no window of a limit ends by itself; the package that does the protocol has the machine's clock.
const clock = testClock(new Date());
const MOST = 3;

let world: AgeProvider;
let tenantId: string;
let client: { clientId: string; secret: string };
beforeAll(async () => {
  world = await serveAgeProvider({ now: clock.now }, { AUTH_FAILURES_PER_MINUTE: String(MOST) });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  tenantId = (await world.service.tenant({ plan: "scale" })).id;
  client = await newClient(world, tenantId);
});

type Sent = Record<string, string>;

const basic = ({ clientId, secret }: { clientId: string; secret: string }): Sent => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
});

const post = async (path: string, body: Sent, headers: Sent = basic(client)) => {
  const url = `${world.origin}/oidc/test${path}`;
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(body), headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

/** An authorization request of the client: its address, and what the code at the end of it is exchanged with. */
const request = (of = client.clientId) => {
  const { sent, checks } = careful();
  const query = new URLSearchParams({
    client_id: of,
    redirect_uri: CALLBACK,
    response_type: "code",
    ...sent,
  });
  const exchangeOf = (back: URL): Sent => ({
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: CALLBACK,
    code_verifier: checks.code_verifier,
  });
  return { url: `${world.origin}/oidc/test/authorize?${query}`, exchangeOf };
};

/** A code of the client, and all that it is exchanged with. */
const newCode = async (outcome = "approve", of = client.clientId): Promise<Sent> => {
  const { url, exchangeOf } = request(of);
  return exchangeOf(await walk(world, url, outcome));
};

/** A request of the client whose browser is at the page of the check. */
const begin = async () => {
  const { url, exchangeOf } = request();
  const browser = new Browser();
  const secret = secretAt((await browser.follow(url, world.origin)).at);
  const approve = async (): Promise<URL> => {
    await submitEvidence(world.deps, secret, { body: "approve" });
    return goBack(world.deps, secret);
  };
  return { browser, exchangeOf, approve };
};

const claimsOf = ({ id_token }: { id_token?: string }): Record<string, unknown> =>
  JSON.parse(Buffer.from(id_token?.split(".")[1] ?? "", "base64url").toString());

const TOO_MANY = {
  error: "temporarily_unavailable",
  error_description: expect.stringMatching(/^Too many failures from this address\. Try again in \d+ s\.$/),
};

describe("guesses of a secret", () => {
  const guess = (path: string, secret: string, headers: Sent = {}) =>
    post(path, { grant_type: "authorization_code" }, { ...basic({ ...client, secret }), ...headers });

  test.each(["/token", "/par"])(
    "at %s are answered 429 when there were too many, in a shape that OAuth knows",
    async (path) => {
      for (let i = 0; i < MOST; i += 1)
        expect(await guess(path, `cs_${i}`)).toMatchObject({
          status: 401,
          body: { error: "invalid_client" },
        });
      const refused = await guess(path, "cs_more");
      expect(refused).toMatchObject({ status: 429, body: TOO_MANY });
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      expect(refused.headers.get("www-authenticate")).toBeNull();
      clock.advance({ minutes: 2 });
      expect(await guess(path, "cs_later")).toMatchObject({ status: 401 });
    },
  );

  test("do not tell the right one by its answer, whatever kind of answer is asked for", async () => {
    const asPage = { accept: "text/html" };
    for (let i = 0; i <= MOST; i += 1)
      await fetch(`${world.origin}/oidc/test/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "authorization_code" }),
        headers: { ...basic({ ...client, secret: `cs_${i}` }), ...asPage },
      });
    expect(await isClientSecret(world.deps, "test", client.clientId, client.secret)).toBe(true);
    expect(await guess("/token", client.secret)).toMatchObject({ status: 429, body: TOO_MANY });
    clock.advance({ minutes: 2 });
    expect(await post("/token", await newCode())).toMatchObject({ status: 200 });
  });

  test("cost no other site a call", async () => {
    const other = await newClient(world, tenantId);
    for (let i = 0; i <= MOST; i += 1) await guess("/token", `cs_${i}`);
    const code = await newCode("approve", other.clientId);
    expect(await post("/token", code, basic(other))).toMatchObject({ status: 200 });
  });
});

describe("guesses of codes and of access tokens", () => {
  test("are limited too, and a site with its own code is let in all the same", async () => {
    const code = await newCode();
    for (let i = 0; i < MOST; i += 1) {
      expect(await post("/token", { ...code, code: `guess_${i}` })).toMatchObject({ status: 400 });
    }
    expect(await post("/token", { ...code, code: "more" })).toMatchObject({ status: 429, body: TOO_MANY });
    const { status, body } = await post("/token", code);
    expect(status).toBe(200);
    const userinfo = (token: string) =>
      fetch(`${world.origin}/oidc/test/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    for (let i = 0; i < MOST; i += 1) expect((await userinfo(`guess_${i}`)).status).toBe(401);
    const refused = await userinfo("more");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject(TOO_MANY);
    expect((await userinfo(body.access_token)).status).toBe(200);
  });

  test("are refused while the counter is away and the operator wants no call without it", async () => {
    const { rateLimiter } = world.deps;
    const { limit } = rateLimiter;
    const { CacheUnavailableError } = await import("#platform/rate-limit.ts");
    rateLimiter.limit = () => Promise.reject(new CacheUnavailableError(2));
    try {
      const refused = await post(
        "/token",
        { grant_type: "authorization_code" },
        basic({ ...client, secret: "no" }),
      );
      expect(refused).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
      expect(refused.headers.get("retry-after")).toBe("2");
    } finally {
      rateLimiter.limit = limit;
    }
  });
});

describe("pushed requests", () => {
  test("are as many in a minute as the tenant's plan has calls, and more write nothing", async () => {
    const tenant = await world.service.tenant({ plan: "scale", overrides: { rateLimitPerMinute: 2 } });
    const open = await newClient(world, tenant.id, { authMethod: "none" });
    const push = () => {
      const { sent } = careful();
      return post(
        "/par",
        { client_id: open.clientId, redirect_uri: CALLBACK, response_type: "code", ...sent },
        {},
      );
    };
    const { oidcArtifact } = world.deps.db.orm;
    expect([(await push()).status, (await push()).status]).toEqual([201, 201]);
    const kept = await oidcArtifact.count();
    const refused = await push();
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: "temporarily_unavailable",
        error_description: expect.stringMatching(/^More than 2 pushed requests in a minute\./),
      },
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await oidcArtifact.count()).toBe(kept);
    expect(
      (
        await post("/par", {
          client_id: client.clientId,
          redirect_uri: CALLBACK,
          response_type: "code",
          ...careful().sent,
        })
      ).status,
    ).toBe(201);
    clock.advance({ minutes: 2 });
    expect((await push()).status).toBe(201);
  });
});

const AUTHORIZE =
  "/oidc/test/authorize?client_id&redirect_uri&response_type&scope&state&nonce&code_challenge&code_challenge_method";

describe("the request log", () => {
  test("has a line for each call, with its site's tenant and its check, and nothing that was sent", async () => {
    const { requestLog } = world.deps.db.orm;
    const code = await newCode();
    const { body, headers } = await post("/token", code);
    await fetch(`${world.origin}/oidc/test/userinfo`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    await post("/par", {
      client_id: client.clientId,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "openid",
    });
    await post("/token", code);
    const wrong = new URLSearchParams({ client_id: client.clientId, redirect_uri: "https://evil.example/" });
    await fetch(`${world.origin}/oidc/test/authorize?${wrong}`);
    const read = () =>
      requestLog.findMany({ where: { tenantId, event: { startsWith: "oidc." } }, orderBy: { id: "asc" } });
    await expect.poll(async () => (await read()).length, { timeout: 5_000 }).toBe(8);
    const lines = await read();
    const verificationId = claimsOf(body).txn;
    expect(
      lines.map(({ event, url, status, code: error, verificationId: of }) => ({
        event,
        url,
        status,
        error,
        of,
      })),
    ).toEqual(
      expect.arrayContaining([
        // The page with the button, and the button.
        { event: "oidc.authorize", url: AUTHORIZE, status: 200, error: null, of: null },
        {
          event: "oidc.authorize",
          url: "/oidc/test/authorize",
          status: 303,
          error: null,
          of: verificationId,
        },
        {
          event: "oidc.check",
          url: "/oidc/test/authorize/[uid]",
          status: 303,
          error: null,
          of: verificationId,
        },
        {
          ...{ event: "oidc.authorize", url: "/oidc/test/authorize?client_id&redirect_uri", status: 400 },
          ...{ error: "invalid_request", of: null },
        },
        { event: "oidc.token", url: "/oidc/test/token", status: 200, error: null, of: verificationId },
        { event: "oidc.userinfo", url: "/oidc/test/userinfo", status: 200, error: null, of: verificationId },
        { event: "oidc.par", url: "/oidc/test/par", status: 400, error: "invalid_request", of: null },
        { event: "oidc.token", url: "/oidc/test/token", status: 400, error: "invalid_grant", of: null },
      ]),
    );
    expect(lines.map(({ requestId }) => requestId)).toContain(headers.get("x-request-id"));
    const kept = JSON.stringify(lines.map((line) => ({ ...line, number: undefined })));
    for (const secret of [code.code, client.secret, body.access_token]) expect(kept).not.toContain(secret);
  });
});

describe("a sign-in", () => {
  test("costs eight statements beside those of the check itself, its start and its answer among them", async () => {
    await newCode(); // the client is known from now on, for some seconds
    const recorded = recordStatements(world.deps);
    const taken = () => recorded().filter((text) => !text.includes("pg_notify")).length; // of a moment ago
    const { browser, exchangeOf, approve } = await begin();
    const begun = taken();
    const back = await approve();
    taken();
    const { at } = await browser.follow(back.href, world.origin);
    const ended = taken();
    const { status } = await post("/token", exchangeOf(new URL(at)));
    expect({ status, begun, ended, exchanged: taken() }).toEqual({
      ...{ status: 200, begun: 2, ended: 3, exchanged: 3 },
    });
  });

  test("whose answer cannot be written gives out no code, and can be gone on with", async () => {
    const { browser, approve } = await begin();
    const back = await approve();
    const { orm } = world.deps.db;
    await orm.$executeRaw`create function refuse() returns trigger language plpgsql as
      'begin if new.kind = ''AuthorizationCode'' then raise exception ''full''; end if; return new; end'`;
    await orm.$executeRaw`create trigger refuse before insert on oidc_artifact for each row execute function refuse()`;
    const failed = await browser.get(back.href);
    await orm.$executeRaw`drop function refuse() cascade`;
    expect([failed.status, failed.headers.get("location"), failed.headers.getSetCookie()]).toEqual([
      ...[500, null, []],
    ]);
    const { at } = await browser.follow(back.href, world.origin);
    expect(new URL(at).searchParams.get("code")).toBeTruthy();
  });

  test("leaves one cookie while it runs, at the one address that it comes back to, and none afterwards", async () => {
    const { browser, approve } = await begin();
    const back = await approve();
    expect(browser.cookies()).toEqual([`_oidc_back ${back.pathname}`]);
    await browser.follow(back.href, world.origin);
    expect(browser.cookies()).toEqual([]);
  });
});

describe("one signed assertion", () => {
  test("sent to two processes at once is taken once", async () => {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const members = Object.entries(pair.publicKey.export({ format: "jwk" }));
    const jwk = { kty: "EC", ...Object.fromEntries(members.map(([name, value]) => [name, String(value)])) };
    const keyed = await newClient(world, tenantId, {
      authMethod: "private_key_jwt",
      jwks: { keys: [{ ...jwk, alg: "ES256" }] },
    });
    const other = await world.another();
    for (let round = 0; round < 4; round += 1) {
      const assertion = await new SignJWT({})
        .setProtectedHeader({ alg: "ES256" })
        .setIssuer(keyed.clientId)
        .setSubject(keyed.clientId)
        .setAudience(`${world.origin}/oidc/test`)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime("1m")
        .sign(pair.privateKey);
      const push = async (origin: string) => {
        const { sent } = careful();
        const body = new URLSearchParams({
          ...{ client_id: keyed.clientId, redirect_uri: CALLBACK, response_type: "code", ...sent },
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          client_assertion: assertion,
        });
        const answer = await fetch(`${origin}/oidc/test/par`, { method: "POST", body });
        return { status: answer.status, ...(await answer.json()) };
      };
      const answers = await Promise.all([world.origin, other, world.origin, other].map(push));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 201);
      // Three in a round, which in each process are not more than its limit.
      for (const { error } of refused) expect(["invalid_client", "temporarily_unavailable"]).toContain(error);
    }
  });
});

describe("an exchange of the keys that sign", () => {
  const kids = async (): Promise<string[]> => {
    const { keys } = await (await fetch(`${world.origin}/oidc/test/jwks`)).json();
    return keys.flatMap(({ kid, alg }: { kid: string; alg: string }) => (alg === "RS256" ? [kid] : []));
  };
  const newToken = async () => {
    const { id_token = "" } = (await post("/token", await newCode())).body;
    return { id_token, kid: decodeProtectedHeader(id_token).kid ?? "" };
  };
  const isGood = ({ id_token }: { id_token: string }) =>
    jwtVerify(id_token, createRemoteJWKSet(new URL(`${world.origin}/oidc/test/jwks`))).then(
      () => true,
      () => false,
    );
  const later = (hours: number) => clock.advance({ hours, minutes: 2 });
  const inADay = () => ({ from: addDays(clock.now(), 1), isStolen: false });

  test("lets no token go bad: the new one is known a day before it signs, and the old one a day after", async () => {
    const first = await newToken();
    await exchangeKeys(world.deps, inADay());
    await expect(exchangeKeys(world.deps, inADay())).rejects.toMatchObject({ code: "CONFLICT" });
    later(0);
    const announced = await newToken();
    const [, next = ""] = await kids();
    expect(announced.kid).toBe(first.kid);
    expect(await kids()).toEqual([first.kid, next]);
    later(24);
    const second = await newToken();
    expect(second.kid).toBe(next);
    expect(await kids()).toEqual([next, first.kid]);
    expect([await isGood(first), await isGood(announced), await isGood(second)]).toEqual([true, true, true]);
    later(24);
    expect(await kids()).toEqual([next]);
    expect([await isGood(first), await isGood(second)]).toEqual([false, true]);
    const stateOf = async (kid: string) => (await listKeys(world.deps)).find((key) => key.kid === kid)?.state;
    expect([await stateOf(first.kid), await stateOf(next)]).toEqual(["gone", "signs"]);
    await exchangeKeys(world.deps, inADay());
    expect(await stateOf(first.kid)).toBeUndefined();
  });

  test("after a theft makes all that was signed bad at once", async () => {
    const before = await newToken();
    await exchangeKeys(world.deps, { from: clock.now(), isStolen: true });
    later(0);
    const after = await newToken();
    expect(after.kid).not.toBe(before.kid);
    expect(await kids()).toEqual([after.kid]);
    expect([await isGood(before), await isGood(after)]).toEqual([false, true]);
  });
});

describe("between the browser's way back and the exchange", () => {
  const rowOf = async (txn: unknown) =>
    world.deps.db.orm.verification.findUniqueOrThrow({ where: { id: String(txn) } });

  /** An approved appeal of a rejected verification, as the hosted page writes it. */
  const overturn = async (id: string): Promise<void> => {
    const { verification } = world.deps.db.orm;
    const { secretHash: _hash, ...first } = await verification.findUniqueOrThrow({ where: { id } });
    await verification.create({
      data: {
        ...first,
        id: newId(world.deps, "verification"),
        secretHash: new Uint8Array(world.deps.random(32)),
        metadata: {},
        appealOf: id,
        verified: true,
        ageAtLeast: 18,
        ageBelow: null,
      },
    });
    await verification.update({ where: { id }, data: { overturnedAt: clock.now() } });
  };

  const lastId = async () =>
    (await world.deps.db.orm.verification.findFirstOrThrow({ where: { tenantId }, orderBy: { id: "desc" } }))
      .id;

  test("an appeal changes no code that was issued: its token says what the browser brought", async () => {
    const code = await newCode("under_age");
    await overturn(await lastId());
    const { body } = await post("/token", code);
    expect(claimsOf(body)).toMatchObject({ age_over_18: false });
    const userinfo = await fetch(`${world.origin}/oidc/test/userinfo`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(await userinfo.json()).toMatchObject({ age_over_18: false });
  });

  test("an appeal that was approved before the browser came back is the answer", async () => {
    const { sent, checks } = careful();
    const site = await relyingParty(world, client);
    const back = await walk(world, site.authorizationUrl(sent), async (secret) => {
      await submitEvidence(world.deps, secret, { body: "under_age" });
      await overturn(await lastId());
    });
    const tokens = await site.callback(CALLBACK, Object.fromEntries(back.searchParams), checks);
    expect(tokens.claims()).toMatchObject({ age_over_18: true });
    expect(await rowOf(tokens.claims().txn)).toMatchObject({ verified: true });
  });

  const revoke = async (id: string) => revokeToken(await ownerCtx(world.deps, tenantId), id);

  test("a result that was revoked before the browser came back is no answer", async () => {
    const { sent } = careful();
    const site = await relyingParty(world, client);
    const back = await walk(world, site.authorizationUrl(sent), async (secret) => {
      await submitEvidence(world.deps, secret, {});
      await revoke(await lastId());
    });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: "access_denied",
      error_description: "The result of the age check was revoked.",
    });
    expect(back.searchParams.has("code")).toBe(false);
  });

  test("a code, and an access token, of a result that is revoked then are not answered", async () => {
    const code = await newCode();
    await revoke(await lastId());
    expect(await post("/token", code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const other = await newCode();
    const { body } = await post("/token", other);
    await revoke(String(claimsOf(body).txn));
    const userinfo = await fetch(`${world.origin}/oidc/test/userinfo`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(userinfo.status).toBe(401);
  });
});
