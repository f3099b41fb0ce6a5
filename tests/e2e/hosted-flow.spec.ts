import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";

test("the first screen says who asks, what they learn and what is kept; a single way is below it at once", async ({
  page,
  backend,
}) => {
  await page.goto((await backend.start({ minimumAge: 21 })).sessionUrl);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Corner Shop asks you to prove that you are 21 or over",
  );
  await expect(page.getByText("learns whether you are 21 or over").first()).toBeVisible();
  await page.getByText("What you show here is deleted as soon as it has been checked").click();
  await expect(page.getByText("the answer, how you proved it, and when").first()).toBeVisible();
  await expect(page.getByText("a mark of your document")).toHaveCount(0);
  await expect(page.getByText(/^Your photo is read on this server/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the start" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Choose a photo" })).toBeVisible();
});

test("a preview of the link opens nothing; a person does", async ({ page, request, backend }) => {
  const { verificationId, sessionUrl } = await backend.start();
  await request.get(sessionUrl);
  await request.head(sessionUrl);
  expect((await backend.status(verificationId)).status).toBe("pending");
  await page.goto(sessionUrl);
  await expect.poll(async () => (await backend.status(verificationId)).status).toBe("in_progress");
});

test("who stops is asked once, and the shop learns only that", async ({ page, backend, shop }) => {
  const { verificationId, sessionUrl } = await backend.start({ callback_url: shop.url });
  await page.goto(sessionUrl);
  await page.getByRole("link", { name: "I don’t want to do this" }).click();
  await expect(page.getByRole("heading", { name: "Do you want to stop?" })).toBeFocused();
  await page.getByRole("link", { name: "No, continue" }).click();
  expect((await backend.status(verificationId)).status).not.toBe("failed");
  await hostedPage(page).begin();
  await page.getByRole("link", { name: "I don’t want to do this" }).click();
  await page.getByRole("button", { name: "Yes, stop" }).dblclick();
  await expect(page.getByRole("heading", { name: "You stopped this check" })).toBeFocused();
  await page.getByRole("link", { name: "Back to Corner Shop" }).click();
  await page.waitForURL(/\/back\?/);
  expect(Object.fromEntries(shop.visits[0] ?? [])).toEqual({
    order: "A-1042",
    verificationId,
    status: "failed",
  });
  expect(await backend.status(verificationId)).toMatchObject({ error: { code: "CANCELLED_BY_USER" } });
});

test("two tabs: the second one shows what happened in the first", async ({ page, context, backend }) => {
  const { sessionUrl } = await backend.start();
  const second = await context.newPage();
  await second.goto(sessionUrl);
  await page.goto(sessionUrl);
  await hostedPage(page).send(sample("adult"));
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  await second.bringToFront();
  await expect(second.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
});

test("the Back button after the outcome shows the outcome, not the form", async ({ page, backend }) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await page.goto(`${sessionUrl}?method=document`);
  await hostedPage(page).send(sample("adult"));
  const outcome = page.getByRole("heading", { name: "You have shown that you are 18 or over" });
  await expect(outcome).toBeVisible();
  await page.goBack();
  await expect(outcome).toBeVisible();
});

test("offline for a moment: the page says so, keeps the photo, and goes on by itself", async ({
  page,
  context,
  backend,
}) => {
  const { sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await hostedPage(page).choose(sample("adult"));
  await context.setOffline(true);
  await expect(page.getByText("You are offline. This page continues")).toBeVisible();
  await page.getByRole("button", { name: "Check my age" }).click();
  await expect(page.getByText("Your choice is sent")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeFocused();
});

test("the time that is left is quiet until five minutes before the end, then polite", async ({
  page,
  backend,
}) => {
  await page.clock.install();
  await page.goto((await backend.start({ expiresInSeconds: 600 })).sessionUrl);
  const said = page.getByRole("status").filter({ hasText: "This page" });
  await expect(page.getByRole("button", { name: "Choose a photo" })).toBeVisible();
  await expect(said).toBeHidden();
  await page.clock.fastForward("05:10");
  await expect(said).toContainText("This page stays open for 4 more minutes.");
  await page.clock.fastForward("04:00");
  await expect(said).toContainText("This page closes in less than a minute.");
  await expect(said).toContainText("nothing is lost: Corner Shop can open a new page for you");
});

test("a form's address leads back to the form, and takes no other method", async ({ request, backend }) => {
  const { sessionUrl } = await backend.start();
  const gone = await request.get(`${sessionUrl}/document`, { maxRedirects: 0 });
  expect([gone.status(), gone.headers().location]).toEqual([
    303,
    `${new URL(sessionUrl).pathname}?method=document`,
  ]);
  const refused = await request.put(`${sessionUrl}/document`);
  expect([refused.status(), refused.headers().allow]).toEqual([405, "GET, POST"]);
  expect(await refused.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("who stops is asked once, and the page says how it ended", async ({ page, backend }) => {
    const { verificationId, sessionUrl } = await backend.start();
    await page.goto(sessionUrl);
    await page.getByRole("link", { name: "I don’t want to do this" }).click();
    await page.getByRole("button", { name: "Yes, stop" }).click();
    await expect(page.getByRole("heading", { name: "You stopped this check" })).toBeFocused();
    expect((await backend.status(verificationId)).status).toBe("failed");
  });
});
