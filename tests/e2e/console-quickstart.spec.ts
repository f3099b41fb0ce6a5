import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";

const run = promisify(execFile);

const chooseLanguage = async (page: Page, card: string, language: string): Promise<Locator> => {
  const section = page.locator("section", { has: page.getByRole("heading", { name: card, exact: true }) });
  await section.getByRole("radio", { name: language, exact: true }).check();
  await expect(section.locator("figcaption")).toContainText(language);
  return section.locator("figure code");
};

test("the quick start shows its values whole, and each language with the tenant's own address and key", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open("quickstart");
    for (const value of [demo.baseUrl, tenant.id]) {
      const text = page.getByRole("main").locator("dd code", { hasText: value }).first();
      await expect(text).toBeVisible();
      const isCut = await text.evaluate(
        ({ scrollWidth, clientWidth, parentElement }) =>
          scrollWidth > clientWidth + 1 ||
          (parentElement?.scrollWidth ?? 0) > (parentElement?.clientWidth ?? 0) + 1,
      );
      expect(isCut, `${value} at ${width} px`).toBe(false);
    }
  }
  for (const language of ["curl", "Node.js", "Python", "PHP", "Go"]) {
    const code = await chooseLanguage(page, "Start a verification", language);
    await expect(code).toContainText(`${demo.baseUrl}/verify/start`);
    // The key's last characters come with the list of keys, which may be a moment later.
    await expect(code).toContainText(new RegExp(`your key avk_live_.*${tenant.liveKey.slice(-4)}`));
    const confirm = await chooseLanguage(page, "Confirm the token", language);
    await expect(confirm).toContainText(`${demo.baseUrl}/tokens/validate`);
  }
});

test("a tenant that chooses codes in its settings gets the exchange in its quick start", async ({
  page,
  open,
  demo,
}) => {
  await open("settings");
  const section = page.locator("form", { has: page.getByLabel("Allowed hosts") });
  await expect(section.getByRole("radio", { name: /^The token/ })).toBeChecked();
  await section.getByRole("radio", { name: /^A one-time code \(recommended\)/ }).check();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByRole("button", { name: "Save" })).toHaveCount(0);
  await open("quickstart");
  for (const language of ["curl", "Node.js", "Python", "PHP", "Go"]) {
    const code = await chooseLanguage(page, "Exchange the code", language);
    await expect(code).toContainText(`${demo.baseUrl}/tokens/exchange`);
  }
  await expect(page.getByRole("heading", { name: "Confirm the token", exact: true })).toHaveCount(0);
});

test("what the quick start offers to copy runs: curl, Node.js and Python", async ({
  page,
  open,
  tenant,
  demo,
  context,
}) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("quickstart?mode=live");
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const { verificationId } = await backend.start();
  const { token } = JSON.parse(JSON.stringify(await approve(demo.baseUrl, tenant.liveKey, verificationId)));
  const folder = await mkdtemp(join(tmpdir(), "lintel-quickstart-"));
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: process.env.PATH,
    LINTEL_API_KEY: tenant.liveKey,
    TOKEN: token,
  };
  const programs = [
    {
      language: "curl",
      file: "call.sh",
      command: "sh",
      prefix: "",
      answers: [/"sessionUrl":"http/, /"over18":true/],
    },
    {
      language: "Node.js",
      file: "call.mjs",
      command: process.execPath,
      prefix: "const token = process.env.TOKEN;\n",
      answers: [/^http/, /^true/],
    },
    {
      language: "Python",
      file: "call.py",
      command: "python3",
      prefix: 'import os\ntoken = os.environ["TOKEN"]\n',
      answers: [/^http/, /^True/],
    },
  ];
  for (const { language, file, command, prefix, answers } of programs) {
    for (const [at, card] of ["Start a verification", "Confirm the token"].entries()) {
      const shown = await chooseLanguage(page, card, language);
      await expect(shown).toContainText(tenant.liveKey.slice(-4));
      const code = await shown.textContent();
      await page
        .getByRole("button", { name: `Copy ${language}` })
        .nth(at)
        .click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
      await writeFile(join(folder, file), `${prefix}${code}\n`);
      const { stdout } = await run(command, [join(folder, file)], { env });
      expect(stdout, `${language}: ${card}`).toMatch(answers[at] ?? /^$/);
    }
  }
  await rm(folder, { recursive: true });
});

const approve = async (baseUrl: string, key: string, verificationId: string): Promise<unknown> => {
  const response = await fetch(`${baseUrl}/verify/complete`, {
    method: "POST",
    headers: { "x-tenant-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ verificationId, verifiedAge: 30 }),
  });
  return response.json();
};
