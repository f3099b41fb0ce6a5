import { violations } from "./support/axe.ts";
import { chooseAtProvider, expect, isAwake, signIn, test } from "./support/console.ts";
import { kept, leaveAnyway, reload } from "./support/kept.ts";
import { expectNotice } from "./support/notices.ts";

// What is typed and not saved stays in the tab: across a reload, a crash and a sign-in, and for its member alone.

test.beforeEach(({ page }) => leaveAnyway(page));

test("unsaved settings and a policy's draft are there after a reload, and are forgotten once they are saved", async ({
  page,
  open,
}) => {
  await open("settings");
  const brand = page.getByRole("form", { name: "Name and branding" });
  await brand.getByLabel("Display name").fill("Wine & more");
  await page.getByLabel("Minimum age").fill("21");
  await reload(page);
  await expect(brand.getByLabel("Display name")).toHaveValue("Wine & more");
  await expect(page.getByLabel("Minimum age")).toHaveValue("21");
  await expect(brand.getByText(/^Restored from /)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await brand.getByRole("button", { name: "Save", exact: true }).click();
  await expectNotice(page, "Settings saved");
  await page.getByRole("form", { name: "Checks" }).getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => kept(page)).toEqual([]);

  await open("policy");
  await page.getByLabel("Minimum age").fill("19");
  await expect(page.getByText("Draft, not published")).toBeVisible();
  await reload(page);
  await expect(page.getByLabel("Minimum age")).toHaveValue("19");
  await expect(page.getByText(/^Restored from /)).toBeVisible();
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect.poll(() => kept(page)).toEqual([]);
});

test("what is left without saving does not come back", async ({ page, open }) => {
  await open("settings");
  await page.getByLabel("Minimum age").fill("21");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  expect(await kept(page)).toEqual([]);
  await open("settings");
  await expect(page.getByLabel("Minimum age")).toHaveValue("18");
});

test("a form in a dialog comes back as it was typed, after a reload and after a slip, and can be begun again", async ({
  page,
  open,
}) => {
  await open("sites?new=gate");
  const dialog = page.getByRole("dialog", { name: "Add a live gate" });
  await dialog.getByLabel("Name").fill("Shop ");
  await dialog.getByLabel("Address of the site").fill("shop.exam");
  await dialog.getByLabel(/What stays open/).fill("/health\n/ass");
  const comesBack = async (): Promise<void> => {
    await expect(dialog.getByText(/^Restored from /)).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("Shop ");
    await expect(dialog.getByLabel("Address of the site")).toHaveValue("shop.exam");
    await expect(dialog.getByLabel(/What stays open/)).toHaveValue("/health\n/ass");
  };
  await reload(page);
  await comesBack();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Add a gate" }).first().click();
  await comesBack();
  await dialog.getByRole("button", { name: "Start over" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await expect(dialog.getByText(/^Restored from /)).toBeHidden();
  expect(await kept(page)).toEqual([]);

  await dialog.getByLabel("Name").fill("Till");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(await kept(page)).toEqual([]);
});

test("a secret is never kept, and what is typed beside it is", async ({ page, open }) => {
  await open("providers");
  const add = page.getByRole("button", { name: "Add provider" });
  await add.click();
  const dialog = page.getByRole("dialog", { name: "Add an identity provider" });
  await dialog.getByLabel("Client secret").fill("its-secret-of-forty-letters");
  await dialog.getByLabel("Issuer").fill("https://id.example.org");
  await dialog.getByLabel("Client id").fill("shop-client");
  await expect.poll(async () => (await kept(page)).join()).toContain("shop-client");
  // It may be registered at the provider by now.
  const address = await dialog.locator("code").innerText();
  await expect.poll(async () => (await kept(page)).join()).toContain(address);
  const all = await page.evaluate(() =>
    JSON.stringify([{ ...window.sessionStorage }, { ...window.localStorage }]),
  );
  expect(all).not.toContain("its-secret");
  await reload(page);
  await add.click();
  await expect(dialog.getByLabel("Issuer")).toHaveValue("https://id.example.org");
  await expect(dialog.getByLabel("Client id")).toHaveValue("shop-client");
  await expect(dialog.getByLabel("Client secret")).toHaveValue("");
  await expect(dialog.locator("code")).toHaveText(address);
});

test("of a vendor the SDK id is kept, and its keys are not", async ({ page, open }) => {
  await open("providers?new=vendor");
  const dialog = page.getByRole("dialog", { name: "Add a vendor" });
  await dialog.getByRole("combobox", { name: "Vendor" }).selectOption("yoti");
  await dialog.getByLabel("SDK id").fill("sdk-of-the-shop");
  await dialog.getByLabel("API key or private key").fill("its-key-of-forty-letters");
  await expect.poll(async () => (await kept(page)).join()).toContain("sdk-of-the-shop");
  const all = await page.evaluate(() =>
    JSON.stringify([{ ...window.sessionStorage }, { ...window.localStorage }]),
  );
  expect(all).not.toContain("its-key");
  await reload(page);
  await expect(dialog.getByLabel("SDK id")).toHaveValue("sdk-of-the-shop");
  await expect(dialog.getByLabel("API key or private key")).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await kept(page)).toEqual([]);
});

test("an invitation that was for one person does not become one for anyone: its address is asked for again", async ({
  page,
  open,
}) => {
  await open("members?new=member");
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  const address = dialog.getByLabel("E-mail address");
  const create = dialog.getByRole("button", { name: /^(?:Create link|Send invitation)$/ });
  await dialog.getByRole("radio", { name: /^Admin/ }).check();
  await address.fill("new@demo.example");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  expect((await kept(page)).join()).not.toContain("new@demo.example");
  await reload(page);
  await expect(dialog.getByRole("radio", { name: /^Admin/ })).toBeChecked();
  await expect(address).toHaveValue("");
  await expect(dialog.getByText("Addresses are not kept. Enter it again, or start over.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await create.click();
  await expect(address).toBeFocused();
  await dialog.getByRole("button", { name: "Start over" }).click();
  await expect(address).not.toHaveAttribute("required");
  await expect(dialog.getByRole("radio", { name: /^Developer/ })).toBeChecked();
  expect(await kept(page)).toEqual([]);
});

test("a session that ended leads through the sign-in and back to what was typed; another account finds nothing", async ({
  page,
  open,
  context,
}) => {
  /** Ends it under the open page, and goes on to the provider. */
  const endSession = async (): Promise<void> => {
    await context.clearCookies();
    await page.reload();
    await page.waitForURL(/\/console\/sign-in/);
    await isAwake(page);
    await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  };
  await open("settings");
  await page.getByLabel("Minimum age").fill("21");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await endSession();
  await chooseAtProvider(page, "Ada");
  await page.waitForURL(/\/settings/);
  await expect(page.getByLabel("Minimum age")).toHaveValue("21");
  await endSession();
  await chooseAtProvider(page, "Ben");
  await page.waitForURL(/\/console\/(?:ten_|invitations)/);
  await expect.poll(() => kept(page)).toEqual([]);
});

test("a sign-out leaves nothing of what was typed in the tab", async ({ page, context, open }) => {
  // In a session by itself: other tests go on with the one that this began with.
  await context.clearCookies();
  await signIn(page, "Ada");
  await open("settings");
  await page.getByLabel("Minimum age").fill("21");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await page.getByRole("button", { name: "Ada Demo", exact: true }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/settings"));
  await page.goto("/console/sign-in");
  expect(await kept(page)).toEqual([]);
});

test("where the browser lets nothing be stored, every form works", async ({ page, open }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await open("settings");
  await page.getByLabel("Minimum age").fill("21");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectNotice(page, "Settings saved");
  await open("sites?new=gate");
  const dialog = page.getByRole("dialog", { name: "Add a live gate" });
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByLabel("Address of the site").fill("shop.example");
  await dialog.getByRole("button", { name: "Add gate" }).click();
  await expect(page.getByRole("dialog", { name: "Your new gate" })).toBeVisible();
});
