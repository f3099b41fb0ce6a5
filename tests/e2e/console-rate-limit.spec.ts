import { chooseAtProvider, expect, test } from "./support/console.ts";

test("who calls too fast is told so, and for how long", async ({ page }) => {
  // Somebody of one's own, also when the test is repeated: what they use up is theirs.
  const { repeatEachIndex, retry } = test.info();
  await page.goto("/console/sign-in");
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, `Guest ${1 + ((repeatEachIndex * 3 + retry) % 12)} `);
  await page.waitForURL(/\/console\/ten_/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // It goes on asking behind the page, so that nothing is left over for a page that takes its time to come.
  const status = await page.evaluate(async () => {
    const post = { method: "POST", headers: { "content-type": "application/json" } };
    const { accessToken } = await (await fetch("/api/console/token", post)).json();
    const path = Array(20).fill("session.me").join(",");
    const headers = { ...post.headers, authorization: `Bearer ${accessToken}` };
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, {}])));
    const ask = async () => (await fetch(`/api/trpc/${path}?batch=1`, { ...post, headers, body })).status;
    for (let sent = 0; sent < 300; sent += 1) {
      const refused = await ask();
      if (refused === 200) continue;
      setInterval(ask, 100);
      return refused;
    }
    return 0;
  });
  expect([207, 429]).toContain(status);
  // The window slides, so on a busy machine a page may come in between the others' calls, and stays in memory: then it is
  // the next one that does not.
  const unseen = ["Logs", "Members", "Audit trail", "API keys", "Webhooks", "Vouchers", "Policy", "Settings"];
  await expect(async () => {
    await page.getByRole("link", { name: unseen.shift() ?? "Usage" }).click();
    await expect(page.getByText(/You have made more than/)).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await expect(page.getByText(/Try again in \d+ s/)).toBeVisible();
});
