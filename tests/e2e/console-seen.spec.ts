import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, isAwake, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import { joinAsBen } from "./support/second-member.ts";

// Two people with one form open: the second learns of the first, loses nothing that they typed, and decides.

const made = z.object({ gate: z.object({ siteId: z.string() }) });
const gatesListed = z.array(
  z.object({ siteId: z.string(), name: z.string(), minimumAge: z.number(), openPaths: z.array(z.string()) }),
);
const listedId = z.object({ id: z.string() });
const siteMade = z.object({ client: z.object({ clientId: z.string() }) });
const endpointMade = z.object({ endpoint: z.object({ id: z.string() }) });
const endpointsListed = z.array(z.object({ url: z.string(), description: z.string() }));

test("of two members who edit a gate, both keep their fields, and one field is asked about", async ({
  page,
  open,
  browser,
  demo,
  tenant,
}) => {
  test.slow(); // a second browser signs in
  await open("members");
  const { siteId } = made.parse(
    await callApi(page, tenant.id, "gates.create", {
      ...{ mode: "live", name: "Shop", origin: "https://shop.example", minimumAge: 18 },
    }),
  ).gate;
  const ben = await joinAsBen({ page, browser, demo, tenant }, "Admin");
  await ben.goto(`/console/${tenant.id}/sites`);
  await isAwake(ben);
  await ben.getByRole("button", { name: "Details: Shop" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  const form = ben.getByRole("dialog", { name: "Edit gate" });
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("18");

  await callApi(page, tenant.id, "gates.update", { siteId, minimumAge: 21, name: "Wine shop" });
  await form.getByLabel("Age", { exact: true }).fill("16");
  await form.getByLabel(/What stays open/).fill("/help");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText(/^Ada.* changed the minimum age of this gate on /)).toBeVisible();
  await expect(form.getByText("Nothing was saved.")).toBeVisible();
  expect(await violations(ben)).toEqual([]);
  // What was typed is still there.
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("16");
  await form.getByLabel(/What stays open/).fill("/help\n/info");
  await form.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("21");
  await expect(form.getByLabel(/What stays open/)).toHaveValue("/help\n/info");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
  const [gate] = gatesListed.parse(await callApi(page, tenant.id, "gates.list", {}));
  expect(gate).toMatchObject({ name: "Wine shop", minimumAge: 21, openPaths: ["/help", "/info"] });
  await ben.context().close();
});

test("in two windows, an endpoint's other field is kept, and saving again replaces the same one", async ({
  page,
  open,
  tenant,
}) => {
  await open("webhooks");
  const { endpoint } = endpointMade.parse(
    await callApi(page, tenant.id, "webhooks.createEndpoint", { url: "https://hooks.example.com/one" }),
  );
  await open(`webhooks/${endpoint.id}`);
  await isAwake(page);
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit endpoint" });
  await expect(form.getByLabel("Address")).toHaveValue("https://hooks.example.com/one");
  await callApi(page, tenant.id, "webhooks.updateEndpoint", {
    ...{ endpointId: endpoint.id, url: "https://hooks.example.com/two", description: "Till" },
  });
  await form.getByLabel("Address").fill("https://hooks.example.com/three");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText(/^You changed the address of this endpoint in another window/)).toBeVisible();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
  const [stored] = endpointsListed.parse(await callApi(page, tenant.id, "webhooks.endpoints", {}));
  expect(stored).toEqual({ url: "https://hooks.example.com/three", description: "Till" });
});

test("a section of the settings says who was faster, and shows what is saved at a press", async ({
  page,
  open,
  tenant,
}) => {
  await open("settings");
  await isAwake(page);
  const section = page.getByRole("form", { name: "Practice statement" });
  await section.getByLabel("Contact").fill("mailto:two@shop.example");
  await callApi(page, tenant.id, "practice.update", { practiceContact: "mailto:one@shop.example" });
  await section.getByRole("button", { name: "Save statement" }).click();
  await expect(section.getByText(/changed the contact of the practice statement/)).toBeVisible();
  await expect(section.getByLabel("Contact")).toHaveValue("mailto:two@shop.example");
  await section.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(section.getByLabel("Contact")).toHaveValue("mailto:one@shop.example");
});

test("a setting that neither window had chosen is asked about, and stays when another of its section is saved", async ({
  page,
  open,
  tenant,
}) => {
  await open("settings");
  await isAwake(page);
  const section = page.getByRole("form", { name: "Tokens and retention" });
  const results = section.getByLabel("Erase results");
  const save = section.getByRole("button", { name: "Save", exact: true });
  await results.selectOption("90");
  await callApi(page, tenant.id, "settings.update", { resultRetentionDays: 30 });
  await save.click();
  await expect(section.getByText(/changed the result retention days of these settings/)).toBeVisible();
  await section.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(results).toHaveValue("30");

  await section.getByLabel("Keep metadata for (days)").fill("45");
  await callApi(page, tenant.id, "settings.update", { erasesAtOnce: true });
  await save.click();
  await expectNotice(page, "Settings saved");
  expect(await callApi(page, tenant.id, "settings.get", {})).toMatchObject({
    ...{ metadataRetentionDays: 45, resultRetentionDays: 30, erasesAtOnce: true },
  });
});

test("in two windows, a vendor’s name and a site’s settings are asked about once, and then saved", async ({
  page,
  open,
  tenant,
}) => {
  await open("providers");
  const vendor = listedId.parse(
    await callApi(page, tenant.id, "vendors.add", {
      ...{ kind: "stripe", mode: "live", apiKey: "rk_live_stand_in_0123456789" },
      callbackKey: "whsec_0123456789abcdef",
    }),
  );
  await open("providers");
  await isAwake(page);
  await page.getByRole("button", { name: "Rename Stripe Identity, live" }).click();
  const naming = page.getByRole("dialog", { name: "Rename this vendor" });
  await naming.getByLabel("Name").fill("ID check");
  await callApi(page, tenant.id, "vendors.rename", { id: vendor.id, name: "Passport check" });
  await naming.getByRole("button", { name: "Rename" }).click();
  await expect(naming.getByText(/^You changed the name of this vendor in another window/)).toBeVisible();
  await naming.getByRole("button", { name: "Rename" }).click();
  await expect(naming).toBeHidden();
  await expect(page.getByRole("button", { name: "Rename ID check, live" })).toBeVisible();

  const { client } = siteMade.parse(
    await callApi(page, tenant.id, "oidcClients.create", {
      ...{ name: "Shop", mode: "live", authMethod: "client_secret_basic", thresholds: [18] },
      redirectUris: ["https://shop.example/back"],
    }),
  );
  await open("sites/sign-in-with-age");
  await isAwake(page);
  await page.getByRole("button", { name: "Change: Shop" }).click();
  const changing = page.getByRole("dialog", { name: "Change this site" });
  await changing.getByLabel("Name").fill("Market");
  await changing.getByLabel("Ages to ask for").fill("21");
  await callApi(page, tenant.id, "oidcClients.update", { clientId: client.clientId, name: "Kiosk" });
  await changing.getByRole("button", { name: "Save changes" }).click();
  await expect(changing.getByText(/^You changed the name of this .* in another window/)).toBeVisible();
  await changing.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(changing.getByLabel("Name")).toHaveValue("Kiosk");
  await expect(changing.getByLabel("Ages to ask for")).toHaveValue("21");
  await changing.getByRole("button", { name: "Save changes" }).click();
  await expect(changing).toBeHidden();
  await expect(page.getByRole("button", { name: "Change: Kiosk" })).toBeVisible();
});

const keyMade = z.object({ id: z.string() });
const keysListed = z.array(z.object({ id: z.string(), name: z.string(), networks: z.array(z.string()) }));

test("a key that was renamed in another window can be renamed at the second press, and its access too", async ({
  page,
  open,
  tenant,
}) => {
  await open("keys");
  const { id: keyId } = keyMade.parse(
    await callApi(page, tenant.id, "keys.create", { mode: "live", name: "Shop" }),
  );
  await open("keys");
  const act = async (name: string, action: string): Promise<void> => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const stored = async () =>
    keysListed.parse(await callApi(page, tenant.id, "keys.list", {})).find(({ id }) => id === keyId);

  await act("Shop", "Rename");
  const form = page.getByRole("dialog", { name: "Rename key" });
  await form.getByLabel("Name").fill("Checkout");
  await callApi(page, tenant.id, "keys.rename", { keyId, name: "Till" });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText(/^You changed the name of this key in another window/)).toBeVisible();
  await form.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(form.getByLabel("Name")).toHaveValue("Till");
  await form.getByLabel("Name").fill("Checkout");
  await callApi(page, tenant.id, "keys.rename", { keyId, name: "Kiosk" });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form.getByText(/^You changed the name of this key in another window/)).toBeVisible();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
  expect(await stored()).toMatchObject({ name: "Checkout" });

  await act("Checkout", "Change access");
  const access = page.getByRole("dialog", { name: "Change access" });
  const allowed = access.getByLabel("Allowed networks");
  await allowed.fill("198.51.100.0/24");
  await callApi(page, tenant.id, "keys.update", { keyId, revision: 1, networks: ["203.0.113.0/24"] });
  await access.getByRole("button", { name: "Save", exact: true }).click();
  await access.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(allowed).toHaveValue("203.0.113.0/24");
  await allowed.fill("198.51.100.0/24");
  await callApi(page, tenant.id, "keys.update", { keyId, revision: 2, networks: ["192.0.2.0/24"] });
  await access.getByRole("button", { name: "Save", exact: true }).click();
  await expect(access.getByText("Someone else changed this key in the meantime")).toBeVisible();
  await access.getByRole("button", { name: "Save", exact: true }).click();
  await expect(access).toBeHidden();
  expect(await stored()).toMatchObject({ networks: ["198.51.100.0/24"] });
});

test("the late answer of a dialog that was closed does not close the next one", async ({
  page,
  open,
  tenant,
}) => {
  await open("keys");
  for (const name of ["Shop", "Till"]) await callApi(page, tenant.id, "keys.create", { mode: "live", name });
  await open("keys");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/trpc\/[^?]*keys\.rename/, async (route) => {
    await released;
    await route.continue();
  });
  const form = page.getByRole("dialog", { name: "Rename key" });
  const begin = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
  };
  await begin("Shop");
  await form.getByLabel("Name").fill("Shop 2");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await begin("Till");
  await form.getByLabel("Name").fill("Till 2");
  release();
  await expectNotice(page, "Key renamed");
  await expect(form.getByLabel("Name")).toHaveValue("Till 2");
});

test("a secret that was rotated in another window is rotated again at the second press only", async ({
  page,
  open,
  tenant,
}) => {
  await open("sites");
  const { siteId } = made.parse(
    await callApi(page, tenant.id, "gates.create", {
      ...{ mode: "live", name: "Shop", origin: "https://shop.example", minimumAge: 18 },
    }),
  ).gate;
  await open("sites");
  await isAwake(page);
  await page.getByRole("button", { name: "Details: Shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const form = page.getByRole("dialog", { name: "Rotate the secret" });
  const press = form.getByRole("button", { name: "Rotate secret" });
  await expect(press).toBeVisible();
  await callApi(page, tenant.id, "gates.rotateSecret", { siteId, overlapHours: 1 });
  await press.click();
  await expect(form.getByText(/^You changed the secret of this gate in another window/)).toBeVisible();
  await expect(form.getByRole("button", { name: "Show what is saved now" })).toHaveCount(0);
  await press.click();
  await expect(page.getByRole("dialog", { name: "The new secret" })).toBeVisible();
});
