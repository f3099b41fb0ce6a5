import { test } from "./support/console.ts";
import { type DrilledForm, drill } from "./support/forms-drill.ts";

// The forms of the console in which people type something new, and the sections of its settings. Those that change something are in
// console-edits-drill.spec.ts, and the operator's in console-operator-drill.spec.ts.

type Form = DrilledForm & { path: string };

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
    lost: ["Client secret"],
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
    typed: [["E-mail address", "new@demo.example"]],
    lost: ["E-mail address"],
    save: /^(?:Create link|Send invitation)$/,
    call: "members.invite",
  },
  {
    name: "a vendor",
    path: "providers",
    opens: "Add vendor",
    at: ["dialog", "Add a vendor"],
    typed: [
      ["API key", "rk_live_stand_in_0123456789"],
      ["Signing secret of the webhook endpoint", "whsec_0123456789abcdef"],
    ],
    lost: ["API key", "Signing secret of the webhook endpoint"],
    save: "Add vendor",
    call: "vendors.add",
  },
  {
    name: "a host",
    path: "hosts",
    opens: "Add a host",
    at: ["dialog", "Add a host"],
    typed: [["Host", `verify-${crypto.randomUUID().slice(0, 8)}.shop.test`]],
    save: "Add host",
    call: "hosts.add",
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
    name: "the documents",
    path: "settings",
    at: ["form", "Documents"],
    chosen: [["Remember documents for", "30"]],
    typed: [["Flag after (verifications)", "7"]],
    boxes: [["Accept visas", true]],
    save: "Save",
    call: "settings.update",
  },
  {
    name: "the wallets",
    path: "settings",
    at: ["form", "Wallets"],
    chosen: [["Zero-knowledge proofs", "require"]],
    typed: [],
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

for (const form of FORMS) {
  test(`what is typed for ${form.name} stays, also where its page is loaded again, and the next press saves it`, async ({
    page,
    open,
  }) => {
    await drill(page, form, () => open(form.path));
  });
}
