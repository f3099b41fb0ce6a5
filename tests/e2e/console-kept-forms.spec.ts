import type { Locator, Page } from "@playwright/test";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, chooseAtProvider, expect, isAwake, signIn, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";

// What is typed and not saved stays in the tab: across a reload, a crash and a sign-in, and for its member alone.

const gateMade = z.object({ gate: z.object({ siteId: z.string() }) });

/** All that the tab keeps of forms. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(window.sessionStorage).flatMap(([key, text]) =>
      key.startsWith("lintel-kept/") ? `${key} ${text}` : [],
    ),
  );

const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await isAwake(page);
};

test.beforeEach(({ page }) => {
  // The browser's own question at a reload; the crash asks nobody.
  page.on("dialog", (question) => void question.accept());
});

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

test("a colleague's change of the same field, made after it was typed, is asked about, and another is kept", async ({
  page,
  open,
  tenant,
}) => {
  await open("sites");
  const { siteId } = gateMade.parse(
    await callApi(page, tenant.id, "gates.create", {
      ...{ mode: "live", name: "Shop", origin: "https://shop.example", minimumAge: 18 },
    }),
  ).gate;
  await reload(page);
  const edit = async (): Promise<void> => {
    await page.getByRole("button", { name: "Details: Shop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  };
  await edit();
  const form = page.getByRole("dialog", { name: "Edit gate" });
  await form.getByLabel("Age", { exact: true }).fill("16");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await callApi(page, tenant.id, "gates.update", { siteId, minimumAge: 21, openPaths: ["/help"] });
  await reload(page);
  await edit();
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("16");
  // Nobody typed here: it shows what is saved now.
  await expect(form.getByLabel(/What stays open/)).toHaveValue("/help");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText(/changed the minimum age of this gate/)).toBeVisible();
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("16");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
  expect(await kept(page)).toEqual([]);
  const gates = z
    .array(z.object({ minimumAge: z.number(), openPaths: z.array(z.string()) }))
    .parse(await callApi(page, tenant.id, "gates.list", {}));
  expect(gates).toEqual([{ minimumAge: 16, openPaths: ["/help"] }]);

  await open("settings");
  await page.getByLabel("Minimum age").fill("21");
  await callApi(page, tenant.id, "settings.update", { minimumAge: 19 });
  await reload(page);
  const checks = page.getByRole("form", { name: "Checks" });
  await expect(checks.getByLabel("Minimum age")).toHaveValue("21");
  await checks.getByRole("button", { name: "Save", exact: true }).click();
  await expect(checks.getByText("What you entered is still here.", { exact: false })).toBeVisible();
  await checks.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(checks.getByLabel("Minimum age")).toHaveValue("19");
});

/** Opens the form of the gate “Shop”. */
const editShop = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Details: Shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  return page.getByRole("dialog", { name: "Edit gate" });
};

test("what gave way to what is saved now does not come back, and neither does a space that changes nothing", async ({
  page,
  open,
  tenant,
}) => {
  await open("sites");
  const { siteId } = gateMade.parse(
    await callApi(page, tenant.id, "gates.create", {
      ...{ mode: "live", name: "Shop", origin: "https://shop.example", minimumAge: 18 },
    }),
  ).gate;
  await reload(page);
  const form = await editShop(page);
  const age = form.getByLabel("Age", { exact: true });
  const save = form.getByRole("button", { name: "Save", exact: true });
  await age.fill("16");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await callApi(page, tenant.id, "gates.update", { siteId, minimumAge: 21 });
  await save.click();
  await form.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(age).toHaveValue("21");
  await expect.poll(() => kept(page)).toEqual([]);
  await save.click();
  await expect(form).toBeHidden();
  await callApi(page, tenant.id, "gates.update", { siteId, minimumAge: 19 });
  await reload(page);
  await editShop(page);
  await expect(age).toHaveValue("19");
  await expect(form.getByText(/^Restored from /)).toBeHidden();

  await form.getByLabel("Name").fill("Shop ");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await save.click();
  await expect(form).toBeHidden();
  expect(await kept(page)).toEqual([]);
});

test("a choice that was made in place of an age is asked about once a colleague changes that age", async ({
  page,
  open,
  tenant,
}) => {
  await open("sites");
  const { siteId } = gateMade.parse(
    await callApi(page, tenant.id, "gates.create", {
      ...{ mode: "live", name: "Shop", origin: "https://shop.example", minimumAge: 18 },
    }),
  ).gate;
  await reload(page);
  const form = await editShop(page);
  const policy = form.getByRole("radio", { name: /^As the policy says/ });
  const save = form.getByRole("button", { name: "Save", exact: true });
  await policy.check();
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await callApi(page, tenant.id, "gates.update", { siteId, minimumAge: 21 });
  await reload(page);
  await editShop(page);
  await expect(policy).toBeChecked();
  await save.click();
  await expect(form.getByText(/changed the minimum age of this gate/)).toBeVisible();
  await form.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("21");
});

test("a statement that a colleague has saved as it was typed is not called restored", async ({
  page,
  open,
  tenant,
}) => {
  await open("settings");
  const form = page.getByRole("form", { name: "Practice statement" });
  await form.getByLabel("Contact").fill("mailto:help@shop.example");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await callApi(page, tenant.id, "practice.update", { practiceContact: "mailto:help@shop.example" });
  await reload(page);
  await expect(form.getByLabel("Contact")).toHaveValue("mailto:help@shop.example");
  await expect.poll(() => kept(page)).toEqual([]);
  await expect(form.getByText(/^Restored from /)).toBeHidden();
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
