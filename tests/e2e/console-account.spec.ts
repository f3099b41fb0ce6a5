import type { Browser, Page } from "@playwright/test";
import { callApi, chooseAtProvider, expect, goOn, isAwake, signInBeside, test } from "./support/console.ts";
import type { Demo } from "./support/service.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Somebody in a browser of their own, in the tenant that the sign-in leads to. */
const arrives = async (
  browser: Browser,
  { baseUrl }: Demo,
  who: string,
  options: { userAgent?: string } = {},
): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: baseUrl, ...options })).newPage();
  await signInAgain(page, who);
  return page;
};

const signInAgain = async (page: Page, who: string): Promise<void> => {
  await page.goto("/console/sign-in");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, who);
  await page.waitForURL(/\/console\/ten_/);
  await isAwake(page);
};

const openAccount = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
};

const confirmAtProvider = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Sign out" }).click();

/** A page whose session was ended elsewhere says so: at its next click, or by itself. */
const meetsTheEnd = (page: Page, link: string): Promise<void> => {
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  return expect(async () => {
    if (!(await dialog.isVisible())) await page.getByRole("link", { name: link }).click({ timeout: 5_000 });
    await expect(dialog).toBeVisible({ timeout: 10_000 });
  }).toPass();
};

test("both browsers are listed, one is signed out from the other, and is out at its next action", async ({
  browser,
  demo,
}, { retry }) => {
  test.slow();
  // Someone else at another try: the sessions of the first are still there.
  const guest = 13 + retry;
  const here = await arrives(browser, demo, `Guest ${guest}`);
  const there = await arrives(browser, demo, `Guest ${guest}`, { userAgent: FIREFOX });

  await here.getByRole("button", { name: `Guest ${guest}`, exact: true }).click();
  await expect(here.getByRole("menu").getByText(`guest-${guest}@demo.example`)).toBeVisible();
  await expect(here.getByRole("menuitem")).toHaveText(["Account", "Documentation", "Support", "Sign out"]);
  await here.keyboard.press("Escape");
  await openAccount(here, `Guest ${guest}`);
  await expect(here.getByText(`guest-${guest}@demo.example`)).toBeVisible();
  await expect(here.getByText(/^single sign-on \(localhost:\d+\)$/)).toBeVisible();
  await expect(here.getByRole("list", { name: "Tenants" }).getByRole("listitem")).toHaveCount(1);

  const sessions = here.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.nth(0)).toContainText("This session");
  await expect(sessions.nth(0)).toContainText("Chrome");
  await expect(sessions.nth(1)).toContainText("Firefox on Windows");
  await here.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText("This session");

  await meetsTheEnd(there, "API keys");

  // The other one goes on, and is the only one that does.
  await here.reload();
  await expect(sessions).toHaveCount(1);
  await (await signInBeside(there, null)).close();
  await goOn(there);
  await here.reload();
  await expect(sessions).toHaveCount(2);
  await here.getByRole("button", { name: "Sign out other sessions" }).click();
  await expect(sessions).toHaveCount(1);
  await meetsTheEnd(there, "Members");
  await Promise.all([here.context().close(), there.context().close()]);
});

test("the sidebar's menu stays under the pointer while the page behind it scrolls", async ({
  page,
  open,
}) => {
  await open();
  await page.getByRole("button", { name: "Ada Demo", exact: true }).click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  await expect(menu).not.toHaveAttribute("data-starting-style");
  // Within one turn: what follows the trigger a frame later is elsewhere between a press and its release.
  const moved = await menu.evaluate(async (element) => {
    document.body.style.minHeight = "300vh";
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const before = element.getBoundingClientRect().top;
    window.scrollBy({ top: 240, behavior: "instant" });
    return { page: window.scrollY, menu: element.getBoundingClientRect().top - before };
  });
  expect(moved).toEqual({ page: 240, menu: 0 });
});

test("signed out everywhere: this browser and the other one", async ({ browser, demo }) => {
  test.slow();
  const here = await arrives(browser, demo, "Guest 10");
  const there = await arrives(browser, demo, "Guest 10");
  await openAccount(here, "Guest 10");
  await here.getByRole("button", { name: "Sign out everywhere" }).click();
  await here.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await confirmAtProvider(here);
  await here.waitForURL(/\/console\/sign-in/);
  await here.goto("/console");
  await expect(here.getByRole("button", { name: "Continue with single sign-on" })).toBeVisible();
  await meetsTheEnd(there, "API keys");
  await Promise.all([here.context().close(), there.context().close()]);
});

test("an invitation for another account says who is signed in, and is accepted after the change", async ({
  page,
  browser,
  demo,
  tenant,
}) => {
  test.slow();
  const input = { role: "developer", email: "guest-11@demo.example" };
  const { url } = (await callApi(page, tenant.id, "members.invite", input)) as { url: string };
  const guest = await (await browser.newContext({ baseURL: demo.baseUrl })).newPage();
  await guest.goto(url);
  await guest.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(guest, "Ben");
  await expect(guest.getByText("You are signed in as Ben Demo (ben@demo.example).")).toBeVisible();
  await expect(guest.getByRole("button", { name: /accept/i })).toBeHidden();
  await guest.getByRole("button", { name: "Use another account" }).click();
  await confirmAtProvider(guest);
  await guest.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(guest, "Guest 11");
  await expect(guest.getByText("You are signed in as Guest 11 (guest-11@demo.example).")).toBeVisible();
  await guest.getByRole("button", { name: /accept/i }).click();
  await expect(guest).toHaveURL(new RegExp(`/console/${tenant.id}$`));
  await expect(guest.getByText("Developer", { exact: true }).first()).toBeVisible();
  await guest.context().close();
});

test("the documentation is a click away from every page", async ({ page, open }) => {
  await open("account");
  await page
    .getByRole("navigation", { name: "Console" })
    .getByRole("link", { name: "Documentation" })
    .click();
  await expect(page).toHaveURL(/\/docs$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`the sign-in page in ${colorScheme} at 390 px`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test.beforeEach(async ({ context }) => context.clearCookies());

    test("says what went wrong, as an alert, and fits", async ({ page }) => {
      await page.goto("/console/sign-in?error=id_token_nonce");
      await expect(page.getByRole("heading", { level: 1, name: "Sign in to the console" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("alert")).toHaveText(
        "The identity provider's answer belongs to another sign-in. Start again.",
      );
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    });

    test("is calm about a sign-in that the person stopped", async ({ page }) => {
      await page.goto("/console/sign-in?error=cancelled");
      await expect(page.getByText("You stopped the sign-in at the identity provider.")).toBeVisible();
      await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
      await expect(page.getByRole("button", { name: "Continue with single sign-on" })).toBeEnabled();
    });
  });
}
