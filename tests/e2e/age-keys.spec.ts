import type { CDPSession, Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { expect, sample, test } from "./support/fixtures.ts";
import { hostedPage } from "./support/hosted-page.ts";
import { backendOf, type Demo, newOperatorTenant } from "./support/service.ts";

/** A device with a screen lock that keeps passkeys; its owner agrees to everything. */
const withDevice = async (page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> => {
  const cdp = await page.context().newCDPSession(page);
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
  return { cdp, authenticatorId };
};

const newBackend = async (demo: Demo, methods = ["age_key", "document"]) => {
  const { id, apiKey } = await newOperatorTenant(demo, "Corner Shop");
  await fetch(`${demo.baseUrl}/admin/tenants/${id}`, {
    method: "PATCH",
    headers: { "x-admin-key": demo.adminKey, "content-type": "application/json" },
    body: JSON.stringify({ methods }),
  });
  return backendOf(demo.baseUrl, apiKey);
};

const keyButton = (page: Page) => page.getByRole("button", { name: "Use my age key" });

/** Proves the age by a photo, and keeps it. */
const proveAndKeep = async (page: Page, backend: Awaited<ReturnType<typeof newBackend>>): Promise<void> => {
  await page.goto((await backend.start()).sessionUrl);
  await hostedPage(page).send(sample("adult"));
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  await page.getByRole("button", { name: "Remember on this device that I am 18 or over" }).click();
  await expect(page.getByText("It is kept.")).toBeVisible();
};

test("an adult proves their age once by a document, and comes back with one click", async ({
  page,
  demo,
}) => {
  const { cdp, authenticatorId } = await withDevice(page);
  const backend = await newBackend(demo);
  await proveAndKeep(page, backend);
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);

  const { verificationId, sessionUrl } = await backend.start();
  await page.goto(sessionUrl);
  await keyButton(page).waitFor();
  expect(await violations(page)).toEqual([]);
  await keyButton(page).click();
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
  expect(await backend.status(verificationId)).toMatchObject({
    status: "completed",
    result: { verified: true },
  });
  // A key is not made from a key.
  await expect(page.getByRole("button", { name: /Remember/ })).toBeHidden();
});

test("a person looks at their key, deletes it with a receipt, and it is worth nothing then", async ({
  page,
  demo,
}) => {
  await withDevice(page);
  const backend = await newBackend(demo);
  await proveAndKeep(page, backend);
  await page.getByRole("link", { name: "Your age key" }).click();
  await page.getByRole("button", { name: "Show what it says" }).click();
  const facts = page.getByRole("status").filter({ has: page.getByRole("listitem") });
  await expect(facts).toContainText("18 or over");
  await expect(facts).toContainText("document_photo_unsigned");
  await expect(facts).toContainText("Counts at Corner Shop");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete my age key" }).click();
  await expect(page.getByText("Your age key is deleted here.")).toBeVisible();
  await expect(page.locator("pre")).toContainText('"receipt": "ey');

  await page.goto((await backend.start()).sessionUrl);
  await keyButton(page).click();
  await expect(page.getByRole("heading", { level: 1, name: /age key/ })).toBeVisible();
  await expect(page.getByText(/Code: AGE_KEY_(STOPPED|UNKNOWN)/)).toBeVisible();
  await hostedPage(page).send(sample("adult"));
  await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
});

test("a key of another tenant is refused with its code, and the other way stays open", async ({
  page,
  demo,
}) => {
  await withDevice(page);
  await proveAndKeep(page, await newBackend(demo));
  await page.goto((await (await newBackend(demo)).start()).sessionUrl);
  await keyButton(page).click();
  await expect(page.getByRole("heading", { name: "This age key does not count here" })).toBeVisible();
  await expect(page.getByText("Code: AGE_KEY_OTHER_TENANT")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(page.getByRole("button", { name: "Choose a photo" })).toBeVisible();
});

test("a device that does not check its owner keeps nothing and shows nothing", async ({ page, demo }) => {
  const { cdp, authenticatorId } = await withDevice(page);
  const backend = await newBackend(demo);
  await proveAndKeep(page, backend);
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.goto((await backend.start()).sessionUrl);
  await keyButton(page).click();
  await expect(page.getByText("Code: AGE_KEY_STOPPED")).toBeVisible();
});

test("without passkeys in the browser the page is the one of a tenant without keys", async ({
  page,
  demo,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "PublicKeyCredential");
  });
  // Without what is for browsers without scripts: a form of its own, with the address and key of this very check.
  const textOf = (): Promise<string> =>
    page.locator("main").evaluate((main) => {
      const shown = document.importNode(main, true);
      for (const other of shown.querySelectorAll("noscript")) other.remove();
      return shown.textContent ?? "";
    });
  const texts: string[] = [];
  for (const methods of [["document"], ["age_key", "document"]]) {
    const backend = await newBackend(demo, methods);
    await page.goto((await backend.start()).sessionUrl, { waitUntil: "networkidle" });
    texts.push(await textOf());
    await expect(keyButton(page)).toBeHidden();
    await hostedPage(page).send(sample("adult"));
    await expect(page.getByRole("heading", { name: "You have shown that you are 18 or over" })).toBeVisible();
    texts.push(await textOf());
  }
  const [startOff, endOff, startOn, endOn] = texts;
  expect(startOn).toBe(startOff);
  expect(endOn).toBe(endOff);
});
