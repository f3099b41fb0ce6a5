import type { Locator, Page } from "@playwright/test";
import { z } from "zod";
import { callApi, expect, test } from "./support/console.ts";
import { kept, leaveAnyway, reload } from "./support/kept.ts";

// What is typed and kept in the tab, where someone else has changed the same in the meantime.

const gateMade = z.object({ gate: z.object({ siteId: z.string() }) });
const keyMade = z.object({ id: z.string() });
const keysListed = z.array(
  z.object({ id: z.string(), networks: z.array(z.string()), deniedNetworks: z.array(z.string()) }),
);

test.beforeEach(({ page }) => leaveAnyway(page));

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

test("a key's access that a colleague changes after it was typed is asked about, also after a reload", async ({
  page,
  open,
  tenant,
}) => {
  await open("keys");
  const { id: keyId } = keyMade.parse(
    await callApi(page, tenant.id, "keys.create", { mode: "live", name: "Shop" }),
  );
  await reload(page);
  const edit = async (): Promise<void> => {
    await page.getByRole("button", { name: "Actions for Shop" }).click();
    await page.getByRole("menuitem", { name: "Change access" }).click();
  };
  await edit();
  const form = page.getByRole("dialog", { name: "Change access" });
  const allowed = form.getByLabel("Allowed networks");
  const save = form.getByRole("button", { name: "Save", exact: true });
  await allowed.fill("198.51.100.0/24");
  await expect.poll(async () => (await kept(page)).length).toBe(1);
  await callApi(page, tenant.id, "keys.update", {
    ...{ keyId, revision: 1, networks: ["203.0.113.0/24"], deniedNetworks: ["192.0.2.0/24"] },
  });
  await reload(page);
  await edit();
  await expect(form.getByText(/^Restored from /)).toBeVisible();
  await expect(allowed).toHaveValue("198.51.100.0/24");
  await save.click();
  await expect(form.getByText("Someone else changed this key in the meantime")).toBeVisible();
  await expect(allowed).toHaveValue("198.51.100.0/24");
  await save.click();
  await expect(form).toBeHidden();
  expect(await kept(page)).toEqual([]);
  const keys = keysListed.parse(await callApi(page, tenant.id, "keys.list", {}));
  expect(keys.find(({ id }) => id === keyId)).toMatchObject({
    networks: ["198.51.100.0/24"],
    deniedNetworks: ["192.0.2.0/24"],
  });
});
