import { chooseAtProvider, expect, test } from "./support/console.ts";

test("who calls too fast is told so, and for how long", async ({ page }) => {
  // Somebody of one's own, also when the test is repeated: what they use up is theirs.
  const { repeatEachIndex, retry } = test.info();
  await page.goto("/console/sign-in");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, `Guest ${1 + ((repeatEachIndex * 3 + retry) % 12)} `);
  await page.waitForURL(/\/console\/ten_/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Uses up what is left of the window, and says how it ended.
  const exhaust = () =>
    page.evaluate(async () => {
      const post = { method: "POST", headers: { "content-type": "application/json" } };
      const { accessToken } = await (await fetch("/api/console/token", post)).json();
      const path = Array(20).fill("session.me").join(",");
      const headers = { ...post.headers, authorization: `Bearer ${accessToken}` };
      const body = JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, {}])));
      for (let sent = 0; sent < 300; sent += 1) {
        const { status } = await fetch(`/api/trpc/${path}?batch=1`, { ...post, headers, body });
        if (status !== 200) return status;
      }
      return 0;
    });
  expect([207, 429]).toContain(await exhaust());
  // The window slides while a page is on its way, and on a busy machine that is long enough for the few calls of one page.
  // What a page asks goes on only when nothing is left again; a page whose data came with it asks for nothing, so
  // another one is opened then.
  await page.route(/\/api\/trpc\/(?!session\.me,session\.me)/, async (route) => {
    await exhaust();
    await route.continue();
  });
  const pages = ["Logs", "Members", "Audit trail", "API keys", "Webhooks", "Vouchers", "Policy", "Settings"];
  let opened = 0;
  await expect(async () => {
    await exhaust();
    await page.getByRole("link", { name: pages[opened++ % pages.length] ?? "Usage" }).click();
    await expect(page.getByText(/You have made more than/)).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await expect(page.getByText(/Try again in \d+ s/)).toBeVisible();
});
