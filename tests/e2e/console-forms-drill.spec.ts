import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/console.ts";

// The forms of the console in which people type, and a Save that does not come through: for the network, for the service, for its bearer. What was
// typed stays each time, and the next press saves it.

type Typed = readonly [label: string | RegExp, text: string];

type Form = {
  name: string;
  /** Where it is, below the tenant's address. */
  path: string;
  /** The button that opens it; absent: it is open. */
  opens?: string | RegExp;
  /** Its role and name. */
  at: readonly ["dialog" | "form", string];
  typed: readonly Typed[];
  /** The button that saves, and its call. */
  save: string | RegExp;
  call: string;
};

const FORMS: readonly Form[] = [
  {
    name: "a gate",
    path: "sites?new=gate",
    at: ["dialog", "Add a live gate"],
    typed: [
      ["Name", "Shop"],
      ["Address of the site", "https://shop.example"],
      [/What stays open/, "/health\n/assets/"],
    ],
    save: "Add gate",
    call: "gates.create",
  },
  {
    name: "a webhook endpoint",
    path: "webhooks?new=endpoint",
    at: ["dialog", "Add webhook endpoint"],
    typed: [
      ["Address", "https://hooks.example.com/one"],
      ["Description", "Till"],
    ],
    save: "Add endpoint",
    call: "webhooks.createEndpoint",
  },
  {
    name: "a site of sign in with age",
    path: "sites/sign-in-with-age?new=site",
    at: ["dialog", "Add a live site"],
    typed: [
      ["Name", "Shop"],
      ["Redirect addresses", "https://shop.example/age/callback"],
      ["Ages to ask for", "16, 18"],
    ],
    save: "Add site",
    call: "oidcClients.create",
  },
  {
    name: "an identity provider",
    path: "providers",
    opens: "Add provider",
    at: ["dialog", "Add an identity provider"],
    typed: [
      ["Issuer", "https://id.example.org"],
      ["Client id", "shop-client"],
      ["Client secret", "its-secret-of-forty-letters"],
    ],
    save: "Add provider",
    call: "identityProviders.add",
  },
  {
    name: "an API key",
    path: "keys",
    opens: "Create key",
    at: ["dialog", "Create API key"],
    typed: [
      ["Name", "Checkout"],
      ["Allowed networks", "203.0.113.0/24"],
      ["Denied networks", "198.51.100.0/24"],
    ],
    save: "Create key",
    call: "keys.create",
  },
  {
    name: "an invitation",
    path: "members",
    opens: "Invite",
    at: ["dialog", "Invite a member"],
    typed: [[/E-mail address/, "new@demo.example"]],
    save: /^(?:Create link|Send invitation)$/,
    call: "members.invite",
  },
  {
    name: "the name and branding",
    path: "settings",
    at: ["form", "Name and branding"],
    typed: [
      ["Display name", "Wine & more"],
      ["Support link", "https://shop.example/help"],
    ],
    save: "Save",
    call: "settings.update",
  },
  {
    name: "the checks",
    path: "settings",
    at: ["form", "Checks"],
    typed: [
      ["Minimum age", "21"],
      ["Attempts", "5"],
    ],
    save: "Save",
    call: "settings.update",
  },
  {
    name: "the lists",
    path: "settings",
    at: ["form", "Lists"],
    typed: [["Metadata key", "orderId"]],
    save: "Save",
    call: "settings.update",
  },
  {
    name: "the callbacks",
    path: "settings",
    at: ["form", "Callbacks"],
    typed: [["Allowed hosts", "shop.example.com\n*.example.com"]],
    save: "Save",
    call: "settings.update",
  },
  {
    name: "tokens and retention",
    path: "settings",
    at: ["form", "Tokens and retention"],
    typed: [["Keep metadata for (days)", "45"]],
    save: "Save",
    call: "settings.update",
  },
  {
    name: "the practice statement",
    path: "settings",
    at: ["form", "Practice statement"],
    typed: [
      ["Contact", "mailto:help@shop.example"],
      ["Complaints", "https://shop.example/complaints"],
    ],
    save: "Save statement",
    call: "practice.update",
  },
];

/** What is typed is there, whole. */
const isThere = async (form: Locator, typed: readonly Typed[]): Promise<void> => {
  for (const [label, text] of typed) await expect(form.getByLabel(label)).toHaveValue(text);
};

const UNANSWERED = "The service did not answer. Check your connection and try again.";
const REFUSED = "The access token is not valid or has expired.";

/** Each way in which a call does not come through, and what the form says. */
const FAILURES = [
  {
    says: UNANSWERED,
    fail: (page: Page, url: RegExp) => page.route(url, (route) => route.abort(), { times: 1 }),
  },
  {
    says: UNANSWERED,
    fail: (page: Page, url: RegExp) =>
      page.route(url, (route) => route.fulfill({ status: 500, contentType: "text/plain", body: "away" }), {
        times: 1,
      }),
  },
  {
    says: REFUSED,
    // A refused bearer is sent once more with a new one.
    fail: (page: Page, url: RegExp) =>
      page.route(
        url,
        (route) =>
          route.continue({ headers: { ...route.request().headers(), authorization: "Bearer e30.e30.bad" } }),
        { times: 2 },
      ),
  },
] as const;

for (const { name, path, opens, at, typed, save, call } of FORMS) {
  test(`what is typed for ${name} stays when it is not saved, and the next press saves it`, async ({
    page,
    open,
  }) => {
    await open(path);
    if (opens !== undefined) await page.getByRole("button", { name: opens }).first().click();
    const form = page.getByRole(at[0], { name: at[1] });
    for (const [label, text] of typed) await form.getByLabel(label).fill(text);
    const press = form.getByRole("button", { name: save, exact: true });
    const url = new RegExp(`/api/trpc/[^?]*${call.replace(".", "\\.")}`);
    for (const { says, fail } of FAILURES) {
      await fail(page, url);
      // By then, the form says no longer what went wrong before.
      const sent = page.waitForRequest(url);
      await press.click();
      await sent;
      await expect(form.getByText(says)).toBeVisible();
      await isThere(form, typed);
      // The session runs on.
      await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeHidden();
    }
    const saved = page.waitForResponse((response) => url.test(response.url()) && response.ok());
    await press.click();
    await saved;
    await expect(form.getByText(REFUSED)).toBeHidden();
    const kept = () =>
      page.evaluate(() => Object.keys(window.sessionStorage).filter((key) => key.startsWith("lintel-kept/")));
    await expect.poll(kept).toEqual([]);
  });
}
