import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { decodeJwt } from "jose";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { joinAsBen } from "./support/second-member.ts";

const staysWithinThePage = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const CALLBACK = "https://shop.example/callback";
const created = z.object({ client: z.object({ clientId: z.string() }), secret: z.string() });

test("a site is added, its secret is shown once, its settings are there to copy, and it is changed", async ({
  page,
  tenant,
}) => {
  await page.goto(`/console/${tenant.id}/sites/sign-in-with-age?mode=test`);
  await expect(page.getByText("No test sites")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Add site" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByLabel("Redirect addresses").fill("http://shop.example/#x");
  await dialog.getByRole("button", { name: "Add site" }).click();
  await expect(dialog.getByText("expected no fragment").first()).toBeVisible();
  await dialog.getByLabel("Redirect addresses").fill(CALLBACK);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add site" }).click();
  await expect(page.locator("[data-secret]")).toHaveText(/^cs_/);
  await expect(dialog.getByText("OIDCScope")).toContainText("openid age_over:18");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("cell", { name: /^Shop/ })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await staysWithinThePage(page)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Settings: Shop" }).click();
  await expect(dialog.getByText(/\/oidc\/test$/)).toBeVisible();
  await dialog.getByText("Keycloak").click();
  await expect(dialog.getByText(/Discovery endpoint/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("button", { name: "Change: Shop" }).click();
  await expect(dialog.getByLabel("Redirect addresses")).toHaveValue(CALLBACK);
  await dialog.getByLabel("Name").fill("Market");
  await dialog.getByLabel("Redirect addresses").fill(`${CALLBACK}\nhttps://shop.example/#x`);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("Address 2: expected no fragment").first()).toBeVisible();
  await dialog.getByLabel("Redirect addresses").fill(`${CALLBACK}\nhttps://shop.example/back`);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Settings: Market" }).click();
  await expect(dialog.getByText(`${CALLBACK}, https://shop.example/back`)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("button", { name: "Rotate: Market" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.locator("[data-secret]")).toHaveText(/^cs_/);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Remove: Market" }).click();
  await dialog.getByRole("textbox").fill("Market");
  await dialog.getByRole("button", { name: "Remove site" }).click();
  await expect(page.getByText("No test sites")).toBeVisible();
  await page.goto(`/console/${tenant.id}/audit`);
  await expect(page.getByText("Changed a site of Sign in with age").first()).toBeVisible();
});

const addSite = (page: Page, tenantId: string, more: object = {}) =>
  callApi(page, tenantId, "oidcClients.create", {
    ...{ name: "Shop", mode: "test", authMethod: "client_secret_basic" },
    redirectUris: [CALLBACK],
    thresholds: [16, 18],
    ...more,
  });

test("a test site is tried out in a new tab, which says in words what the site would get", async ({
  page,
  tenant,
  open,
}) => {
  await open();
  await addSite(page, tenant.id);
  await page.goto(`/console/${tenant.id}/sites/sign-in-with-age?mode=test`);
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Try it: Shop" }).click();
  const tab = await opened;
  await tab.getByRole("button", { name: "Prove your age" }).click();
  await tab.getByRole("button", { name: /approve/i }).click();
  await tab.getByRole("link", { name: /back to|continue/i }).click();
  await expect(tab.getByRole("heading", { name: "Shop learns this" })).toBeVisible();
  await expect(tab.getByText("16 or over")).toBeVisible();
  await expect(tab.getByText("Yes age_over_18: true")).toBeVisible();
  await expect(tab.getByText('"aud": "try_cli_')).toBeVisible();
  // Neither the code nor the state stays in the address.
  expect(new URL(tab.url()).search).toBe("?mode=test");
  await expect(tab.getByRole("region", { name: "Test mode" })).toBeVisible();
  expect(await violations(tab)).toEqual([]);
  await tab.setViewportSize({ width: 360, height: 740 });
  expect(await staysWithinThePage(tab)).toBe(true);

  await tab.getByRole("button", { name: "Try again" }).click();
  await tab.getByRole("button", { name: "Prove your age" }).click();
  await tab.getByRole("button", { name: /under age/i }).click();
  await tab.getByRole("link", { name: /back to|continue/i }).click();
  await expect(tab.getByText("No age_over_18: false")).toBeVisible();
  await tab.reload();
  await expect(tab.getByText("This trial was begun in another tab, or it is over.")).toBeVisible();
  expect(await violations(tab)).toEqual([]);
  await tab.close();
});

test("a trial of a site that refuses people below the age shows the error that it would get", async ({
  page,
  tenant,
  open,
}) => {
  await open();
  const { client } = created.parse(await addSite(page, tenant.id, { underAge: "deny" }));
  await page.goto(`/console/${tenant.id}/sites/sign-in-with-age/try?site=${client.clientId}`);
  await page.getByRole("button", { name: "Prove your age" }).click();
  await page.getByRole("button", { name: /under age/i }).click();
  await page.getByRole("link", { name: /back to|continue/i }).click();
  await expect(page.getByRole("heading", { name: "Shop gets an error, and no token" })).toBeVisible();
  await expect(page.getByText("access_denied")).toBeVisible();
  await expect(page.getByText("The person does not reach the age.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("no live site can be tried out, neither by its button nor by its address", async ({
  page,
  tenant,
  open,
  demo,
}) => {
  await open();
  const { client } = created.parse(await addSite(page, tenant.id, { mode: "live" }));
  await page.goto(`/console/${tenant.id}/sites/sign-in-with-age?mode=live`);
  await expect(page.getByRole("button", { name: "Settings: Shop" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Try it/ })).toBeHidden();
  await page.goto(`/console/${tenant.id}/sites/sign-in-with-age/try?site=${client.clientId}`);
  await expect(page.getByText("This trial was begun in another tab, or it is over.")).toBeVisible();
  for (const issuer of ["/oidc", "/oidc/test"]) {
    const query = new URLSearchParams({ client_id: `try_${client.clientId}`, response_type: "code" });
    const answer = await fetch(`${demo.baseUrl}${issuer}/authorize?${query}`, { redirect: "manual" });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("invalid_client")]);
  }
});

test("a role that may not see the sites tries none out", async ({ page, tenant, open, browser, demo }) => {
  await open("members");
  const { client } = created.parse(await addSite(page, tenant.id));
  const ben = await joinAsBen({ page, browser, demo, tenant }, "Viewer");
  await ben.goto(`/console/${tenant.id}/sites/sign-in-with-age/try?site=${client.clientId}`);
  await expect(ben.getByText(/Your role, viewer, does not/).first()).toBeVisible();
  expect(new URL(ben.url()).pathname).toBe(`/console/${tenant.id}/sites/sign-in-with-age/try`);
  await ben.context().close();
});

test("a site with signed assertions is added by its public keys, and a wrong text is told what to be", async ({
  page,
  tenant,
  open,
}) => {
  await open("sites/sign-in-with-age?mode=test");
  await page.getByRole("button", { name: "Add site" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByLabel("Redirect addresses").fill(CALLBACK);
  await dialog.getByLabel("How the site proves who it is").selectOption("private_key_jwt");
  const keys = dialog.getByLabel("Public keys");
  const add = dialog.getByRole("button", { name: "Add site" });
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKey = { ...pair.publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256" };
  for (const [text, told] of [
    [pair.publicKey.export({ type: "spki", format: "pem" }).toString(), "This is PEM, not JSON"],
    ["keys", "This is not JSON. Paste a JWK set"],
    [JSON.stringify(publicKey), "This is one key: put it into a set"],
    [
      JSON.stringify({ keys: [pair.privateKey.export({ format: "jwk" })] }),
      "this one is private or a secret",
    ],
  ] as const) {
    await keys.fill(text);
    await add.click();
    await expect(dialog.getByText(told).first()).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await staysWithinThePage(page)).toBe(true);
  await keys.fill(JSON.stringify({ keys: [publicKey] }));
  await add.click();
  // It has no secret to show: what its software needs comes at once.
  await expect(dialog.getByText(/\/oidc\/test$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByRole("cell", { name: /^Shop/ })).toBeVisible();
  const sites = await page.request.get(`/console/${tenant.id}/sites/sign-in-with-age?mode=test`);
  expect(await sites.text()).toContain("private_key_jwt");
});

// The site is on this machine; the browser never gets there.
const AT_THE_SITE = "http://localhost:9/callback";

for (const [response_mode, underAge, title] of [
  ["query", "answer", "This site asks visitors to prove their age"],
  // The first page names the age that a site insists on.
  ["form_post", "deny", "This site asks visitors to be 18 or over"],
] as const) {
  test(`a browser is signed in with its age, and comes back by ${response_mode}`, async ({
    page,
    tenant,
    demo,
  }) => {
    const { client, secret } = created.parse(
      await callApi(page, tenant.id, "oidcClients.create", {
        name: "Shop",
        mode: "test",
        authMethod: "client_secret_post",
        redirectUris: [AT_THE_SITE],
        underAge,
      }),
    );
    const issuer = `${demo.baseUrl}/oidc/test`;
    const code_verifier = randomBytes(32).toString("base64url");
    const query = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: AT_THE_SITE,
      response_type: "code",
      response_mode,
      scope: "openid age_over:18",
      code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    await page.route(`${AT_THE_SITE}**`, (route) => route.fulfill({ body: "at the site" }));
    const came = page.waitForRequest((request) => request.url().startsWith(AT_THE_SITE));
    await page.goto(`${issuer}/authorize?${query}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.getByRole("button", { name: "Prove your age" }).click();
    await page.getByRole("button", { name: /approve/i }).click();
    await page.getByRole("link", { name: /back to|continue/i }).click();
    const request = await came;
    const answer = new URLSearchParams(request.postData() ?? new URL(request.url()).search);
    expect(request.method()).toBe(response_mode === "query" ? "GET" : "POST");
    expect(answer.get("iss")).toBe(issuer);
    const tokens = await fetch(`${issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: answer.get("code") ?? "",
        redirect_uri: AT_THE_SITE,
        code_verifier,
        client_id: client.clientId,
        client_secret: secret,
      }),
    });
    const { id_token } = z.object({ id_token: z.string() }).parse(await tokens.json());
    expect(decodeJwt(id_token)).toMatchObject({ age_over_18: true });
  });
}
