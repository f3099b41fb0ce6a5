import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, chooseAtProvider, expect, isAwake, test } from "./support/console.ts";

// Two people with one form open: the second learns of the first, loses nothing that they typed, and decides.

const made = z.object({ gate: z.object({ siteId: z.string() }) });
const gatesListed = z.array(
  z.object({ siteId: z.string(), name: z.string(), minimumAge: z.number(), openPaths: z.array(z.string()) }),
);
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
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("dialog").getByText("Admin", { exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  const link = (await page.locator("[data-secret]").textContent()) ?? "";
  const context = await browser.newContext({ baseURL: demo.baseUrl });
  const ben = await context.newPage();
  await ben.goto(link);
  await ben.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(ben, "Ben");
  await ben.getByRole("button", { name: /accept/i }).click();
  await expect(ben).toHaveURL(new RegExp(`/console/${tenant.id}$`));
  await ben.goto(`/console/${tenant.id}/sites`);
  await isAwake(ben);
  await ben.getByRole("button", { name: "Details: Shop" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  const form = ben.getByRole("dialog", { name: "Edit gate" });
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("18");

  await callApi(page, tenant.id, "gates.update", { siteId, minimumAge: 21, name: "Wine shop" });
  await form.getByLabel("Age", { exact: true }).fill("16");
  await form.getByLabel(/What stays open/).fill("/help");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/^Ada.* changed the minimum age of this gate on /)).toBeVisible();
  await expect(form.getByText("Nothing was saved.")).toBeVisible();
  expect(await violations(ben)).toEqual([]);
  // What was typed is still there.
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("16");
  await form.getByRole("button", { name: "Show what is saved now" }).click();
  await expect(form.getByLabel("Age", { exact: true })).toHaveValue("21");
  await expect(form.getByLabel(/What stays open/)).toHaveValue("/help");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  const [gate] = gatesListed.parse(await callApi(page, tenant.id, "gates.list", {}));
  expect(gate).toMatchObject({ name: "Wine shop", minimumAge: 21, openPaths: ["/help"] });
  await context.close();
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
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/^You changed the address of this endpoint in another window/)).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
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
