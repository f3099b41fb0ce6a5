import { createAuthority } from "../../lab/demo-wallet/issuer/authority.ts";
import { daysFrom, pemOf } from "../../lab/demo-wallet/issuer/keys.ts";
import { bindingTo, metadataBytes, OPERATOR } from "../../lab/demo-wallet/issuer/relying-party.ts";
import { REQUEST_CERTIFICATE } from "../support/wallet/request-certificate.ts";
import { violations } from "./support/axe.ts";
import { expect, test } from "./support/console.ts";

test("an owner sets the certificate for wallets, is warned of its end, replaces it and removes it", async ({
  page,
  open,
}) => {
  const now = new Date();
  const authority = await createAuthority({ now, name: "CN=Access CA" });
  const signer = await authority.signer({ name: "CN=Corner Shop", eku: null, until: daysFrom(now, 20) });
  const key = signer.privateKey.export({ format: "pem", type: "pkcs8" }).toString();

  await open("providers");
  await expect(page.getByText("No certificate", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Set certificate" }).click();
  const dialog = page.getByRole("dialog", { name: "Set the certificate for wallets" });
  await dialog.getByLabel("Private key").fill(REQUEST_CERTIFICATE.key);
  await dialog.getByLabel("Certificate chain").fill(pemOf(signer.der));
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Set certificate" }).click();
  await expect(dialog.getByText("the chain's first certificate is not the key's").first()).toBeVisible();
  await dialog.getByLabel("Private key").fill(key);
  await dialog.getByRole("button", { name: "Set certificate" }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByText("CN=Corner Shop", { exact: true })).toBeVisible();
  await expect(page.getByText("Ends soon", { exact: true })).toBeVisible();
  await expect(page.getByText(/The certificate ends in (19|20) days\. Replace it before/)).toBeVisible();
  expect(await page.content()).not.toContain(key.split("\n")[1]);
  expect(await violations(page)).toEqual([]);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/certificate.png`, fullPage: true });

  await page.getByRole("button", { name: "Replace certificate" }).click();
  await dialog.getByLabel("Private key").fill(REQUEST_CERTIFICATE.key);
  await dialog.getByLabel("Certificate chain").fill(REQUEST_CERTIFICATE.chain);
  await dialog.getByRole("button", { name: "Set certificate" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("In use", { exact: true })).toBeVisible();
  await expect(page.getByText(/Replace it before/)).toHaveCount(0);

  await page.getByRole("button", { name: "Remove certificate" }).click();
  const confirm = page.getByRole("dialog", { name: "Remove the certificate?" });
  await confirm.getByRole("button", { name: "Remove certificate" }).click();
  await expect(confirm).toBeHidden();
  await expect(page.getByText("No certificate", { exact: true })).toBeVisible();
  await open("audit");
  await expect(page.getByRole("row", { name: /Removed the certificate for wallets/ }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /Replaced the certificate for wallets/ })).toHaveCount(2);
});

test("an owner adds reader certificates, sees why one is refused, rolls over and removes one", async ({
  page,
  open,
}) => {
  const now = new Date();
  const authority = await createAuthority({ now, name: "CN=Reader CA" });
  const files = async (name: string, days: number) => {
    const signer = await authority.signer({
      name: `CN=${name}`,
      eku: "1.0.18013.5.1.6",
      until: daysFrom(now, days),
    });
    return {
      key: signer.privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
      chain: pemOf(signer.der),
    };
  };
  const [old, next] = [await files("Corner Shop", 20), await files("Corner Shop 2", 390)];

  await open("providers");
  const section = page.getByRole("region", { name: "Reader certificates" });
  await expect(section.getByText("No reader certificates", { exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Add a reader certificate" });
  const add = async ({ key, chain }: typeof old) => {
    await section.getByRole("button", { name: "Add reader certificate" }).click();
    await dialog.getByLabel("Private key").fill(key);
    await dialog.getByLabel("Certificate chain").fill(chain);
  };
  await add(old);
  // Only hosts that are the tenant's can be chosen: wallets refuse any other.
  const domain = dialog.getByLabel("Domain");
  await expect(domain.getByRole("option")).toHaveText([new URL(page.url()).hostname]);
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel("Private key").fill(next.key);
  await dialog.getByRole("button", { name: "Add certificate" }).click();
  await expect(dialog.getByText("the chain's first certificate is not the key's").first()).toBeVisible();
  await dialog.getByLabel("Private key").fill(old.key);
  await dialog.getByRole("button", { name: "Add certificate" }).click();
  await expect(dialog).toBeHidden();
  await expect(
    section.getByText(/The certificate ends in (19|20) days\. Add the next one before then/),
  ).toBeVisible();
  await add(next);
  await dialog.getByRole("button", { name: "Add certificate" }).click();
  await expect(dialog).toBeHidden();
  await expect(section.getByRole("heading", { name: "CN=Corner Shop 2", exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(old.key.split("\n")[1]);
  expect(await violations(page)).toEqual([]);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/readers.png`, fullPage: true });

  await section.getByRole("button", { name: "Remove CN=Corner Shop", exact: true }).click();
  const confirm = page.getByRole("dialog", { name: "Remove the reader certificate?" });
  await confirm.getByRole("button", { name: "Remove certificate" }).click();
  await expect(confirm).toBeHidden();
  await expect(section.getByRole("heading", { name: "CN=Corner Shop", exact: true })).toHaveCount(0);
  await expect(section.getByText("In use", { exact: true })).toBeVisible();
  await open("audit");
  await expect(page.getByRole("row", { name: /Added a reader certificate/ })).toHaveCount(2);
  await expect(page.getByRole("row", { name: /Removed a reader certificate/ })).toHaveCount(1);
});

test("metadata for Google Wallet is compared with the certificate, shown, and missed where the certificate wants it", async ({
  page,
  open,
}) => {
  const google = await createAuthority({ now: new Date(), name: "CN=Google CA" });
  const metadata = metadataBytes();
  const signer = await google.signer({ name: "CN=Corner Shop", eku: null, more: [bindingTo(metadata)] });
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

  await open("providers");
  await page.getByRole("button", { name: "Set certificate" }).click();
  const dialog = page.getByRole("dialog", { name: "Set the certificate for wallets" });
  const fill = async (given: string) => {
    const key = signer.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    await dialog.getByLabel("Private key").fill(key);
    await dialog.getByLabel("Certificate chain").fill(pemOf(signer.der));
    await dialog.getByLabel("Metadata for Google Wallet").fill(given);
    await dialog.getByRole("button", { name: "Set certificate" }).click();
  };
  await fill(textOf(metadataBytes({ schema_version: "v1", display: OPERATOR })));
  await expect(dialog.getByText(/its hash differs from the certificate/).first()).toBeVisible();
  await fill("");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/its metadata is missing, so Google Wallet will refuse/)).toBeVisible();
  await expect(page.getByText("No metadata", { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Replace certificate" }).click();
  await fill(textOf(metadata));
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Shows “Corner Shop”", { exact: true })).toBeVisible();
  await expect(page.getByText(/its metadata is missing/)).toHaveCount(0);
});
