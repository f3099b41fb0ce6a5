import { createAuthority } from "../support/world/certificates.ts";
import { newTenant } from "./support/console.ts";
import { type DrilledForm, drill } from "./support/forms-drill.ts";
import { kept, leaveAnyway } from "./support/kept.ts";
import { expect, openOperator, test } from "./support/operator.ts";

// As console-forms-drill.spec.ts, for the operator's forms, each beside a tenant that is made for it.

const tag = crypto.randomUUID().slice(0, 8);

/** A minute in which no other prices begin: they are for all tenants, and years away. */
const later = new Date(Date.now() + (4_000 + Math.random() * 1_000) * 86_400_000).toISOString().slice(0, 16);

const ofTenant: DrilledForm["path"] = (_page, tenantId) => Promise.resolve(`tenants/${tenantId}`);

const FORMS: readonly DrilledForm[] = [
  {
    name: "a tenant",
    path: "tenants",
    opens: "Create tenant",
    at: ["dialog", "Create a tenant"],
    chosen: [["Plan", "growth"]],
    typed: [
      ["Name", `Drill ${tag}`],
      ["Owner’s e-mail address", "owner@demo.example"],
    ],
    lost: ["Owner’s e-mail address"],
    save: "Create tenant",
    call: "operator.createTenant",
  },
  {
    name: "a tenant’s plan",
    path: ofTenant,
    opens: "Change plan",
    at: ["dialog", "Change plan, limits and prices"],
    chosen: [
      [/^Plan$/, "growth"],
      ["Retries of webhooks by hand", "yes"],
    ],
    typed: [
      ["Live a month, at most", "5000"],
      [/^Price a month/, "49.00"],
      ["From", "2099-01-01T00:00"],
    ],
    save: "Schedule",
    call: "operator.updateTenant",
  },
  {
    name: "a visit",
    path: ofTenant,
    opens: "Ask to visit",
    at: ["dialog", /^Ask to visit /],
    chosen: [["For", "8"]],
    typed: [["Reason", "Your ticket of Monday\nabout webhooks"]],
    save: "Ask",
    call: "operator.askToVisit",
  },
  {
    name: "the prices of the plans",
    path: "usage",
    opens: "Set prices",
    at: ["dialog", "Set prices"],
    typed: [
      [/a month$/, "900", "Scale"],
      [/each beyond$/, "0.40", "Growth"],
      ["From", later],
    ],
    save: "Schedule",
    call: "operator.setPrices",
  },
  {
    name: "an admin key",
    path: "keys",
    opens: "Create key",
    at: ["dialog", "Create an admin key"],
    chosen: [["It ends after", "30"]],
    typed: [["Name", `Drill ${tag}`]],
    save: "Create key",
    call: "operator.createAdminKey",
  },
];

for (const form of FORMS) {
  test(`what an operator types for ${form.name} stays, also where its page is loaded again, and the next press saves it`, async ({
    olivia,
    demo,
  }) => {
    const { id } = await newTenant(demo, `Shop ${crypto.randomUUID().slice(0, 8)}`);
    const path = typeof form.path === "string" ? form.path : await form.path(olivia, id);
    await drill(olivia, form, () => openOperator(olivia, path));
  });
}

test("certificates to be trusted are pasted once more, and what was typed with them is kept", async ({
  olivia,
}) => {
  leaveAnyway(olivia);
  const certificates = createAuthority().ca;
  const dialog = olivia.getByRole("dialog", { name: "Import trust anchors" });
  const open = async (): Promise<void> => {
    await openOperator(olivia, "trust");
    await olivia.getByRole("button", { name: "Import", exact: true }).click();
  };
  await open();
  await dialog.getByRole("textbox", { name: "Certificates" }).fill(certificates);
  await dialog.getByRole("textbox", { name: "Credential types" }).fill("org.iso.18013.5.1.mDL");
  await dialog.getByRole("textbox", { name: "Name" }).fill(`Drill ${tag}`);
  await expect.poll(async () => (await kept(olivia)).join()).toContain(`Drill ${tag}`);
  expect((await kept(olivia)).join()).not.toContain("BEGIN CERTIFICATE");
  await open();
  await expect(dialog.getByRole("textbox", { name: "Credential types" })).toHaveValue(
    "org.iso.18013.5.1.mDL",
  );
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(`Drill ${tag}`);
  await expect(dialog.getByRole("textbox", { name: "Certificates" })).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await kept(olivia)).toEqual([]);
});

test("a plan that another operator changes meanwhile leaves what is typed, also after a reload, and asks", async ({
  olivia,
  demo,
}) => {
  leaveAnyway(olivia);
  const { id } = await newTenant(demo, `Shop ${crypto.randomUUID().slice(0, 8)}`);
  const form = olivia.getByRole("dialog", { name: "Change plan, limits and prices" });
  const open = async (page = olivia): Promise<void> => {
    await openOperator(page, `tenants/${id}`);
    await page.getByRole("button", { name: "Change plan" }).click();
  };
  await open();
  await form.getByLabel("Live a month, at most").fill("5000");
  await expect.poll(async () => (await kept(olivia)).length).toBe(1);

  const other = await olivia.context().newPage();
  await open(other);
  const theirs = other.getByRole("dialog", { name: "Change plan, limits and prices" });
  await theirs.getByLabel("Live a month, at most").fill("7000");
  await theirs.getByLabel("Test a month").fill("300");
  await theirs.getByRole("button", { name: "Change plan" }).click();
  await expect(theirs).toBeHidden();
  await other.close();

  await open();
  await expect(form.getByLabel("Live a month, at most")).toHaveValue("5000");
  // Nobody typed here: it shows what is saved now.
  await expect(form.getByLabel("Test a month")).toHaveValue("300");
  const save = form.getByRole("button", { name: "Change plan", exact: true });
  await save.click();
  await expect(form.getByText(/changed the limits and prices of this tenant/)).toBeVisible();
  await expect(form.getByLabel("Live a month, at most")).toHaveValue("5000");
  await save.click();
  await expect(form).toBeHidden();
  await expect(olivia.getByText("5,000 a month").first()).toBeVisible();
  expect(await kept(olivia)).toEqual([]);
});
