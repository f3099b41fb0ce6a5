import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { consoleCall } from "../support/console/call.ts";
import { AUDIENCE, CLIENT } from "../support/sign-in/identity.ts";
import {
  type ProviderShape,
  type ShapedProvider,
  startShapedProvider,
  USUAL_SHAPE,
} from "../support/sign-in/provider-shapes.ts";
import { tokensOfProgram, Visitor } from "../support/sign-in/walk.ts";
import { createService, type TestService } from "../support/world/service.ts";

// Every cell is what a person gets: the provider is certified software that is not ours, asked over HTTP.

type Case = { name: string; shape: Partial<ProviderShape>; isAddressProven?: false };

const SHAPES: readonly Case[] = [
  { name: "claims in the id_token, API tokens as JWTs", shape: {} },
  { name: "claims only at userinfo", shape: { claimsAt: "userinfo", accessTokens: "opaque" } },
  {
    name: "claims only at userinfo, which refuses API tokens",
    shape: { claimsAt: "userinfo", unnamedResource: "userinfo" },
  },
  {
    name: "claims only at userinfo, as a signed JWT",
    shape: { claimsAt: "userinfo", userinfo: "jwt", accessTokens: "opaque" },
  },
  { name: "signed with ES256", shape: { signedBy: "ES256" } },
  { name: "signed with EdDSA", shape: { signedBy: "EdDSA" } },
  { name: "signed with PS256", shape: { signedBy: "PS256", accessTokens: "opaque" } },
  {
    name: "ES256, with claims and a signed userinfo",
    shape: { signedBy: "ES256", claimsAt: "userinfo", userinfo: "jwt", accessTokens: "opaque" },
  },
  { name: "200 groups in every token", shape: { groups: 200 } },
  { name: "200 groups in the id_token that is the bearer", shape: { groups: 200, accessTokens: "opaque" } },
  { name: "no email_verified", shape: { emailVerified: "absent" }, isAddressProven: false },
  { name: "email_verified: false", shape: { emailVerified: false }, isAddressProven: false },
  { name: "client_secret_post only", shape: { secretBy: "post" } },
  { name: "answers as forms that post themselves", shape: { answersBy: "form" } },
  { name: "no iss in its answers", shape: { namesIssuer: false } },
  { name: "refresh tokens that stay the same", shape: { rotates: false } },
];

const MINUTE_MS = 60_000;

describe.each(SHAPES)("$name", ({ shape, isAddressProven = true }) => {
  const { accessTokens } = { ...USUAL_SHAPE, ...shape };
  let provider: ShapedProvider;
  let service: TestService;

  beforeAll(async () => {
    // The provider and the console live by one clock, which the tests move.
    vi.useFakeTimers({ toFake: ["Date"] });
    provider = await startShapedProvider(shape);
    service = await createService({ env: provider.env });
  });

  afterAll(async () => {
    await service?.close();
    await provider.stop();
    vi.useRealTimers();
  });

  const arrive = (subject: string) => new Visitor(service.deps).arrives({ subject });

  const passes = (ms: number) => vi.setSystemTime(Date.now() + ms);

  test("signs in with the name and the verified address that the provider has", async () => {
    const ada = await arrive("ada");
    expect(await ada.calls("session.me")).toMatchObject({
      httpStatus: 200,
      data: { member: { name: "Ada", email: isAddressProven ? "ada@people.test" : null } },
    });
  });

  test("renews by one refresh after the bearer has run out, and stays who they are", async () => {
    const ben = await arrive("ben");
    const before = await ben.bearer();
    const asked = provider.refreshes.length;
    passes(6 * MINUTE_MS);
    const bearers = await Promise.all([ben.bearer(), ben.bearer(), ben.bearer()]);
    expect(new Set(bearers).size).toBe(1);
    expect(bearers[0]).not.toBe(before);
    expect(await ben.calls("session.me")).toMatchObject({
      httpStatus: 200,
      data: { member: { name: "Ben" } },
    });
    expect(provider.refreshes.slice(asked)).toEqual(["granted"]);
    expect(provider.hasGrant("ben")).toBe(true);
    // And once more, with the refresh token that took the first one's place.
    passes(6 * MINUTE_MS);
    expect(await ben.calls("session.me")).toMatchObject({ httpStatus: 200 });
    expect(provider.refreshes.slice(asked)).toEqual(["granted", "granted"]);
  });

  test("an invitation by address asks only where the address is theirs for sure", async () => {
    const { id } = await service.tenant({ ownerEmail: "cyd@people.test" });
    const cyd = await arrive("cyd");
    const entered = await cyd.calls("session.begin");
    expect(entered.httpStatus).toBe(200);
    const accepted = await cyd.calls("session.acceptOffer", { tenantId: id, role: "owner" });
    expect(accepted.httpStatus).toBe(isAddressProven ? 200 : 404);
    const me = await cyd.calls("session.me", undefined);
    const member = {
      tenants: expect.arrayContaining([expect.objectContaining({ tenantId: id, role: "owner" })]),
    };
    if (isAddressProven) expect(me.data).toMatchObject(member);
    else expect(me.data).not.toMatchObject(member);
  });

  test("an invitation by link makes a member", async () => {
    const dee = await arrive("dee");
    await dee.calls("session.begin");
    const mine = await dee.calls("session.me");
    const [tenant] = (mine.data as { tenants: { tenantId: string }[] }).tenants;
    const invited = await dee.calls("members.invite", { role: "developer" }, tenant?.tenantId);
    const secret = (invited.data as { url: string }).url.split("#")[1];
    const eve = await arrive("eve");
    expect(await eve.calls("session.acceptInvitation", { secret })).toMatchObject({
      httpStatus: 200,
      data: { tenantId: tenant?.tenantId, role: "developer" },
    });
    expect(await eve.calls("members.list", undefined, tenant?.tenantId)).toMatchObject({ httpStatus: 200 });
  });

  test("signing out ends the cookie, the bearer and the grant", async () => {
    const fay = await arrive("fay");
    const bearer = await fay.bearer();
    const copied = new Visitor(service.deps);
    for (const [name, value] of fay.browser.cookies) copied.browser.cookies.set(name, value);
    expect((await copied.browser.token()).status).toBe(200);
    const leaving = await fay.signsOut();
    expect(leaving).toContain(provider.issuer);
    for (const browser of [fay.browser, copied.browser]) expect((await browser.token()).status).toBe(401);
    expect(await consoleCall(service.deps, "session.me", undefined, { bearer })).toMatchObject({
      httpStatus: 401,
      errorCode: "UNAUTHENTICATED_MEMBER",
    });
    expect(provider.hasGrant("fay")).toBe(false);
  });

  test.runIf(accessTokens === "jwt")(
    "a program's own access token is a bearer, and its id_token is none",
    async () => {
      await arrive("gus");
      const { access_token, id_token } = await tokensOfProgram(
        service.deps,
        {
          issuer: provider.issuer,
          clientId: CLIENT.id,
          clientSecret: CLIENT.secret,
          secretBy: shape.secretBy ?? "basic",
          params: { scope: "openid", resource: AUDIENCE },
        },
        { subject: "gus" },
      );
      expect(decodeProtectedHeader(access_token)).toMatchObject({
        alg: shape.signedBy ?? "RS256",
        typ: "at+jwt",
      });
      const answer = await consoleCall(service.deps, "session.me", undefined, { bearer: access_token });
      // What a header line carries through common proxies.
      if (access_token.length > 8_192)
        expect(answer).toMatchObject({
          httpStatus: 401,
          message: expect.stringContaining("8192 characters"),
        });
      else expect(answer).toMatchObject({ httpStatus: 200, data: { member: { name: "Gus" } } });
      expect(await consoleCall(service.deps, "session.me", undefined, { bearer: id_token })).toMatchObject({
        httpStatus: 401,
      });
    },
  );
});
