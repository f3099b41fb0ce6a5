import type { BrowserContext, Page, Request } from "@playwright/test";
import { callsOf, chooseAtProvider, expect, goOn, signInBeside, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";

const UPDATE = /\/api\/trpc\/[^?]*settings\.update/;

const age = (page: Page) => page.getByLabel("Minimum age");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** The calls that would save settings, from here on. */
const savesOf = (page: Page): Request[] => {
  const saves: Request[] = [];
  page.on("request", (request) => {
    if (UPDATE.test(request.url())) saves.push(request);
  });
  return saves;
};

/** Settings with an age that is not saved yet, in a page whose bearer has run out and whose cookies are gone. */
const typedAndSignedOut = async (page: Page, context: BrowserContext): Promise<void> => {
  await expect(age(page)).toHaveValue("18");
  // What is still on its way would bring the cookie back.
  await page.waitForLoadState("networkidle");
  await age(page).fill("21");
  await context.clearCookies();
  await page.clock.fastForward("00:10:00");
};

test("a session that ends keeps what is typed, and it is saved after a sign-in in another tab", async ({
  page,
  open,
  context,
}) => {
  const questions: string[] = [];
  page.on("dialog", (question) => {
    questions.push(question.type());
    void question.dismiss();
  });
  await page.clock.install();
  await open("settings");
  await typedAndSignedOut(page, context);
  await save(page).click();
  const notice = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(notice).toBeVisible();
  await expect(notice).toBeInViewport();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice.getByText("You are not signed in yet.")).toBeVisible();
  await (await signInBeside(page)).close();
  await goOn(page);
  await expect(page).toHaveURL(/\/settings$/);
  await expect(age(page)).toHaveValue("21");
  await save(page).click();
  await expectNotice(page, "Settings saved");
  expect(questions).toEqual([]);
});

test("what is typed in an open dialog is kept too, and its call can be sent again", async ({
  page,
  open,
  context,
}) => {
  await page.clock.install();
  await open("keys");
  // What is still on its way would bring the cookie back.
  await page.waitForLoadState("networkidle");
  const { answered } = callsOf(page);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByLabel("Name").fill("Checkout");
  await answered();
  await context.clearCookies();
  await page.clock.fastForward("00:10:00");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const notice = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(notice).toBeVisible();
  // The notice is in the dialog's circle of the Tab key, and Escape there leaves the dialog open.
  await dialog.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Tab");
  await expect(notice.getByRole("link", { name: "Sign in again" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog.getByLabel("Name")).toHaveValue("Checkout");
  await page.keyboard.press("Shift+Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.route(/\/api\/console\/token/, (route) => route.abort(), { times: 1 });
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice.getByText("The service did not answer. Try again in a moment.")).toBeVisible();
  await (await signInBeside(page)).close();
  await goOn(page);
  await expect(dialog.getByLabel("Name")).toHaveValue("Checkout");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog", { name: "Your new key" })).toBeVisible();
});

test("a Save that is refused for its bearer is sent once more, with a new one", async ({ page, open }) => {
  await open("settings");
  await expect(age(page)).toHaveValue("18");
  const saves = savesOf(page);
  await page.route(
    UPDATE,
    (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: "Bearer e30.e30.bad" } }),
    { times: 1 },
  );
  await age(page).fill("21");
  await save(page).click();
  await expectNotice(page, "Settings saved");
  expect(saves).toHaveLength(2);
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeHidden();
});

test("a bearer that is refused again is not sent a third time", async ({ page, open }) => {
  await open("settings");
  await expect(age(page)).toHaveValue("18");
  const saves = savesOf(page);
  await page.route(UPDATE, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: "Bearer e30.e30.bad" } }),
  );
  await age(page).fill("21");
  await save(page).click();
  await expect(page.getByText("The access token is not valid or has expired.")).toBeVisible();
  // The session runs: it has just given a new bearer.
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeHidden();
  await expect(age(page)).toHaveValue("21");
  expect(saves).toHaveLength(2);
});

test("what one person typed is not saved in the name of another who signs in beside it", async ({
  page,
  open,
  context,
}) => {
  await page.clock.install();
  await open("settings");
  await typedAndSignedOut(page, context);
  const saves = savesOf(page);
  const tab = await context.newPage();
  await tab.goto("/console/sign-in");
  await tab.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(tab, "Ben");
  await tab.waitForURL(/\/console\/(?:ten_|invitations)/);
  await save(page).click();
  const notice = page.getByRole("dialog", { name: "You are signed in as someone else" });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole("button", { name: "Reload the page" })).toBeVisible();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice.getByText("You are still signed in as someone else.")).toBeVisible();
  await expect(age(page)).toHaveValue("21");
  expect(saves).toEqual([]);
});
