import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { createId, ID_RANDOM_BYTES } from "#core/ids.ts";
import { findChromium } from "../../scripts/lib/chromium.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { violations } from "./support/axe.ts";
import { type ConsoleTenant, callApi, expect, test } from "./support/console.ts";
import { sample } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { openReceiver } from "./support/receiver.ts";
import { backendOf, type Demo, readDemo } from "./support/service.ts";

type Record = { name: string; value: string };

const fileOf = ({ name }: Record): string => join(process.env.E2E_DNS ?? "", name);
const publish = (record: Record): void => writeFileSync(fileOf(record), record.value);

const recordOn = async (page: Page): Promise<Record> => {
  const text =
    (await page.getByRole("figure").filter({ hasText: "TXT" }).first().locator("code").textContent()) ?? "";
  const [, name = "", value = ""] = /^(\S+)\. TXT "([^"]+)"$/.exec(text) ?? [];
  return { name, value };
};

const confirm = async (page: Page, title: RegExp, action: string, typed?: string): Promise<void> => {
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog).toBeVisible();
  expect(await violations(page)).toEqual([]);
  if (typed !== undefined) await dialog.getByRole("textbox").fill(typed);
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
};

const shoot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });
};

test("an owner adds a host, proves it, uses it in links, switches it off and on, and removes it", async ({
  page,
  open,
  tenant,
}) => {
  test.slow(); // a dozen looks with axe
  const host = `verify-${tenant.id.slice(-8)}.shop.test`;
  await open("hosts");
  await expect(page.getByText("No hosts yet", { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Add a host" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a host" });
  await dialog.getByLabel("Host", { exact: true }).fill("https://shop.test/");
  await dialog.getByRole("button", { name: "Add host" }).click();
  await expect(dialog.getByText(/enter only a host name/).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel("Host", { exact: true }).fill(host.toUpperCase());
  await dialog.getByRole("button", { name: "Add host" }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByText("Not proven", { exact: true })).toBeVisible();
  const record = await recordOn(page);
  expect(record.name).toBe(`_lintel.${host}`);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(/The DNS has no record at .* with this value yet/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await shoot(page, "hosts-pending");
  publish(record);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(`The record is there: ${host} is yours.`)).toBeVisible();
  await expect(page.getByText("On", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Use in links" }).click();
  await confirm(page, /^Use .* in new links\?$/, "Use in links");
  await expect(page.getByText("In new links", { exact: true })).toBeVisible();
  expect((await backendOf(readDemo().baseUrl, tenant.liveKey).start()).sessionUrl).toContain(`//${host}`);
  await page.getByRole("button", { name: "Use the main host in links" }).click();
  await confirm(page, /^Use localhost in new links\?$/, "Use in links");
  await expect(page.getByText("In new links", { exact: true })).toBeHidden();

  await page.getByRole("button", { name: "Switch off" }).click();
  await confirm(page, /^Switch this host off\?$/, "Switch off");
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Check and switch on" }).click();
  await expect(page.getByText("On", { exact: true })).toBeVisible();

  rmSync(fileOf(record));
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Record missing", { exact: true })).toBeVisible();
  await expect(page.getByText(/The record that proves this host is gone\. Put it back before/)).toBeVisible();
  await expect(page.getByText(`The record is there: ${host} is yours.`)).toBeHidden();
  expect(await violations(page)).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
      expect([width, await page.evaluate(isWide)]).toEqual([width, false]);
      expect(await violations(page)).toEqual([]);
      await shoot(page, `hosts-${colorScheme}-${width}`);
    }
  }

  await page.getByRole("button", { name: "Remove" }).click();
  await confirm(page, /^Remove this host\?$/, "Remove host", host);
  await expect(page.getByText("No hosts yet", { exact: true })).toBeVisible();
  await open("audit");
  await expect(page.getByRole("row", { name: /Found a host without its record/ }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /Removed a host/ }).first()).toBeVisible();
});

/**
 * A host that is proven and in links. Browsers offer passkeys without TLS below `localhost` only, which no tenant can add, so
 * the row is written as it would be.
 */
const provenHost = async ({ id: tenantId }: ConsoleTenant, host: string): Promise<string> => {
  const hostId = createId("host", new Date(), randomBytes(ID_RANDOM_BYTES));
  await withClient(process.env.E2E_DATABASE_URL ?? "", (client) =>
    client.query(
      `insert into tenant_host (id, tenant_id, host, txt_token, is_primary, created_at, verified_at, checked_at, last_answer)
       values ($1, $2, $3, 'written', true, now(), now(), now(), 'found')`,
      [hostId, tenantId, host],
    ),
  );
  return hostId;
};

const allowMethods = (demo: Demo, { id }: ConsoleTenant, methods: string[]) =>
  fetch(`${demo.baseUrl}/admin/tenants/${id}`, {
    method: "PATCH",
    headers: { "x-admin-key": demo.adminKey, "content-type": "application/json" },
    body: JSON.stringify({ methods }),
  });

test("a person proves their age at the shop's host, keeps a key there, returns, and goes on when the host goes off", async ({
  page,
  tenant,
}) => {
  test.slow(); // a second browser, and three checks
  const demo = readDemo();
  const { port } = new URL(demo.baseUrl);
  const host = `verify-${tenant.id.slice(-8)}.localhost`;
  const origin = `http://${host}:${port}`;
  const hostId = await provenHost(tenant, host);
  await allowMethods(demo, tenant, ["age_key", "document"]);
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const shop = await openReceiver();

  const found = findChromium();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  });
  try {
    const person = await browser.newPage();
    person.setDefaultTimeout(30_000);
    const cdp = await person.context().newCDPSession(person);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const first = await backend.start({ callback_url: shop.url });
    expect(new URL(first.sessionUrl).origin).toBe(origin);
    await person.goto(first.sessionUrl);
    await hostedPage(person).send(sample("adult"));
    await expect(
      person.getByRole("heading", { name: "You have shown that you are 18 or over" }),
    ).toBeVisible();
    expect(new URL(person.url()).origin).toBe(origin);
    await person.getByRole("button", { name: "Remember on this device that I am 18 or over" }).click();
    await expect(person.getByText("It is kept.")).toBeVisible();
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: host }]);
    await person.getByRole("link", { name: /^Continue to / }).click();
    await person.waitForURL(/\/back\?.*status=completed/);

    const second = await backend.start();
    await person.goto(second.sessionUrl);
    await person.getByRole("button", { name: "Use my age key" }).click();
    await expect(
      person.getByRole("heading", { name: "You have shown that you are 18 or over" }),
    ).toBeVisible();
    expect((await backend.status(second.verificationId)).status).toBe("completed");

    const third = await backend.start();
    await person.goto(third.sessionUrl);
    await expect(person.getByRole("button", { name: "Use my age key" })).toBeVisible();
    await callApi(page, tenant.id, "hosts.switch", { hostId, isOn: false });
    await expect.poll(async () => (await person.goto(third.sessionUrl))?.status()).toBe(404);
    // The same page is at the main host.
    await person.goto(third.sessionUrl.replace(origin, demo.baseUrl));
    await hostedPage(person).send(sample("adult"));
    await expect(
      person.getByRole("heading", { name: "You have shown that you are 18 or over" }),
    ).toBeVisible();
    await expect.poll(async () => new URL((await backend.start()).sessionUrl).origin).toBe(demo.baseUrl);
  } finally {
    await browser.close();
    await shop.close();
  }
});
