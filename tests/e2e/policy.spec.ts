import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { test as base, expect, sample } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import {
  type Backend,
  backendOf,
  newOperatorTenant,
  publishPolicy,
  trustAnIssuer,
} from "./support/service.ts";

// A photo that fails twice leads on to the way that was kept back, and a person who has no document gets there at once.

const POLICY = {
  default: { methods: [{ id: "document", use: "offer" }] },
  regions: [
    {
      country: "AU",
      minimumAge: 16,
      attemptsInAll: 5,
      methods: [
        { id: "document", use: "offer", attempts: 2 },
        { id: "wallet", use: "fallback" },
      ],
    },
  ],
};

const acceptedWarnings = [
  "one_way_only",
  "document_only",
  "no_way_without_camera",
  "no_way_without_phone",
  "no_way_without_either",
];

const test = base.extend<object, { australian: Backend }>({
  australian: [
    async ({ demo }, use) => {
      await trustAnIssuer(demo);
      const { id, apiKey } = await newOperatorTenant(demo, "Corner Shop");
      await publishPolicy(demo, id, { policy: POLICY, acceptedWarnings });
      await use(backendOf(demo.baseUrl, apiKey));
    },
    { scope: "worker" },
  ],
});

const DOCUMENT = "Photo of a document";
const WALLET = "A wallet on your phone";
const OTHERS = "I cannot use any of these";

const others = (page: Page) => page.getByRole("button", { name: OTHERS });
const way = (page: Page, name: string) => page.getByRole("main").getByText(name, { exact: true });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    const send = async (page: Page): Promise<void> => {
      if (javaScriptEnabled) return hostedPage(page).send(sample("blurred"));
      await hostedPage(page).begin();
      await page.getByLabel("Photo of your document").setInputFiles(sample("blurred"));
      await page.getByRole("button", { name: "Check my age" }).click();
    };

    test("a document that fails twice is gone, and the fallback is shown, which was not there before", async ({
      page,
      australian,
    }) => {
      const { verificationId, sessionUrl } = await australian.start({ country: "AU" });
      const wallet = page.getByRole("heading", { name: "Use a wallet on your phone" });
      await page.goto(sessionUrl);
      await expect(page.locator("form[enctype]").first()).toBeVisible();
      await expect(wallet).toBeHidden();
      await expect(others(page)).toBeVisible();
      await send(page);
      await expect(page.getByText("You can try 4 more times.")).toBeVisible();
      await send(page);
      await expect(wallet).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "The photo is blurred" })).toBeVisible();
      await expect(page.getByText("You can no longer use that way in this check.")).toBeVisible();
      await expect(page.locator("form[enctype]")).toBeHidden();
      await expect(others(page)).toBeHidden();
      await page.goto(`${sessionUrl}?method=document`);
      await expect(page.locator("form[enctype]")).toBeHidden();
      await expect(wallet).toBeVisible();
      expect((await australian.status(verificationId)).status).toBe("in_progress");
    });

    test("who can use none of the ways sees the others", async ({ page, australian }) => {
      await page.goto((await australian.start({ country: "AU" })).sessionUrl);
      await others(page).click();
      await expect(way(page, WALLET)).toBeVisible();
      await expect(way(page, DOCUMENT)).toBeVisible();
      await expect(others(page)).toBeHidden();
    });
  });
}

for (const [size, width] of [
  ["phone", 390],
  ["desktop", 1280],
] as const) {
  test(`axe finds nothing on the choice in light and dark on a ${size}`, async ({ page, australian }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 844 });
    await page.goto((await australian.start({ country: "AU" })).sessionUrl);
    await expect(others(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const directory = process.env.SCREENSHOTS;
    const shoot = async (name: string) => {
      for (const colorScheme of ["dark", "light"] as const) {
        if (!directory) continue;
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: `${directory}/policy-${name}-${size}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    };
    await shoot("one");
    await others(page).click();
    await expect(way(page, WALLET)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await shoot("both");
  });
}
