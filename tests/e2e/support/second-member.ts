import type { Browser, Page } from "@playwright/test";
import { chooseAtProvider, expect } from "./console.ts";
import type { Demo } from "./service.ts";

type Where = { page: Page; browser: Browser; demo: Pick<Demo, "baseUrl">; tenant: { id: string } };

/**
 * Ben joins the tenant by an invitation link, in another browser. Its context is the caller's to close.
 * @param page on the members of the tenant
 * @returns his page, on the first one of the tenant
 */
export const joinAsBen = async (
  { page, browser, demo, tenant }: Where,
  role: "Admin" | "Viewer",
): Promise<Page> => {
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(role, { exact: true }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = (await page.locator("[data-secret]").textContent()) ?? "";
  expect(link).toContain("/console/invitation#vi_");
  const context = await browser.newContext({ baseURL: demo.baseUrl });
  const ben = await context.newPage();
  await ben.goto(link);
  await ben.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(ben, "Ben");
  await ben.getByRole("button", { name: /accept/i }).click();
  await expect(ben).toHaveURL(new RegExp(`/console/${tenant.id}$`));
  return ben;
};
