import { expect, test } from "vitest";
import { anyPort } from "../../scripts/local/ports.ts";
import { serveBuild } from "../support/http/served.ts";
import {
  Browser,
  CALLBACK,
  careful,
  newClient,
  relyingParty,
  secretAt,
} from "../support/sign-in/age-provider.ts";

test("the real program signs a person in at a site, by its own page and over HTTP alone", async () => {
  const port = await anyPort();
  const origin = `http://localhost:${port}`;
  await using served = await serveBuild({ PORT: String(port), PUBLIC_URL: origin });
  const { service } = served;
  const tenant = await service.tenant({ plan: "scale" });
  const client = await newClient(service, tenant.id);
  const site = await relyingParty({ origin }, client);
  const { sent, checks } = careful();
  const browser = new Browser();
  const { at } = await browser.follow(site.authorizationUrl(sent), origin);
  expect(at).toMatch(`${origin}/v/`);
  const evidence = await fetch(`${origin}/v/${secretAt(at)}/sandbox`, { method: "POST", body: "approve" });
  expect(evidence.status).toBe(200);
  const page = await (await fetch(at)).text();
  const back =
    /href="([^"]*\/oidc\/test\/interaction\/[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(back).toMatch(origin);
  const answer = new URL((await browser.follow(back, origin)).at);
  const tokens = await site.callback(CALLBACK, Object.fromEntries(answer.searchParams), checks);
  expect(tokens.claims()).toMatchObject({ age_over_18: true });
}, 120_000);
