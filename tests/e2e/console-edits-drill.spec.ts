import { z } from "zod";
import { callApi, expect, test } from "./support/console.ts";
import { type DrilledForm, drill } from "./support/forms-drill.ts";

// As console-forms-drill.spec.ts, for the forms that change something.

const endpointMade = z.object({ endpoint: z.object({ id: z.string() }) });

const FORMS: readonly DrilledForm[] = [
  {
    name: "a gate",
    path: async (page, tenantId) => {
      await callApi(page, tenantId, "gates.create", {
        ...{ mode: "live", name: "Shop", origin: "https://shop.example", minimumAge: 18 },
      });
      return "sites";
    },
    opens: async (page) => {
      await page.getByRole("button", { name: "Details: Shop" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
    },
    at: ["dialog", "Edit gate"],
    typed: [
      ["Name", "Wine shop"],
      [/^Age$/, "21"],
      [/What stays open/, "/health\n/assets/"],
    ],
    save: "Save",
    call: "gates.update",
  },
  {
    name: "a webhook endpoint",
    path: async (page, tenantId) => {
      const url = "https://hooks.example.com/one";
      const made = await callApi(page, tenantId, "webhooks.createEndpoint", { url });
      return `webhooks/${endpointMade.parse(made).endpoint.id}`;
    },
    opens: "Edit",
    at: ["dialog", "Edit endpoint"],
    typed: [
      ["Address", "https://hooks.example.com/two"],
      ["Description", "Till"],
    ],
    boxes: [["Test mode", false]],
    save: "Save",
    call: "webhooks.updateEndpoint",
  },
  {
    name: "a site of sign in with age",
    path: async (page, tenantId) => {
      await callApi(page, tenantId, "oidcClients.create", {
        ...{ name: "Shop", mode: "live", authMethod: "client_secret_basic", thresholds: [18] },
        redirectUris: ["https://shop.example/back"],
      });
      return "sites/sign-in-with-age";
    },
    opens: "Change: Shop",
    at: ["dialog", "Change this site"],
    typed: [
      ["Name", "Market"],
      ["Redirect addresses", "https://shop.example/back\nhttps://shop.example/two"],
      ["Ages to ask for", "16, 21"],
    ],
    save: "Save changes",
    call: "oidcClients.update",
  },
  {
    name: "an identity provider",
    path: async (page, tenantId) => {
      await callApi(page, tenantId, "identityProviders.add", {
        ...{ preset: "mitid", mode: "live", slug: "mitid", name: "MitID", country: "DK" },
        ...{ issuer: "https://id.example.org", clientId: "shop-client", clientAuth: "client_secret" },
        clientSecret: "its-secret-of-forty-letters",
      });
      return "providers";
    },
    opens: "Change MitID",
    at: ["dialog", "Change this provider"],
    typed: [
      ["Name", "MitID of the shop"],
      ["Client id", "shop-client-2"],
      ["Client secret (optional)", "another-secret-of-forty-letters"],
    ],
    lost: ["Client secret (optional)"],
    save: "Save changes",
    call: "identityProviders.update",
  },
  {
    name: "what a key may do",
    path: async (page, tenantId) => {
      await callApi(page, tenantId, "keys.create", { mode: "live", name: "Shop" });
      return "keys";
    },
    opens: async (page) => {
      await page.getByRole("button", { name: "Actions for Shop" }).click();
      await page.getByRole("menuitem", { name: "Change access" }).click();
    },
    at: ["dialog", "Change access"],
    typed: [
      ["Allowed networks", "203.0.113.0/24\n2001:db8::/32"],
      ["Denied networks", "203.0.113.7"],
    ],
    boxes: [[/^Listen to events/, true]],
    save: "Save",
    call: "keys.update",
  },
  {
    name: "the rules of alerts",
    path: "alerts?view=rules",
    at: ["form", "Rules"],
    typed: [],
    boxes: [
      [/80% of this month/, false],
      ["A webhook endpoint is failing", false],
    ],
    save: "Save",
    call: "alerts.update",
  },
  {
    name: "a version of the policy",
    path: "policy",
    opens: async (page) => {
      await page.getByLabel("Minimum age").fill("19");
      await page.getByRole("button", { name: "Publish…" }).click();
      const dialog = page.getByRole("dialog");
      // Only then are the warnings there.
      await expect(dialog.getByLabel("Note (optional)")).toBeVisible();
      for (const box of await dialog.getByRole("checkbox").all()) await box.check();
    },
    at: ["dialog", "Publish this policy?"],
    typed: [["Note (optional)", "As the new law asks.\nSee the ticket."]],
    save: "Publish",
    call: "policies.publish",
  },
];

for (const form of FORMS) {
  test(`what is typed to change ${form.name} stays, also where its page is loaded again, and the next press saves it`, async ({
    page,
    open,
    tenant,
  }) => {
    const path = typeof form.path === "string" ? form.path : await form.path(page, tenant.id);
    await drill(page, form, () => open(path));
  });
}
