import { expect, test } from "./support/console.ts";

const UNKNOWN = "0".repeat(26);

const THINGS = [
  [`verifications/ver_${UNKNOWN}`, "There is no such verification", "All verifications"],
  ["verifications/nonsense", "There is no such verification", "All verifications"],
  [`webhooks/whe_${UNKNOWN}`, "There is no such endpoint", "All endpoints"],
  [`webhooks/deliveries/dlv_${UNKNOWN}`, "There is no such delivery", "All deliveries"],
  ["logs/req_nothing", "There is no such request", "All requests"],
  ["usage/nonsense", "There is no statement for this month", "Usage and billing"],
  ["no-such-page", "There is no page at this address", "Go to the overview"],
  ["webhooks/deliveries/dlv_1/more", "There is no page at this address", "Go to the overview"],
] as const;

test("what is not there is said calmly, inside the console, with a way back", async ({ page, open }) => {
  test.slow();
  for (const [path, words, back] of THINGS) {
    await open(path);
    const main = page.getByRole("main");
    await expect.soft(main.getByText(words), path).toBeVisible();
    await expect.soft(page.getByRole("navigation", { name: "Console" }), path).toBeVisible();
    // Nothing of what an outage shows.
    await expect.soft(page.getByRole("alert").filter({ hasText: /\w/ }), path).toHaveCount(0);
    await expect.soft(page.getByRole("button", { name: "Try again" }), path).toHaveCount(0);
    await expect.soft(main.getByText("This did not load"), path).toHaveCount(0);
    await expect.soft(main.getByRole("link", { name: back, exact: true }).last(), path).toBeVisible();
  }
  await page.getByRole("link", { name: "Go to the overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

test("an address below /console that is no tenant's gets the console's own page", async ({ page }) => {
  for (const path of ["/console/nonsense", "/console/sign-in/more", "/console/nonsense/keys"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByText("There is no page at this address")).toBeVisible();
    await expect(page.getByRole("link", { name: "Go to the console" })).toHaveAttribute("href", "/console");
    await expect(page.getByText("age check")).toHaveCount(0);
  }
});

test("a failure keeps its own words, its request id and another try", async ({ page, open, tenant }) => {
  await open();
  // One for each call that the browser sent together.
  const answer = (url: string, status: number, code: string, message: string) => ({
    status,
    contentType: "application/json",
    body: JSON.stringify(
      new URL(url).pathname.split(",").map(() => ({
        error: { json: { message, code: -32_603, data: { errorCode: code, requestId: "req_seen" } } },
      })),
    ),
  });
  const goTo = () => page.goto(`/console/${tenant.id}/verifications/ver_${UNKNOWN}`);
  const problems = [
    [500, "DATABASE_ERROR", "The database did not answer."],
    [403, "PERMISSION_DENIED", "Your role does not allow this."],
    [429, "RATE_LIMIT_EXCEEDED", "Too many calls."],
  ] as const;
  for (const [status, code, message] of problems) {
    await page.route(/verifications\.detail/, (route) =>
      route.fulfill(answer(route.request().url(), status, code, message)),
    );
    await goTo();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByText("req_seen")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await page.unroute(/verifications\.detail/);
  }
  await page.route(/verifications\.detail/, (route) => route.abort("internetdisconnected"));
  await goTo();
  await expect(
    page.getByText("The service did not answer. Check your connection and try again."),
  ).toBeVisible();
});
