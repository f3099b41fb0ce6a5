import { chooseAtProvider, expect, isAwake, test } from "./support/console.ts";

test("who calls too fast is told so, and for how long", async ({ page }) => {
  // Somebody of one's own, also when the test is repeated: what they use up is theirs.
  const { repeatEachIndex, retry } = test.info();
  await page.goto("/console/sign-in");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, `Guest ${1 + ((repeatEachIndex * 3 + retry) % 12)} `);
  await page.waitForURL(/\/console\/ten_/);
  await page.goto(`${page.url()}/logs`);
  await isAwake(page);
  // Uses up what is left of the window, twenty calls at a time, and says how it ended.
  const exhausted = await page.evaluate(async () => {
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
  expect([207, 429]).toContain(exhausted);
  // The window slides, and a page on a busy machine loses a race against it. What the page asks is therefore asked by many
  // callers at once, until the service refuses one of them: that answer is the page's.
  await page.route(/\/api\/trpc\//, async (route) => {
    for (;;) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => route.fetch()));
      const response = answers.find((answer) => answer.status() === 429);
      if (response) return route.fulfill({ response });
    }
  });
  // A filter's answer is not there yet, so the page asks.
  await page.getByLabel("Status", { exact: true }).selectOption("5xx");
  await expect(page.getByText(/You have made more than/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/Try again in \d+ s/)).toBeVisible();
});
