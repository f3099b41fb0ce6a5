import type { Page } from "@playwright/test";
import { z } from "zod";
import { applyPack, packById } from "#core/policy/packs.ts";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { sample } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { backendOf, publishPolicy, trustAnIssuer } from "./support/service.ts";

// Australia's law wants one way after the other and never a document alone: the pack as it is published, from the first
// photo to a decision by a code from a member of staff.

const DOCUMENT = "Photo of a document";
const WALLET = "A wallet on your phone";
const VOUCHER = "A code from a member of staff";

const shown = async (page: Page): Promise<string[]> => {
  const found = await Promise.all(
    [DOCUMENT, WALLET, VOUCHER].map(async (name) =>
      (await page.getByRole("main").getByText(name, { exact: true }).isVisible()) ? [name] : [],
    ),
  );
  return found.flat();
};

const issued = z.object({ code: z.string() });

for (const javaScriptEnabled of [true, false]) {
  test(`two photos fail, and a code decides, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    page: member,
    open,
    tenant,
    browser,
    demo,
  }) => {
    await trustAnIssuer(demo);
    const pack = packById("au");
    if (!pack) throw new Error("there is no pack for Australia");
    const policy = applyPack({ default: { methods: [{ id: "document", use: "offer" }] }, regions: [] }, pack);
    const acceptedWarnings = ["camera", "phone", "either"].map((what) => `no_way_without_${what}`);
    await publishPolicy(demo, tenant.id, {
      policy,
      acceptedWarnings: [...acceptedWarnings, "one_way_only", "document_only", "too_few_choices"],
    });

    const backend = backendOf(demo.baseUrl, tenant.liveKey);
    const { verificationId, sessionUrl } = await backend.start({ country: "AU" });
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
    const page = await context.newPage();
    const shoot = async (name: string): Promise<void> => {
      const directory = process.env.SCREENSHOTS;
      if (directory && javaScriptEnabled)
        await page.screenshot({ path: `${directory}/australia-${name}.png`, fullPage: true });
    };
    await page.goto(sessionUrl);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("16 or over");
    expect(await shown(page)).toEqual([DOCUMENT, WALLET]);
    await expect(page.getByText("sharper photos")).toBeVisible();
    await shoot("first");

    for (const left of [3, 2]) {
      await page.goto(`${sessionUrl}?method=document`);
      if (javaScriptEnabled) await page.getByRole("button", { name: "Choose a photo" }).waitFor();
      await page.locator("form[enctype] input[type=file]").first().setInputFiles(sample("blurred"));
      await page.getByRole("button", { name: "Check my age" }).click();
      await expect(page.getByText(`You can try ${left} more times.`)).toBeVisible();
    }
    await expect(page.getByText("You can no longer use that way in this check.")).toBeVisible();
    expect(await shown(page)).toEqual([WALLET, VOUCHER]);
    // No photo is asked for any more, so no other camera either.
    await expect(page.getByText("sharper photos")).toBeHidden();
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await shoot("after-two-photos");

    await open("vouchers");
    const { code } = issued.parse(
      await callApi(member, tenant.id, "vouchers.issue", { ageAtLeast: 16, validMinutes: 10 }),
    );
    await page.getByRole("main").getByText(VOUCHER, { exact: true }).click();
    await hostedPage(page).begin();
    await page.getByLabel("Code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Check this code" }).click();
    await expect(page.getByRole("heading", { name: "You have shown that you are 16 or over" })).toBeVisible();
    await shoot("approved");
    const { status, result } = await backend.status(verificationId);
    expect({ status, result }).toMatchObject({ status: "completed", result: { verified: true } });
    await open("vouchers");
    await expect(member.getByRole("row", { name: /16 or over/ })).toContainText("Used");
    await context.close();
  });
}
