import { expect, test } from "./support/fixtures.ts";

test("a hosted page is kept by no cache, no index and no frame, and lends its camera and passkeys to itself only", async ({
  page,
  backend,
}) => {
  const response = await page.goto((await backend.start()).sessionUrl);
  const headers = response?.headers() ?? {};
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "permissions-policy":
      "camera=(self), digital-credentials-get=(self), geolocation=(), microphone=(), publickey-credentials-create=(self), publickey-credentials-get=(self)",
  });
  const policy = headers["content-security-policy"] ?? "";
  for (const part of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
  ]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toContain("unsafe");
});

test("no other page may use a camera or ask a wallet", async ({ request }) => {
  for (const path of ["/", "/docs", "/console/sign-in"]) {
    const policy = (await request.get(path)).headers()["permissions-policy"] ?? "";
    expect(policy, path).toContain("camera=(), digital-credentials-get=()");
  }
});

test("what is no page, and what is not there, runs no script; a page has one policy and not two", async ({
  request,
  backend,
}) => {
  const policyOf = async (path: string): Promise<string> =>
    (await request.get(path)).headers()["content-security-policy"] ?? "";
  for (const path of ["/samples/none.jpg", "/nothing.txt", "/samples/licence-adult.jpg"])
    expect(await policyOf(path), path).toMatch(/^default-src 'none'; style-src 'self'(?!.*script-src)/);
  const policy = await policyOf((await backend.start()).sessionUrl);
  expect(policy.match(/default-src/g)).toHaveLength(1);
  expect(policy).toContain("script-src 'self' 'nonce-");
});

test("every answer has a nonce of its own", async ({ page }) => {
  const nonceOf = async (): Promise<string | undefined> =>
    /'nonce-([^']+)'/.exec((await page.goto("/"))?.headers()["content-security-policy"] ?? "")?.[1];
  const [first, second] = [await nonceOf(), await nonceOf()];
  expect(first).toBeTruthy();
  expect(first).not.toBe(second);
});

test("the landing page leads to the reference, and that to every endpoint", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "/tokens/validate" }).click();
  await expect(page.getByRole("heading", { name: "Validate a token" })).toBeInViewport();
  const targets = await page
    .locator('a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(1) ?? ""));
  const missing = await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), targets);
  expect(missing).toEqual([]);
});

test("a sample is copied with one press", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs#verify.start");
  await page.locator('[id="verify.start"]').getByRole("button", { name: "Copy" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("/verify/start");
});

test("the state of an open page is told as JSON, and an unknown one's is not", async ({
  request,
  backend,
}) => {
  const { sessionUrl } = await backend.start();
  const known = await request.get(`${sessionUrl}/state`);
  expect(known.headers()["cache-control"]).toBe("no-store");
  expect(await known.json()).toEqual({
    status: "in_progress",
    outcome: null,
    methods: ["document"],
    attemptsLeft: 3,
    fruitlessAnswers: 0,
    handoff: null,
  });
  const unknown = await request.get(`/v/vs_${"x".repeat(43)}/state`);
  expect(unknown.status()).toBe(404);
});

test("an unknown page says no more than that", async ({ page }) => {
  for (const path of [`/v/vs_${"x".repeat(43)}`, "/v/short", "/v", "/nowhere"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
});
