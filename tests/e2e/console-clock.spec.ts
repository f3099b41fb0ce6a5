import { callsOf, expect, test } from "./support/console.ts";

const HOUR_MS = 3_600_000;

for (const [what, aheadMs] of [
  ["ten hours slow", -10 * HOUR_MS],
  ["ten hours fast", 10 * HOUR_MS],
] as const) {
  test(`on a computer that is ${what}, what happened is in the past, and a token is asked for once`, async ({
    page,
    open,
  }) => {
    await page.clock.install({ time: Date.now() + aheadMs });
    const { calls, answered } = callsOf(page);
    let tokens = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/console/token")) tokens += 1;
    });
    await open("members");
    await page.waitForLoadState("networkidle");
    const signedIn = page.getByRole("table").first().locator("time").first();
    await expect(signedIn).toHaveText(/^(?:just now|\d+ minutes? ago|1 hour ago)$/);
    const menu = page.getByRole("navigation", { name: "Console" });
    for (const name of ["Webhooks", "API keys", "Logs", "Settings"]) {
      await menu.getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await answered();
    }
    expect(calls.made).toBeGreaterThan(0);
    // A second one where the first was about to end.
    expect(tokens).toBeLessThan(3);
  });
}
