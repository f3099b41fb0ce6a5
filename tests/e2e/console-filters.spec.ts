import { callApi, expect, test } from "./support/console.ts";

// A list's filters, used faster or slower than the page follows.

test("what is chosen and typed before the page's script runs is not lost", async ({ page, tenant, open }) => {
  // Everything is in the browser's store, so that only the scripts are waited for.
  await open("audit");
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/console/${tenant.id}/audit`, { waitUntil: "commit" });
  await page.getByLabel("What", { exact: true }).selectOption("settings");
  await page.getByLabel("From", { exact: true }).fill("2026-01-31");
  held.resolve();
  await expect(page).toHaveURL(/action=settings/);
  await expect(page).toHaveURL(/from=2026-01-31/);
  await expect(page.getByLabel("What", { exact: true })).toHaveValue("settings");
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("2026-01-31");
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
});

test("a search that is typed before the page's script runs is searched for", async ({
  page,
  tenant,
  open,
}) => {
  await open("verifications");
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/console/${tenant.id}/verifications`, { waitUntil: "commit" });
  const search = page.getByLabel("Search by id or metadata value");
  // The server's page arrives in a part that is not shown at first, where nobody can type.
  await expect(search).toBeVisible();
  await search.pressSequentially("hamburg");
  held.resolve();
  await expect(page).toHaveURL(/search=hamburg/);
  await expect(search).toHaveValue("hamburg");
});

test("a filter holds what was chosen before the address follows, so a second event does not take it back", async ({
  page,
  open,
}) => {
  await open("verifications");
  const filter = page.getByLabel("State", { exact: true });
  const held = await filter.evaluate((select: HTMLSelectElement) => {
    select.value = "completed";
    for (let n = 0; n < 2; n += 1) select.dispatchEvent(new Event("change", { bubbles: true }));
    return select.value;
  });
  expect(held).toBe("completed");
  await expect(page).toHaveURL(/status=completed/);
  await expect(filter).toHaveValue("completed");
});

test("a filter whose choices are not loaded yet stays as the address says", async ({
  page,
  tenant,
  open,
}) => {
  await callApi(page, tenant.id, "settings.update", { minimumAge: 21 });
  await open("audit?actor=admin&action=tenant");
  await expect(page.getByLabel("Who", { exact: true })).toHaveValue("admin");
  await expect(page).toHaveURL(/actor=admin&action=tenant/);
});

// Milliseconds between letters: faster than the box waits before it searches, about as fast, and slower.
const PACES = [60, 150, 240, 300, 330, 350, 370, 400, 450, 500, 600];

test("a search keeps every letter, however fast or slowly it is typed, also right after Clear", async ({
  page,
  open,
}) => {
  test.slow();
  await open("verifications?status=completed");
  const search = page.getByLabel("Search by id or metadata value");
  const clear = page.getByRole("button", { name: "Clear" }).first();
  for (const [at, delay] of PACES.entries()) {
    // No wait in between: the address still has the search before.
    await clear.click();
    const text = `shop-${at}`;
    await search.pressSequentially(text, { delay });
    await expect(search).toHaveValue(text);
    await expect(page).toHaveURL(new RegExp(`search=${text}$`));
    await expect(search).toHaveValue(text);
  }
});

test("Clear empties the search box before the next event, so no letter is added to the old text", async ({
  page,
  open,
}) => {
  await open("verifications?search=hamburg");
  const search = page.getByLabel("Search by id or metadata value");
  await expect(search).toHaveValue("hamburg");
  const held = await page
    .getByRole("button", { name: "Clear" })
    .first()
    .evaluate(async (clear: HTMLElement) => {
      clear.click();
      // Two microtasks later React has drawn what the press changed; the next event may be a letter.
      await null;
      await null;
      return document.querySelector<HTMLInputElement>("input[type=search]")?.value;
    });
  expect(held).toBe("");
});

test("an address with a value that does not exist shows the whole list, and says what it left out", async ({
  page,
  open,
}) => {
  await open(`audit?action=nonsense&from=yesterday&target=${"x".repeat(300)}`);
  const filters = page.getByRole("search", { name: "Filter the audit trail" });
  await expect(filters.getByRole("status")).toHaveText(
    "Not filtered by “Search by the id of what was changed”, “What” and “From”: the address has no valid value there.",
  );
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await filters.getByRole("button", { name: "Clear" }).click();
  await expect(filters.getByRole("status")).toHaveCount(0);
});
