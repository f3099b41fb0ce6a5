import type { Page } from "@playwright/test";
import { z } from "zod";
import { CONSOLE_PAGES, type ConsoleTenant, callApi, expect, test } from "./support/console.ts";
import { backendOf, type Demo } from "./support/service.ts";

const strip = (page: Page) => page.getByText("You are looking at test data");
const chosen = (page: Page, name: "Live" | "Test") =>
  page.getByRole("complementary").getByRole("radio", { name, exact: true });
const menu = (page: Page) => page.getByRole("navigation", { name: "Console" });
/** Nothing on these depends on the mode: what is changed there is live as well. */
const SHARED = [
  "requests",
  "alerts",
  "webhooks",
  "logs",
  "policy",
  "members",
  "hosts",
  "audit",
  "settings",
  "account",
];
const keyMade = z.object({ value: z.string() });

/** A live and a test verification that ended, each with its delivery. */
const makeBoth = async (page: Page, { baseUrl }: Demo, { id, liveKey }: ConsoleTenant) => {
  await callApi(page, id, "webhooks.createEndpoint", { url: "https://hooks.example.com/x" });
  const made = keyMade.parse(await callApi(page, id, "keys.create", { mode: "test", name: "Sandbox key" }));
  const end = async (key: string): Promise<string> => {
    const backend = backendOf(baseUrl, key);
    const { verificationId } = await backend.start();
    await backend.complete({ verificationId, result: "approved" });
    return verificationId;
  };
  return { live: await end(liveKey), test: await end(made.value) };
};

test("one mode for all pages: seen on each, kept by links and reloads, and the same for who is sent the address", async ({
  page,
  open,
  tenant,
  demo,
  context,
}) => {
  test.slow();
  await open();
  const made = await makeBoth(page, demo, tenant);
  await open("verifications");
  const row = (at: Page, id: string) => at.locator(`a[href*="${id}"]`).filter({ visible: true });
  await expect(row(page, made.live)).toBeVisible();
  await expect(row(page, made.test)).toHaveCount(0);
  await expect(strip(page)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await chosen(page, "Test").check();
  await expect(strip(page)).toBeVisible();
  await expect(row(page, made.test)).toBeVisible();
  await expect(row(page, made.live)).toHaveCount(0);

  await page.reload();
  await expect(chosen(page, "Test")).toBeChecked();
  await expect(row(page, made.test)).toBeVisible();

  await menu(page).getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await expect(strip(page)).toBeVisible();
  await expect(page.getByRole("cell", { name: /^Sandbox key/ })).toBeVisible();
  await expect(page.getByRole("cell", { name: /^First live key/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog").getByRole("radio", { name: /^Test/ })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await menu(page).getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await expect(page).toHaveURL(/deliveries\?mode=test$/);
  const deliveries = page.getByRole("row").filter({ hasText: "completed" });
  await expect(deliveries).toHaveCount(1);
  await deliveries.getByRole("link").first().click();
  await expect(page.getByRole("main").locator(`a[href*="${made.test}"]`).first()).toBeVisible();

  await menu(page).getByRole("link", { name: "Overview" }).click();
  await expect(row(page, made.test)).toBeVisible();
  await expect(row(page, made.live)).toHaveCount(0);

  // Somebody else's browser that has never been in test mode.
  const address = page.url();
  const other = await context.newPage();
  await other.goto(address);
  await expect(strip(other)).toBeVisible();
  await expect(row(other, made.test)).toBeVisible();
  await other.close();

  await page.getByRole("button", { name: "Exit test mode" }).click();
  await expect(strip(page)).toHaveCount(0);
  await expect(row(page, made.live)).toBeVisible();
  await menu(page).getByRole("link", { name: "Verifications" }).click();
  await expect(row(page, made.live)).toBeVisible();
  await expect(row(page, made.test)).toHaveCount(0);
});

test("the server's own page is of the mode that the address names, on every page", async ({
  page,
  open,
  tenant,
}) => {
  for (const path of CONSOLE_PAGES) {
    const address = `/console/${tenant.id}${path && `/${path}`}?mode=test`;
    const sent = (await (await page.request.get(address)).text()).replaceAll("<!-- -->", "");
    expect(sent, path).toContain(
      SHARED.includes(path) ? "Live and test share this page" : "You are looking at test data",
    );
    await open(`${path}?mode=test`);
    const links = await menu(page)
      .getByRole("link")
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute("href")));
    const ofConsole = links.filter((href) => href?.startsWith("/console/"));
    expect(ofConsole.length).toBeGreaterThan(8);
    expect(ofConsole.filter((href) => !href?.endsWith("?mode=test"))).toEqual([]);
  }
});

test("what is of the other mode is found by its address, and says so", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  const made = await makeBoth(page, demo, tenant);
  await open(`verifications/${made.test}`);
  await expect(page.getByText("This verification is in test mode.")).toBeVisible();
  await page.getByRole("button", { name: "Switch to test mode" }).click();
  await expect(strip(page)).toBeVisible();
  await expect(page.getByText("This verification is in test mode.")).toHaveCount(0);
  await open(`verifications/${made.live}?mode=test`);
  await expect(page.getByText("This verification is in live mode.")).toBeVisible();
});

test("a live identity provider is not among the test ones, and a new one is shown in its own mode", async ({
  page,
  open,
  tenant,
}) => {
  await open();
  await callApi(page, tenant.id, "identityProviders.add", {
    slug: "live-eid",
    mode: "live",
    name: "Live eID",
    issuer: "https://id.example.org",
    clientId: "shop-client",
    clientAuth: "client_secret",
    clientSecret: "its-secret-of-forty-letters",
    preset: "age_over",
  });
  await open("providers");
  await expect(page.getByText("oidc:live-eid", { exact: true })).toBeVisible();
  await open("providers?mode=test");
  await expect(page.getByText("No test identity providers yet")).toBeVisible();
  await expect(page.getByText("oidc:live-eid", { exact: true })).toHaveCount(0);

  await open("providers");
  await page.getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an identity provider" });
  await dialog.getByLabel("Mode").selectOption("test");
  await dialog.getByLabel("Issuer").fill("https://id.example.org");
  await dialog.getByLabel("Client id").fill("shop-client");
  await dialog.getByLabel("Client secret", { exact: true }).fill("its-secret-of-forty-letters");
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog).toBeHidden();
  await expect(strip(page)).toBeVisible();
  await expect(page.getByText("oidc:mitid", { exact: true })).toBeVisible();
  await expect(page.getByText("oidc:live-eid", { exact: true })).toHaveCount(0);
});
