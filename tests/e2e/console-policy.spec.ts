import type { Locator, Page } from "@playwright/test";
import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { expectNoRepeatedKeys } from "./support/repeated-keys.ts";
import { trustAnIssuer } from "./support/service.ts";

const listedId = z.object({ id: z.string() });

// A wallet counts where somebody trusts an issuer.
test.beforeAll(({ demo }) => trustAnIssuer(demo));

const view = async (page: Page, name: string): Promise<void> => {
  const choice = page.getByRole("radio", { name, exact: true });
  // The view is in the address, so the choice shows a moment after the press.
  await choice.click();
  await expect(choice).toBeChecked();
};
const place = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("list", { name: "Places" }).getByRole("button", { name });
const findings = (page: Page): Locator => page.getByRole("list", { name: "Findings" });
const dialog = (page: Page): Locator => page.getByRole("dialog");
const versions = (page: Page): Locator => page.getByRole("table").getByRole("row");

/** Ticks every warning, and publishes. */
const publish = async (page: Page, note: string): Promise<void> => {
  await page.getByRole("button", { name: "Publish…" }).click();
  // Only then are the warnings there.
  await expect(dialog(page).getByLabel("Note (optional)")).toBeVisible();
  for (const box of await dialog(page).getByRole("checkbox").all()) await box.check();
  await dialog(page).getByLabel("Note (optional)").fill(note);
  await dialog(page).getByRole("button", { name: "Publish" }).click();
  await expect(dialog(page)).toBeHidden();
};

const acceptAustralia = async (page: Page): Promise<void> => {
  await view(page, "Packs");
  await page.getByRole("button", { name: /^See what it changes\s*: Australia$/ }).click();
  await expect(dialog(page).getByText("It is not legal advice")).toBeVisible();
  await expect(dialog(page).getByText("16 years")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Accept into the draft" }).click();
  await expect(dialog(page)).toBeHidden();
};

test("an owner accepts a pack, edits it, sees what is wrong, publishes, tries it out and goes back", async ({
  page,
  open,
}) => {
  test.slow();
  await open("policy");
  await expect(page.getByText("There is no policy yet")).toBeVisible();
  await view(page, "Versions");
  await expect(page.getByText("No versions yet")).toBeVisible();

  await acceptAustralia(page);
  await expect(page.getByText("In the draft", { exact: true })).toBeVisible();
  await expect(page.getByText("Draft, not published")).toBeVisible();

  await view(page, "Rules");
  await place(page, /^Australia/).click();
  await expect(page.getByRole("heading", { name: "Australia" })).toBeVisible();
  await expect(page.getByLabel("Minimum age")).toHaveValue("16");
  await expect(page.getByLabel("Tries of ID document")).toHaveValue("2");

  // A finding that blocks: the tries end before the ways do.
  await page.getByLabel("Tries of ID document").fill("1");
  for (const name of ["Wallet", "Voucher"]) {
    const when = page.getByLabel(`When ${name} is shown`);
    if (await when.isVisible()) await when.selectOption("off");
  }
  await expect(findings(page).getByText("attempts_run_out")).toBeVisible();
  // Everywhere else it is a warning; the law of this place refuses it.
  await expect(
    findings(page)
      .getByRole("listitem")
      .filter({ hasText: /^Blocks\s*document_only/ }),
  ).toContainText("Australia");
  await expect(page.getByRole("button", { name: "Publish…" })).toBeDisabled();
  await page.getByLabel("Tries of ID document").fill("2");
  await page.getByLabel("When Wallet is shown").selectOption("offer");
  await expect(findings(page).getByText("attempts_run_out")).toBeHidden();

  // A warning, to be accepted by name.
  await page.getByLabel("Methods open at once").fill("5");
  await expect(findings(page).getByText("too_few_choices")).toBeVisible();
  await page.getByRole("button", { name: "Publish…" }).click();
  const submit = dialog(page).getByRole("button", { name: "Publish" });
  await expect(submit).toBeDisabled();
  await expect(dialog(page).getByText("1. ID document (from the start, 2 tries)")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await publish(page, "As eSafety asks");

  await view(page, "Versions");
  await expect(versions(page)).toHaveCount(2);
  await expect(versions(page).nth(1)).toContainText("Current");
  await expect(versions(page).nth(1)).toContainText("Ada");
  await expect(versions(page).nth(1)).toContainText("As eSafety asks");
  await expect(page.getByText("Draft, not published")).toBeHidden();

  await view(page, "Simulator");
  await page.getByLabel("Where").selectOption("AU");
  const steps = page.getByRole("list", { name: "Steps" }).locator("> li");
  await page.getByRole("button", { name: "ID document fails" }).click();
  await page.getByRole("button", { name: "ID document fails" }).click();
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(2)).toContainText("Closed: 2 tries of it");
  await expect(page.getByRole("button", { name: "ID document fails" })).toHaveCount(0);
  await page.getByLabel("Age", { exact: true }).fill("19");
  await page.getByRole("button", { name: "Wallet works" }).click();
  await expect(page.getByText("The verification ends: approved.")).toBeVisible();

  await view(page, "Rules");
  await place(page, /^Australia/).click();
  await page.getByLabel("Minimum age").fill("17");
  await publish(page, "One year more");
  await view(page, "Versions");
  await expect(versions(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Changes of version 2" }).click();
  await expect(dialog(page).getByText("16 years")).toBeVisible();
  await expect(dialog(page).getByText("17 years")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Go back to version 1" }).click();
  await expect(dialog(page).getByText("16 years")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Go back" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(versions(page)).toHaveCount(4);

  // Any two versions can be compared; the older one is what was before.
  await page.getByRole("button", { name: "Changes of version 3" }).click();
  const beside = dialog(page).getByLabel("Compare with");
  await expect(beside.locator("option")).toHaveText(["Version 2", "Version 1"]);
  await expect(dialog(page).getByRole("heading", { name: "What version 3 changed" })).toBeVisible();
  await expect(dialog(page).getByText(/^Before\s*17 years/)).toBeVisible();
  await beside.selectOption({ label: "Version 1" });
  await expect(dialog(page).getByRole("heading", { name: "From version 1 to version 3" })).toBeVisible();
  await expect(dialog(page).getByText("No differences.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Changes of version 1" }).click();
  await expect(dialog(page).getByText("The first version: before it there was no policy.")).toBeVisible();
  await dialog(page).getByLabel("Compare with").selectOption({ label: "Version 2" });
  await expect(dialog(page).getByText(/^Before\s*16 years/)).toBeVisible();
  await expect(dialog(page).getByText(/^After\s*17 years/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(versions(page).nth(1)).toContainText("Current");
  await view(page, "Rules");
  await place(page, /^Australia/).click();
  await expect(page.getByLabel("Minimum age")).toHaveValue("16");
});

test("a pack that changed since it was adopted says what and why, and the policy stays until it is accepted again", async ({
  page,
  open,
  tenant,
}) => {
  await open("policy");
  const methods = [
    { id: "document", use: "offer", attempts: 2 },
    { id: "wallet", use: "offer" },
    { id: "voucher", use: "fallback" },
    { id: "voucher", use: "appeal" },
  ];
  // As the service published the pack until 30 November 2026: the version names no edition.
  await callApi(page, tenant.id, "policies.publish", {
    policy: {
      default: { minimumAge: 18, methods },
      regions: [{ country: "GB", minimumAge: 18, methods, attemptsInAll: 4, minimumChoices: 2 }],
    },
    packIds: ["uk"],
    acceptedWarnings: ["document_unbound"],
  });
  await page.reload();
  const changed = page.getByText("The pack United Kingdom has changed since version 1 adopted it.");
  await expect(changed).toBeVisible();
  await expect(page.getByText("The photo of a document is no longer proposed.")).toBeVisible();
  await expect(changed).toContainText("Accepting replaces your rules for these places.");
  await expect(findings(page).getByText("document_unbound")).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: /^See the packs/ }).click();
  await expect(changed).toBeVisible();
  await page.getByRole("button", { name: /^See what it changes\s*: United Kingdom$/ }).click();
  await dialog(page).getByRole("button", { name: "Accept into the draft" }).click();
  await expect(dialog(page)).toBeHidden();
  await view(page, "Rules");
  await expect(changed).toBeVisible();
  await expect(findings(page).getByText("document_unbound")).toBeHidden();
  await publish(page, "As the pack is now");
  await expect(changed).toBeHidden();
});

test("going back to a version that is refused now says why", async ({ page, open, tenant }) => {
  await open("policy");
  const vendor = listedId.parse(
    await callApi(page, tenant.id, "vendors.add", {
      ...{ kind: "stripe", mode: "live", apiKey: "rk_live_stand_in_0123456789" },
      callbackKey: "whsec_0123456789abcdef",
    }),
  );
  const offering = (id: string) => ({
    policy: {
      default: {
        minimumAge: 18,
        methods: [
          { id: "voucher", use: "offer" },
          { id: "document", use: "offer" },
        ],
      },
      regions: [
        {
          country: "AU",
          methods: [
            { id: "voucher", use: "offer" },
            { id, use: "offer" },
          ],
        },
      ],
    },
  });
  await callApi(page, tenant.id, "policies.publish", offering("vendor:stripe"));
  await callApi(page, tenant.id, "policies.publish", offering("document"));
  await callApi(page, tenant.id, "vendors.switch", { id: vendor.id, isActive: false });
  await page.reload();
  await view(page, "Versions");
  await page.getByRole("button", { name: "Go back to version 1" }).click();
  // Two methods are the law there.
  await expect(dialog(page).getByRole("alert")).toContainText("counts only once it is switched on");
  await expect(dialog(page).getByRole("alert")).toContainText("Australia");
  await expect(dialog(page).getByRole("button", { name: "Go back" })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
});

test("a place is added and removed by the keyboard alone, and a draft is asked about when the page is left", async ({
  page,
  open,
}) => {
  await open("policy");
  const country = page.getByLabel("Country");
  await country.focus();
  await country.selectOption("US");
  await page.keyboard.press("Tab");
  await page.keyboard.type("de-by");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter a part of United States by its code")).toBeVisible();
  await page.getByLabel("Part of it (optional)").fill("us-ny");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "United States, New York (US-NY)" })).toBeVisible();
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Settings" }).click();
  await expect(dialog(page).getByText("unsaved changes in the policy")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Stay on this page" }).click();
  await page.getByRole("button", { name: "Remove this place" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Everywhere else" })).toBeVisible();
  await expect(place(page, /New York/)).toHaveCount(0);
  await expect(page.getByText("Draft, not published")).toBeHidden();
});

test("a fault that the draft no longer has leaves the list, though it blocked in one place and warned in another", async ({
  page,
  open,
}) => {
  await open("policy");
  await page.getByLabel("Country").selectOption("FR");
  await page.getByRole("button", { name: "Add place" }).click();
  const oneWay = findings(page).getByRole("listitem").filter({ hasText: "one_way_only" });
  await expect(oneWay).toHaveCount(2);
  await expect(oneWay.first()).toContainText("Blocks");
  await expectNoRepeatedKeys(page);
  await place(page, /^Everywhere else/).click();
  await page.getByLabel("When Voucher is shown").selectOption("offer");
  await expect(page.getByRole("button", { name: "Publish…" })).toBeEnabled();
  await expect(oneWay).toHaveCount(0);
});

test("a finding offers as a button what would answer it, in all of its places at once", async ({
  page,
  open,
}) => {
  await open("policy");
  await page.getByLabel("Country").selectOption("FR");
  await page.getByRole("button", { name: "Add place" }).click();
  const documentOnly = findings(page).getByRole("listitem").filter({ hasText: "document_only" });
  await documentOnly.getByRole("button", { name: "Add Voucher" }).click();
  await expect(documentOnly).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "to accept" })).toBeFocused();
  await place(page, /^Everywhere else/).click();
  await expect(page.getByLabel("When Voucher is shown")).toHaveValue("offer");
  await expect(page.getByRole("button", { name: "Publish…" })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
});

test("which age keys count is chosen, told in words before it is published, and a place has a choice of its own", async ({
  page,
  open,
}) => {
  await open("policy");
  const keys = page.getByRole("group", { name: "Age keys" });
  const count = keys.getByLabel("Age keys are accepted");
  const proof = keys.getByLabel("Weakest proof accepted");
  const refuse = keys.getByLabel("Refuse synced passkeys");
  await expect(keys).toBeHidden();
  await page.getByLabel("When Age key is shown").selectOption("offer");
  await expect(count).toHaveValue("tenant");
  await count.selectOption("At every site of this service that takes part");
  await proof.selectOption("A barcode signed by its issuer, or more");
  await refuse.check();
  expect(await violations(page)).toEqual([]);
  if (process.env.SCREENSHOTS) await keys.screenshot({ path: `${process.env.SCREENSHOTS}/age-keys.png` });
  await page.getByRole("button", { name: "Publish…" }).click();
  const words = "made at any site that takes part, from issuer_signed_no_binding on, on one device";
  await expect(dialog(page).getByText(words)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await publish(page, "keys");
  await page.reload();
  await expect(count).toHaveValue("deployment");
  await expect(proof).toHaveValue("issuer_signed_no_binding");
  await expect(refuse).toBeChecked();

  await page.getByLabel("Country").selectOption("US");
  await page.getByRole("button", { name: "Add place" }).click();
  const same = keys.getByLabel("Use the default rule’s age keys");
  await expect(same).toBeChecked();
  await expect(count).toBeHidden();
  await same.uncheck();
  await expect(count).toHaveValue("tenant");
  await expect(refuse).not.toBeChecked();
  await publish(page, "own keys of a place");
  await page.reload();
  await place(page, /^United States/).click();
  await expect(same).not.toBeChecked();
  await expect(count).toHaveValue("tenant");
  await same.check();
  await expect(count).toBeHidden();
  await expect(page.getByText("Draft, not published")).toBeVisible();

  await place(page, /^Everywhere else/).click();
  await count.selectOption("Here only");
  await proof.selectOption("Whatever your other methods prove");
  await refuse.uncheck();
  await page.getByRole("button", { name: "Publish…" }).click();
  await expect(dialog(page).getByText(words)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
});

const SIZES = [
  { name: "desktop-light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "phone-dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

for (const { name, colorScheme, viewport } of SIZES) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport, reducedMotion: "reduce" });

    test("axe finds nothing in any view, and none scrolls sideways", async ({ page, open }, info) => {
      test.slow();
      await open("policy");
      const look = async (what: string): Promise<void> => {
        expect.soft(await violations(page), what).toEqual([]);
        const tooWide = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect.soft(tooWide, what).toBe(0);
        await page.screenshot({ path: info.outputPath(`${what}.png`), fullPage: true });
      };
      await look("empty");
      await acceptAustralia(page);
      // The toast is not part of any view.
      await expect(page.getByText("Australia is in the draft")).toBeHidden({ timeout: 15_000 });
      await look("packs");
      await view(page, "Rules");
      await place(page, /^Australia/).click();
      await page.getByLabel("Methods open at once").fill("5");
      await look("rules");
      await page.getByRole("button", { name: "Publish…" }).click();
      await expect(dialog(page)).toBeVisible();
      await look("publish");
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      await publish(page, "x".repeat(80));
      await view(page, "Simulator");
      await page.getByLabel("Where").selectOption("AU");
      await page.getByRole("button", { name: "ID document fails" }).click();
      await page.getByRole("button", { name: "Wallet fails" }).click();
      await look("simulator");
      await view(page, "Versions");
      await expect(versions(page)).toHaveCount(2);
      await look("versions");
    });
  });
}

test("who publishes over a version that came meanwhile is told whose it is, and loses nothing of their draft", async ({
  page,
  open,
  context,
}) => {
  test.slow();
  await open("policy");
  await acceptAustralia(page);
  await publish(page, "The first");
  const tries = page.getByLabel("Tries in all");
  await view(page, "Rules");
  await tries.fill("4");

  const other = await context.newPage();
  await other.goto(page.url());
  await view(other, "Rules");
  await other.getByLabel("Tries in all").fill("5");
  await publish(other, "Meanwhile");
  await other.close();

  await page.getByRole("button", { name: "Publish…" }).click();
  for (const box of await dialog(page).getByRole("checkbox").all()) await box.check();
  await dialog(page).getByRole("button", { name: "Publish" }).click();
  await expect(
    dialog(page)
      .getByText(/Version 2 was published by/)
      .first(),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/policy-conflict.png` });
  await page.keyboard.press("Escape");
  await expect(tries).toHaveValue("4");
});
