import { violations } from "./support/axe.ts";
import { expect, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";

test("an owner chooses whether wallets prove the age in zero knowledge", async ({ page, open }) => {
  await open("settings");
  const wallets = page.getByRole("form", { name: "Wallets" });
  const choice = wallets.getByLabel("Zero-knowledge proofs");
  await expect(choice).toHaveValue("default");
  await choice.selectOption("require");
  await expect(wallets.getByText("Links and QR codes are not offered", { exact: false })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  if (process.env.SCREENSHOTS)
    await wallets.screenshot({ path: `${process.env.SCREENSHOTS}/wallet-proofs.png` });
  await wallets.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Settings saved");
  await page.reload();
  await expect(choice).toHaveValue("require");
  await choice.selectOption("default");
  await wallets.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Settings saved", 2);
  await page.reload();
  await expect(choice).toHaveValue("default");
});
