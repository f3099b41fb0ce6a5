import { violations } from "./support/axe.ts";
import { expect, test } from "./support/console.ts";
import { expectNotice } from "./support/notices.ts";
import { backendOf } from "./support/service.ts";

test("an owner erases a verification: asked for a reason, the receipt is shown, and the result is gone", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  const backend = backendOf(demo.baseUrl, tenant.liveKey);
  const { verificationId } = await backend.start({ metadata: { bird: "heron" } });
  await backend.complete({ verificationId, verifiedAge: 41 });

  await open(`verifications/${verificationId}`);
  await expect(page.getByText("heron").first()).toBeVisible();
  await page.getByRole("button", { name: "Erase", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Erase this verification?" });
  await expect(dialog.getByRole("button", { name: "Erase verification" })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel("Reason").fill("asked for by post");
  await dialog.getByRole("button", { name: "Erase verification" }).click();

  await expectNotice(page, "Verification erased");
  await expect(page.getByRole("heading", { name: "Erasure receipt" })).toBeVisible();
  await expect(page.getByText("heron")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Erase", exact: true })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/erased.png`, fullPage: true });
  const answer = await fetch(`${demo.baseUrl}/verify/status?verificationId=${verificationId}`, {
    headers: { "x-tenant-api-key": tenant.liveKey },
  });
  const status: unknown = await answer.json();
  expect(status).toMatchObject({ verificationId, status: "completed", redactedAt: expect.any(String) });
  expect(status).not.toHaveProperty("result");
  await open("audit");
  await expect(page.getByRole("row", { name: /Erased a verification/ }).first()).toBeVisible();
});
