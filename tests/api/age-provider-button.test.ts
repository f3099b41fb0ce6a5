import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AgeProvider,
  Browser,
  buttonIn,
  CALLBACK,
  careful,
  newSite as newSiteIn,
  serveAgeProvider,
  walk,
} from "../support/sign-in/age-provider.ts";

let world: AgeProvider;
beforeAll(async () => {
  world = await serveAgeProvider();
});
afterAll(() => world[Symbol.asyncDispose]());

const newSite = (input?: Parameters<typeof newSiteIn>[1]) => newSiteIn(world, input);

/** How many rows there are of what a request could leave behind. */
const kept = async (tenantId: string): Promise<{ verifications: number; artifacts: number }> => {
  const { verification, oidcArtifact } = world.deps.db.orm;
  const verifications = await verification.count({ where: { tenantId } });
  return { verifications, artifacts: await oidcArtifact.count() };
};

const paramsOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

describe("a browser that is led to an authorization request", () => {
  test("is shown a page with a button, and nothing begins: not by GET, not by HEAD, not by a page of another site", async () => {
    const { tenant, site } = await newSite();
    const url = new URL(site.authorizationUrl(careful().sent));
    const before = await kept(tenant.id);
    for (const origin of [undefined, "https://shop.example", "https://other.example", "null"]) {
      const browser = new Browser();
      const response = origin
        ? await browser.get(url.origin + url.pathname, paramsOf(url), origin)
        : await browser.get(url.href);
      expect(response.status, origin).toBe(200);
      expect(buttonIn(await response.text()), origin).not.toBeNull();
      expect(browser.cookies(), origin).toEqual([]);
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    const head = await request(url.href, { method: "HEAD" });
    expect([head.statusCode, head.headers.location]).toEqual([200, undefined]);
    expect(await kept(tenant.id)).toEqual(before);
  });

  test("begins the check by the button, with everything that the site asked for", async () => {
    const { tenant, site } = await newSite();
    const { sent, checks } = careful();
    const claims = JSON.stringify({ id_token: { age_over_16: { essential: true } } });
    const url = site.authorizationUrl({ ...sent, claims, state: `${sent.state}"<&'>`, ui_locales: "tlh pl" });
    const back = await walk(world, url, "approve");
    const tokens = await site.callback(CALLBACK, paramsOf(back), {
      ...checks,
      state: `${sent.state}"<&'>`,
    });
    expect(tokens.claims()).toMatchObject({ age_over_16: true, age_over_18: true });
    const row = await world.deps.db.orm.verification.findFirst({ where: { tenantId: tenant.id } });
    expect(row).toMatchObject({ locale: "pl", thresholds: [16, 18] });
  });

  test("can press it twice, in two tabs: each is a check of its own", async () => {
    const { tenant, site } = await newSite();
    const browser = new Browser();
    const two = [careful(), careful()];
    const urls = two.map(({ sent }) => site.authorizationUrl(sent));
    const backs = [];
    for (const url of urls) backs.push(await walk(world, url, "approve", browser));
    for (const [index, back] of backs.entries())
      expect((await site.callback(CALLBACK, paramsOf(back), two[index]?.checks)).claims().age_over_18).toBe(
        true,
      );
    expect((await kept(tenant.id)).verifications).toBe(2);
  });

  test("may read the page for as long as a pushed request lives, which is ten minutes", async () => {
    const { site } = await newSite();
    const { sent } = careful();
    const pushed = await site.pushedAuthorizationRequest({ ...sent, redirect_uri: CALLBACK });
    expect(pushed.expires_in).toBe(600);
    const url = site.authorizationUrl({ request_uri: pushed.request_uri, redirect_uri: CALLBACK });
    const shown = buttonIn(await (await new Browser().get(url)).text());
    expect(shown?.fields.request_uri).toBe(pushed.request_uri);
    expect((await walk(world, url, "approve")).searchParams.get("code")).toBeTruthy();
  });

  test("goes straight back to the site with a request that cannot be met", async () => {
    const { site } = await newSite();
    const { at } = await new Browser().follow(
      site.authorizationUrl({ ...careful().sent, prompt: "none" }),
      world.origin,
    );
    expect(new URL(at).searchParams.get("error")).toBe("interaction_required");
    const refused = await new Browser().get(
      site.authorizationUrl({ ...careful().sent, redirect_uri: "https://other.example/" }),
    );
    expect(refused.status).toBe(400);
    expect(buttonIn(await refused.text())).toBeNull();
  });
});

describe("the page before the check", () => {
  const words = async (url: string): Promise<string> => await (await new Browser().get(url)).text();

  test("says whose it is, where the answer goes and what it says", async () => {
    const { site } = await newSite({ mode: "test" });
    const text = await words(site.authorizationUrl(careful().sent));
    for (const part of [
      "Shop",
      "shop.example",
      "Only whether you are <bdi>18</bdi> or over.",
      "It may also learn what kind of proof you used.",
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/<html lang="en" dir="ltr">/);
  });

  test("names several ages, in the language that the site asks for", async () => {
    const { site } = await newSite();
    const asked = { ...careful().sent, scope: "openid age_over:16 age_over:18", ui_locales: "tlh de-AT" };
    const text = await words(site.authorizationUrl(asked));
    expect(text).toContain(
      "Nur, welche dieser Altersgrenzen Sie erreicht haben: <bdi>16 und 18</bdi> Jahre.",
    );
    expect(text).toMatch(/<html lang="de" dir="ltr">/);
  });

  test("holds nothing of the request but as text", async () => {
    const { site } = await newSite();
    const state = `"><script>alert(1)</script>`;
    const text = await words(site.authorizationUrl({ ...careful().sent, state }));
    expect(text).not.toContain("<script>");
    expect(buttonIn(text)?.fields.state).toBe(state);
  });
});
