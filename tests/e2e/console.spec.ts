import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chooseAtProvider, expect, goOn, openPalette, signInBeside, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import { backendOf } from "./support/service.ts";

const run = promisify(execFile);

test("from the first sign-in to the first completed test verification", async ({ page, open, demo }) => {
  await open();
  await expect(page.getByRole("heading", { name: "Your first verification" })).toBeVisible();
  await page.getByRole("button", { name: "Create test key" }).click();
  const line = page.locator("figure", { hasText: "curl -X POST" });
  await expect(line).toContainText("avk_test_");
  const command = (await line.locator("code").textContent()) ?? "";
  const key = /avk_test_\w+/.exec(command)?.[0] ?? "";

  // The very line that is there to be pasted.
  const { stdout } = await run("sh", ["-c", `${command} --silent`]);
  const { verificationId } = JSON.parse(stdout);
  const backend = backendOf(demo.baseUrl, key);
  await expect(page.getByText("Open the sessionUrl from the response")).toBeVisible();
  await backend.complete({ verificationId, result: "approved" });
  await expect(page.getByRole("heading", { name: "Your first verification" })).toBeHidden();

  await page.getByRole("complementary").getByRole("radio", { name: "Test", exact: true }).check();
  await page.getByRole("link", { name: verificationId }).first().click();
  await expect(page.getByText("Token issued")).toBeVisible();
  await expect(page.getByText("A-1001")).toBeVisible();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("Token revoked").first()).toBeVisible();

  await page.getByRole("link", { name: "Logs" }).click();
  await expect(page.getByRole("link", { name: "POST /verify/start" })).toBeVisible();
  await page.getByRole("link", { name: "POST /verify/start" }).click();
  await expect(page.getByRole("link", { name: verificationId })).toBeVisible();
});

test("a key is shown once, is rotated without an overlap, and is revoked by its name", async ({
  page,
  open,
  demo,
}) => {
  const works = (key: string): Promise<boolean> =>
    backendOf(demo.baseUrl, key)
      .start()
      .then(
        () => true,
        () => false,
      );
  const secret = async (): Promise<string> => (await page.locator("[data-secret]").textContent()) ?? "";
  await open("keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Checkout");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const first = await secret();
  expect(await works(first)).toBe(true);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  expect(await page.content()).not.toContain(first);

  await page.getByRole("button", { name: "Actions for Checkout" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await dialog.getByLabel("Keep the old key working for").selectOption("0");
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  const second = await secret();
  expect(await works(first)).toBe(false);
  expect(await works(second)).toBe(true);
  await dialog.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("button", { name: "Actions for Checkout" }).first().click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const revoke = dialog.getByRole("button", { name: "Revoke key" });
  await expect(revoke).toBeDisabled();
  await dialog.getByRole("textbox").fill("Checkout");
  await revoke.click();
  await expectNotice(page, "Key revoked");
  await expect.poll(() => works(second)).toBe(false);
});

test("a webhook endpoint is added, tried out, edited and removed", async ({ page, open }) => {
  await open("webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("https://10.0.0.1/hook");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Address").fill("https://hooks.example.com/lintel");
  await dialog.getByLabel("verification.expired").uncheck();
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.locator("[data-secret]")).toContainText("whsec_");
  await dialog.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("link", { name: "https://hooks.example.com/lintel" }).click();
  await expect(page.getByText("completed, failed")).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("DNS lookup failed")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Description").fill("Orders");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Orders")).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await dialog.getByRole("textbox").fill("hooks.example.com");
  await dialog.getByRole("button", { name: "Remove endpoint" }).click();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});

test("filters live in the address, and an id in the palette leads to its verification", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const approved = await backend.start({ metadata: { order: "B-7" } });
  await backend.complete({ verificationId: approved.verificationId, verifiedAge: 30 });
  const waiting = await backend.start();
  await open("verifications");
  await page.getByLabel("State").selectOption("completed");
  await expect(page).toHaveURL(/status=completed/);
  await expect(page.getByRole("link", { name: waiting.verificationId })).toBeHidden();
  await page.getByLabel("Search by id or metadata value").fill("b-7");
  await expect(page).toHaveURL(/search=b-7/);
  await page.reload();
  await expect(page.getByRole("link", { name: approved.verificationId })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type(waiting.verificationId);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${waiting.verificationId}$`));
  await expect(page.getByText("Pending").first()).toBeVisible();
});

test("the export holds what the filters find", async ({ page, open, tenant, demo }) => {
  const { verificationId } = await backendOf(demo.baseUrl, tenant.liveKey).start();
  await open("verifications");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await (await download).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts).toString()).toContain(verificationId);
});

test("the audit trail is exported from its page", async ({ page, open }) => {
  await open("audit");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("audit-trail.csv");
  await expectNotice(page, "audit-trail.csv is in your downloads.");
});

test("a list whose session ends goes on where it was, after a sign-in in another tab", async ({
  page,
  open,
  context,
}) => {
  await page.clock.install();
  await open("verifications?status=failed");
  // Who the member is must be known: without that, the end of the session leads straight to the sign-in.
  await expect(page.getByLabel("State")).toBeVisible();
  // What is still on its way would bring the cookie back.
  await page.waitForLoadState("networkidle");
  await context.clearCookies();
  // The bearer in the page's memory runs out, and there is no new one to be had.
  await page.clock.fastForward("00:10:00");
  await page.getByLabel("State").selectOption("expired");
  const notice = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(notice).toBeVisible();
  const tab = await signInBeside(page);
  // In its own tab, the sign-in leads to the same page.
  await expect(tab).toHaveURL(/\/verifications\?status=expired$/);
  await tab.close();
  await goOn(page);
  await expect(page).toHaveURL(/\/verifications\?status=expired$/);
  await expect(page.getByText("You are signed out")).toBeHidden();
});

test("who comes without a session is asked to sign in first", async ({ page, open, context, tenant }) => {
  await open();
  await context.clearCookies();
  await page.goto(`/console/${tenant.id}/keys`);
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, "Ada");
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
});

test("the theme is kept, and painted by the server", async ({ page, open }) => {
  await open();
  await page.getByRole("radio", { name: "Dark" }).check();
  const response = await page.reload();
  expect(await response?.text()).toContain('data-theme="dark"');
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).toBe("rgb(19, 23, 20)");
});

test("a page of the console is kept by no cache, and shown in nobody's frame", async ({ page, tenant }) => {
  const response = await page.goto(`/console/${tenant.id}/keys`);
  const headers = response?.headers() ?? {};
  expect(headers["cache-control"]).toContain("no-store");
  const policy = headers["content-security-policy"] ?? "";
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self' 'nonce-"])
    expect(policy).toContain(part);
  expect(policy).not.toContain("unsafe");
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ name }) => name.includes("lintel-session"));
  expect(session).toHaveLength(1);
  for (const cookie of session) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});
