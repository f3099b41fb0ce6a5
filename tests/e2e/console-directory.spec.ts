import type { Browser, BrowserContext, Page } from "@playwright/test";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { type ConsoleTenant, callApi, chooseAtProvider, expect, isAwake, test } from "./support/console.ts";
import type { Demo } from "./support/service.ts";

type Call = { method?: string; body?: object };

/** One call as a directory makes it. */
const scim = async ({ baseUrl }: Demo, token: string, path: string, { method = "GET", body }: Call = {}) => {
  const response = await fetch(`${baseUrl}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

const person = (address: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: address,
  displayName: "Zoë Müller",
  active: true,
});

const deactivate = {
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations: [{ op: "Replace", path: "active", value: "False" }],
};

const idOf = ({ text }: { text: string }): string => z.object({ id: z.string() }).parse(JSON.parse(text)).id;

/** Somebody else's browser, signed in, on the tenant's Members page. */
const membersOf = async (
  browser: Browser,
  { baseUrl }: Demo,
  tenant: ConsoleTenant,
  who: string,
): Promise<{ context: BrowserContext; other: Page }> => {
  const context = await browser.newContext({ baseURL: baseUrl, locale: "en-GB" });
  const other = await context.newPage();
  await other.goto("/console/sign-in");
  await other.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(other, `${who} `);
  const question = other.getByRole("region", { name: tenant.id });
  await question.getByRole("button", { name: "Accept" }).click();
  await other.waitForURL(new RegExp(tenant.id));
  await other.goto(`/console/${tenant.id}/members`);
  await isAwake(other);
  return { context, other };
};

const buttonOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const cardOf = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Directory", exact: true }) });

const lookAt = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect([name, width, await page.evaluate(isWide)]).toEqual([name, width, false]);
      if (process.env.SCREENSHOTS) {
        const path = `${process.env.SCREENSHOTS}/${name}-${colorScheme}-${width}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }
  }
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 844 });
};

/** The token, which is held on the screen until the owner says that it is stored. */
const tokenFrom = async (page: Page): Promise<string> => {
  const dialog = page.getByRole("dialog");
  const secret = dialog.locator("[data-secret]");
  await expect(secret).toHaveText(/^avscim_[A-Za-z0-9_-]{43}$/);
  const token = (await secret.textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(secret).toBeVisible();
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toBeHidden();
  return token;
};

test("an owner connects a directory, which adds people, and rotates and ends its token", async ({
  page,
  open,
  tenant,
  demo,
  browser,
}) => {
  test.slow(); // several looks with axe
  await open("members");
  await expect(page.getByText("No directory is connected. Members are invited by hand.")).toBeVisible();
  await lookAt(page, "directory-none");

  await buttonOf(page, "Connect a directory").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio")).toHaveCount(4);
  await expect(dialog.getByRole("radio", { name: "Owner" })).toHaveCount(0);
  await expect(dialog.getByRole("radio", { name: /^Viewer/ })).toBeChecked();
  await lookAt(page, "directory-connect");
  await dialog.getByText("Support", { exact: true }).click();
  await buttonOf(page, "Connect").click();
  await expect(dialog.getByText(`${demo.baseUrl}/scim/v2`)).toBeVisible();
  await lookAt(page, "directory-token");
  const first = await tokenFrom(page);
  const card = cardOf(page);
  await expect(card).toContainText("Support");
  await expect(card).toContainText(first.slice(-4));
  await expect(card).toContainText("0 active, of whom 0 are members; 0 deactivated");
  await page.reload();
  await isAwake(page);
  expect(await page.content()).not.toContain(first);

  await expect(page.getByText("Your directory has not called yet.")).toBeVisible();
  const made = await scim(demo, first, "/Users", { method: "POST", body: person("guest-15@demo.example") });
  expect(made.status).toBe(201);
  const gone = await scim(demo, first, "/Users", { method: "POST", body: person("gone@people.example") });
  const goneId = idOf(gone);
  expect((await scim(demo, first, `/Users/${goneId}`, { method: "PATCH", body: deactivate })).status).toBe(
    200,
  );
  const unkept = { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager" };
  const role = { op: "Replace", path: "roles", value: [{ value: "geheim" }] };
  const refused = {
    ...deactivate,
    Operations: [unkept, { op: "Add", path: "geheim", value: "geheim" }, role],
  };
  expect((await scim(demo, first, `/Users/${goneId}`, { method: "PATCH", body: refused })).status).toBe(400);
  const leaving = { ...refused, Operations: [...refused.Operations, ...deactivate.Operations] };
  expect((await scim(demo, first, `/Users/${goneId}`, { method: "PATCH", body: leaving })).status).toBe(200);
  for (let count = 0; count < 8; count += 1)
    await scim(demo, first, '/Users?filter=userName%20eq%20"gone@people.example"');
  await page.reload();
  await expect(card).toContainText("1 active, of whom 0 are members; 1 deactivated");
  await expect(page.getByRole("row", { name: /guest-15@demo\.example/ })).toContainText(
    "Has not accepted yet",
  );
  await lookAt(page, "directory-waiting");
  const requests = page.getByRole("region", { name: "The directory’s last requests" });
  await expect(requests.getByRole("row")).toHaveCount(11); // and the head
  await expect(page.getByText("The first 10 of 13 requests")).toBeVisible();
  await buttonOf(page, "Load more").click();
  await expect(page.getByText("All 13 requests")).toBeVisible();
  const rowOf = (status: string) =>
    requests.getByRole("row", { name: `PATCH /Users/:id` }).filter({ hasText: status });
  await expect(rowOf("400")).toContainText("Refused roles: expected admin, developer, support or viewer");
  await expect(rowOf("200").first()).toContainText(
    "Kept activeDropped manager, others that the schema does not name",
  );
  await expect(requests.getByRole("row", { name: "POST /Users" }).first()).toContainText(
    "Kept userName, displayName, active",
  );
  await expect(requests).not.toContainText("geheim");
  await expect(requests).not.toContainText("people.example");
  const fits = () =>
    requests
      .locator("td")
      .evaluateAll((cells) => cells.every((each) => each.scrollWidth <= each.clientWidth));
  expect(await fits()).toBe(true);
  await lookAt(page, "directory-requests");
  const { context, other } = await membersOf(browser, demo, tenant, "Guest 15");
  await expect(other.getByRole("row", { name: /guest-15@demo\.example/ })).toContainText("Support");
  await context.close();
  await page.reload();
  await expect(card).toContainText("1 active, of whom 1 is a member; 1 deactivated");
  await expect(page.getByRole("row", { name: /guest-15@demo\.example/ })).toContainText("Support");
  await lookAt(page, "directory-connected");

  await buttonOf(page, "Change role").click();
  await dialog.getByText("Developer", { exact: true }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("Developer");
  await expect(page.getByRole("row", { name: /guest-15@demo\.example/ })).toContainText("Support");

  await buttonOf(page, "Rotate token").click();
  await lookAt(page, "directory-rotate");
  await dialog.getByRole("button", { name: "Rotate token" }).click();
  const second = await tokenFrom(page);
  expect(second).not.toBe(first);
  await expect(card).toContainText(second.slice(-4));
  expect((await scim(demo, first, "/Users")).status).toBe(401);
  const listed = await scim(demo, second, "/Users");
  expect(listed.status).toBe(200);
  expect(z.object({ totalResults: z.number() }).parse(JSON.parse(listed.text)).totalResults).toBe(2);

  await buttonOf(page, "Disconnect").click();
  await lookAt(page, "directory-disconnect");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No directory is connected. Members are invited by hand.")).toBeVisible();
  expect((await scim(demo, second, "/Users")).status).toBe(401);
  await expect(page.getByRole("row", { name: /guest-15@demo\.example/ })).toBeVisible();
  await open("audit");
  for (const name of [/Connected a directory/, /Rotated the directory’s token/, /Disconnected the directory/])
    await expect(page.getByRole("row", { name }).first()).toBeVisible();
});

for (const [role, who] of [
  ["admin", "Guest 13"],
  ["viewer", "Guest 14"],
] as const) {
  test(`${role}s see the directory, and are told that only owners change it`, async ({
    page,
    open,
    tenant,
    demo,
    browser,
  }) => {
    test.slow();
    await open("members");
    const email = `${who.toLowerCase().replace(" ", "-")}@demo.example`;
    await callApi(page, tenant.id, "members.invite", { role, email });
    const { context, other } = await membersOf(browser, demo, tenant, who);
    const refused = async (...names: string[]): Promise<void> => {
      for (const name of names) {
        await expect(buttonOf(other, name)).toHaveAttribute("aria-disabled", "true");
        await expect(buttonOf(other, name)).toHaveAccessibleDescription(
          `Your role, ${role}, does not allow this. Ask an owner.`,
        );
        await buttonOf(other, name).click({ force: true }); // it is drawn as off
        await expect(other.getByRole("dialog")).toBeHidden();
      }
    };
    await refused("Connect a directory");
    await callApi(page, tenant.id, "directory.connect", { role: "support" });
    await other.reload();
    await isAwake(other);
    await expect(cardOf(other)).toContainText("0 active");
    await refused("Change role", "Rotate token", "Disconnect");
    await lookAt(other, `directory-${role}`);
    await context.close();
  });
}
