import { createHash, randomBytes } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { decodeJwt } from "jose";
import { z } from "zod";
import { callApi, expect, test } from "./support/console.ts";

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finish())));
  const result = await new AxeBuilder({ page })
    .exclude("[data-base-ui-focus-guard]")
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
};

const staysWithinThePage = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const CALLBACK = "https://shop.example/callback";

test("a site is added, its secret is shown once, and its settings are there to copy", async ({
  page,
  tenant,
}) => {
  await page.goto(`/console/${tenant.id}/sign-in-with-age?mode=test`);
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

  await page.getByRole("button", { name: "Rotate: Shop" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.locator("[data-secret]")).toHaveText(/^cs_/);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Remove: Shop" }).click();
  await dialog.getByRole("textbox").fill("Shop");
  await dialog.getByRole("button", { name: "Remove site" }).click();
  await expect(page.getByText("No test sites")).toBeVisible();
});

// The site is on this machine; the browser never gets there.
const AT_THE_SITE = "http://localhost:9/callback";

const created = z.object({ client: z.object({ clientId: z.string() }), secret: z.string() });

for (const response_mode of ["query", "form_post"]) {
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
