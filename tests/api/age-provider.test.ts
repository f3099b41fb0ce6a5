import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AgeProvider,
  CALLBACK,
  careful,
  newClient,
  relyingParty,
  serveAgeProvider,
  walk,
} from "../support/sign-in/age-provider.ts";

let world: AgeProvider;
beforeAll(async () => {
  world = await serveAgeProvider();
});
afterAll(() => world[Symbol.asyncDispose]());

const paramsOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

describe("a site signs people in with their age", () => {
  test("by code and PKCE, with the library that it has", async () => {
    const tenant = await world.service.tenant({ plan: "scale" });
    const client = await newClient(world, tenant.id);
    const site = await relyingParty(world, client);
    const { sent, checks } = careful();
    const back = await walk(world, site.authorizationUrl(sent), "approve");
    expect(back.href).toMatch(CALLBACK);
    const tokens = await site.callback(CALLBACK, paramsOf(back), checks);
    expect(tokens.claims()).toMatchObject({ age_over_18: true });
    expect(Object.keys(decodeJwt(tokens.id_token ?? "")).sort()).toEqual(
      ["iss", "aud", "exp", "iat", "nonce", "auth_time", "sub", "acr", "txn", "age_over_18"].sort(),
    );
    expect(decodeProtectedHeader(tokens.id_token ?? "")).toMatchObject({ alg: "RS256" });
    const known = await site.userinfo(tokens);
    expect(known).toEqual({ sub: tokens.claims().sub, txn: tokens.claims().txn, age_over_18: true });
  });
});
