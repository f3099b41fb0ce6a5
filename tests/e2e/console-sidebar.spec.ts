import type { Page } from "@playwright/test";
import { expect, openOperator, test } from "./support/operator.ts";

/** Laptops, and the lowest window that still has the sidebar. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1440, height: 800 },
  { width: 1440, height: 720 },
  { width: 1280, height: 640 },
];

/** The account and the theme are in view at every height, before and after the list is scrolled to its end. */
const staysInView = async (page: Page, account: RegExp, last: string): Promise<void> => {
  const side = page.getByRole("complementary");
  const button = side.getByRole("button", { name: account });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(side.getByRole("group", { name: "Theme" })).toBeInViewport({ ratio: 1 });
    // The keyboard's way to the end of the list: nothing of the foot covers it.
    const end = side.getByRole("navigation").getByRole("link", { name: last, exact: true });
    await end.focus();
    await expect(end).toBeInViewport({ ratio: 1 });
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await button.click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
};

test("the account, the theme and sign-out are in view at every laptop's height", async ({ page, open }) => {
  await open();
  await staysInView(page, /^Ada/, "Settings");
});

test("the switch between live and test is in view at every laptop's height", async ({ page, open }) => {
  await open();
  const live = page.getByRole("complementary").getByRole("group", { name: "Mode" });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.getByRole("complementary").getByRole("link", { name: "Settings" }).focus();
    await expect(live).toBeInViewport({ ratio: 1 });
  }
});

test("the operator's sidebar keeps its foot as well", async ({ olivia }) => {
  await openOperator(olivia);
  await staysInView(olivia, /^Olivia/, "Audit trail");
});
