import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { violations } from "./support/axe.ts";
import { chooseAtProvider, expect, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";

/** `lintel login` as a process, and the address that it shows. */
const startLogin = async (url: string) => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-login-"));
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, NODE_ENV: "test" } as const;
  const args = ["sdk/cli/bin/lintel.mjs", "login", "--url", url, "--name", "workbench"];
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let shown = "";
  child.stderr?.on("data", (text) => {
    shown += String(text);
  });
  child.stdout?.on("data", (text) => {
    shown += String(text);
  });
  const ended = once(child, "exit");
  await expect.poll(() => shown).toMatch(/#[A-Z]{4}-[A-Z]{4}/);
  const [address = "", code = ""] = /https?:\S+#([A-Z]{4}-[A-Z]{4})/.exec(shown) ?? [];
  return {
    address,
    code,
    config: join(folder, "lintel", "config.json"),
    shown: () => shown,
    exitCode: async (): Promise<unknown> => (await ended)[0],
    [Symbol.dispose]: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Begins a sign-in without a program behind it. */
const begin = async (baseUrl: string, hostName: string): Promise<string> => {
  const body = new URLSearchParams({ client_id: "lintel-cli", host_name: hostName });
  const response = await fetch(`${baseUrl}/cli/device_authorization`, { method: "POST", body });
  return String((await response.json()).verification_uri_complete);
};

test("lintel login shows an address; the page names the computer, and the key that it gets works", async ({
  page,
  tenant,
  demo,
}) => {
  using login = await startLogin(demo.baseUrl);
  await page.goto(login.address);
  await expect(page.getByText(login.code)).toBeVisible();
  await expect(page.getByText("workbench")).toBeVisible();
  // The code leaves the address, and no server ever gets it in one.
  expect(page.url()).toBe(`${demo.baseUrl}/console/device`);
  await page.getByLabel("Tenant").selectOption({ label: tenant.name });
  await page.getByRole("button", { name: "Create a test key" }).click();
  await expect(page.getByText("Confirmed. Go back to your terminal")).toBeVisible();

  expect(await login.exitCode()).toBe(0);
  expect(login.shown()).toContain(`Signed in to ${tenant.name}`);
  const { apiKey } = JSON.parse(readFileSync(login.config, "utf8"));
  expect(login.shown()).not.toContain(apiKey);
  const { verificationId } = await backendOf(demo.baseUrl, apiKey).start();
  expect(verificationId).toMatch(/^ver_/);

  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByText("Command line on workbench")).toBeVisible();
});

test("a sign-in that the member did not start is declined, and the terminal learns it", async ({
  page,
  tenant,
  demo,
}) => {
  using login = await startLogin(demo.baseUrl);
  expect(tenant.id).toMatch(/^ten_/);
  await page.goto(login.address);
  await page.getByRole("button", { name: "I did not start this" }).click();
  await expect(page.getByText("Declined. The computer gets no key.")).toBeVisible();
  expect(await login.exitCode()).toBe(3);
  expect(existsSync(login.config)).toBe(false);
});

test("a typed code leads on; a wrong one says what to do", async ({ page, tenant, demo }) => {
  expect(tenant.id).toMatch(/^ten_/);
  const code = (await begin(demo.baseUrl, "typed")).split("#")[1] ?? "";
  await page.goto("/console/device#%"); // no code, and no page that breaks
  const field = page.getByLabel("Code");
  await field.fill("bcdf ghjk");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Run lintel login again" })).toBeVisible();
  await field.fill(code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("typed", { exact: true })).toBeVisible();
});

test("a visitor who is not signed in comes back to the code", async ({ page, demo }) => {
  const address = await begin(demo.baseUrl, "away");
  await page.goto(address);
  await page.getByRole("button", { name: "Continue with single sign-on" }).click();
  await chooseAtProvider(page, "Ada");
  await expect(page.getByText("away", { exact: true })).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in ${colorScheme} at 390 px`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test("the page fits, a long name too, and axe finds nothing", async ({ page, tenant, demo }, info) => {
      expect(tenant.id).toMatch(/^ten_/);
      await page.goto(
        await begin(demo.baseUrl, "a-computer-with-a-very-long-name-that-nobody-could-read-0001"),
      );
      await expect(page.getByRole("button", { name: "Create a test key" })).toBeVisible();
      const isCut = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isCut).toBe(false);
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: info.outputPath("device.png"), fullPage: true });
    });
  });
