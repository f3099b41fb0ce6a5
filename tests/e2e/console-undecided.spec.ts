import { z } from "zod";
import { violations } from "./support/axe.ts";
import { callApi, expect, test } from "./support/console.ts";
import { backendOf } from "./support/service.ts";

const keyMade = z.object({ value: z.string() });

test("support reads what was wrong and what to do, on the overview, in the list and on the page", async ({
  page,
  open,
  tenant,
  demo,
}) => {
  await open("keys");
  const { value: key } = keyMade.parse(
    await callApi(page, tenant.id, "keys.create", { mode: "test", name: "Sandbox key" }),
  );
  const { verificationId } = await backendOf(demo.baseUrl, key).start();
  for (const outcome of ["poor_document", "poor_document", "poor_document"]) {
    const answer = await fetch(`${demo.baseUrl}/verify/simulate`, {
      method: "POST",
      headers: { "x-tenant-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ verificationId, outcome }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }
  for (const path of ["?mode=test", "verifications?mode=test"]) {
    await page.goto(`/console/${tenant.id}${path.startsWith("?") ? "" : "/"}${path}`);
    const row = page.getByRole("row").filter({ hasText: "The photo was blurred" });
    await expect(row, path).toBeVisible();
    await expect(row, path).not.toContainText("DOCUMENT_QUALITY_LOW");
  }
  await page.goto(`/console/${tenant.id}/verifications/${verificationId}?mode=test`);
  await expect(
    page.getByText("Three simulated answers, all blurred. Ask for daylight and a steady hand"),
  ).toBeVisible();
  await expect(page.getByRole("list").getByText("DOCUMENT_QUALITY_LOW")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});
