import { violations } from "./support/axe.ts";
import { isAwake, newTenant, signIn } from "./support/console.ts";
import { controlsOf, linksOf } from "./support/controls.ts";
import { expect, OPERATOR_PAGES, openOperator, signInAt, test } from "./support/operator.ts";
import { expectReason, expectWhole, use, watchCalls } from "./support/walk.ts";

const NOT_THERE = "There is no page at this address";

test("whoever is not an operator finds no page there, and no link to it", async ({ page, demo, browser }) => {
  await newTenant(demo, `Shop ${crypto.randomUUID().slice(0, 8)}`);
  await signIn(page, "Ada");
  const ben = await browser.newContext({ baseURL: demo.baseUrl });
  const stranger = await browser.newContext({ baseURL: demo.baseUrl });
  const bens = await ben.newPage();
  await signIn(bens, "Ben");
  const strangers = await stranger.newPage();
  await signInAt(strangers, "/console/operator", "Guest 9");
  for (const [who, their] of [
    ["owner", page],
    ["viewer", bens],
    ["stranger", strangers],
  ] as const) {
    await expect.soft(their.getByRole("link", { name: "Operator", exact: true }), who).toHaveCount(0);
    for (const path of ["", "/tenants", "/settings", "/no-such-page"]) {
      const response = await their.goto(`/console/operator${path}`);
      expect.soft(response?.status(), `${who} ${path}`).toBe(404);
      await expect.soft(their.getByText(NOT_THERE), `${who} ${path}`).toBeVisible();
      await expect.soft(their.getByRole("navigation", { name: "Operator" }), who).toHaveCount(0);
    }
  }
  await ben.close();
  await stranger.close();
});

test("an address below the operator's pages that is none keeps the operator's frame", async ({ olivia }) => {
  for (const path of ["no-such-page", "tenants/ten_00000000000000000000000000", "tenants/nonsense"]) {
    await olivia.goto(`/console/operator/${path}`);
    await expect(olivia.getByText(/There is no (?:page at this address|such tenant)/)).toBeVisible();
    await expect(olivia.getByRole("navigation", { name: "Operator" })).toBeVisible();
  }
});

test("every control of every page does what it says", async ({ olivia, demo }) => {
  test.setTimeout(600_000);
  const { id } = await newTenant(demo, `Walked ${crypto.randomUUID().slice(0, 8)}`);
  const { wrong, settled } = watchCalls(olivia);
  const attempt = (act: () => Promise<void>): Promise<void> =>
    act().catch((error: unknown) => void wrong.push(String(error).split("\n", 3).join(" ")));
  const links = new Set<string>();
  const open = async (path: string, where: string): Promise<void> => {
    await openOperator(olivia, path);
    await settled();
    await expectWhole(olivia, where);
  };
  for (const path of [...OPERATOR_PAGES, `tenants/${id}`]) {
    const at = path || "overview";
    await open(path, at);
    for (const link of await linksOf(olivia)) links.add(link);
    for (const control of await controlsOf(olivia)) {
      const where = `${at}: ${control.key}`;
      await attempt(async () => {
        await open(path, where);
        if (!(await controlsOf(olivia)).some(({ key }) => key === control.key)) return;
        const check = async (): Promise<void> => {
          await settled();
          await expectWhole(olivia, where);
        };
        if (control.isRefused) await expectReason(olivia, control, where);
        else await use(olivia, control, where, check);
        await check();
      });
    }
  }
  for (const link of links)
    await attempt(async () => {
      await olivia.goto(link);
      await settled();
      await expectWhole(olivia, `link to ${link}`);
    });
  expect(wrong).toEqual([]);
});

test("filters and pages of the tenants are in the address, so that a reload keeps them", async ({
  olivia,
  demo,
}) => {
  const word = `Zebra${crypto.randomUUID().slice(0, 6)}`;
  for (let made = 0; made < 3; made += 1) await newTenant(demo, `${word} ${made}`);
  await openOperator(olivia, "tenants");
  await olivia.getByRole("searchbox", { name: "Search by name or id" }).fill(word);
  const rows = olivia.locator("tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(olivia).toHaveURL(new RegExp(`search=${word}`));
  await olivia.getByRole("combobox", { name: "Plan" }).selectOption("scale");
  await expect(olivia.getByText("No tenants match these filters")).toBeVisible();
  await olivia.reload();
  await expect(olivia.getByText("No tenants match these filters")).toBeVisible();
  await isAwake(olivia);
  await olivia.getByRole("button", { name: "Clear" }).click();
  await expect(rows.first()).toBeVisible();
  await expect(olivia).not.toHaveURL(/search|plan/);
});

test("the next page of the tenants has an address of its own", async ({ olivia, demo }) => {
  test.slow();
  await openOperator(olivia, "tenants");
  // Fifty rows fill a page, and one more makes another.
  const present = await olivia.locator("tbody tr").count();
  for (let made = present; made < 51; made += 1) await newTenant(demo, `Filler ${made}`);
  await openOperator(olivia, "tenants");
  const first = await olivia.locator("tbody tr").first().textContent();
  await olivia.getByRole("link", { name: "Next page" }).click();
  await expect(olivia).toHaveURL(/after=ten_/);
  await expect(olivia.locator("tbody tr").first()).not.toHaveText(first ?? "");
  await olivia.reload();
  await expect(olivia.locator("tbody tr").first()).not.toHaveText(first ?? "");
  await olivia.getByRole("link", { name: "First page" }).click();
  await expect(olivia).not.toHaveURL(/after=/);
});

test("the palette finds pages and tenants", async ({ olivia, demo }) => {
  const name = `Palette ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await newTenant(demo, name);
  await openOperator(olivia);
  const box = olivia.getByRole("combobox", { name: "Page, action or tenant" });
  await expect(async () => {
    await olivia.keyboard.press("Control+k");
    await expect(box).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await box.fill(name);
  await expect(olivia.getByRole("option", { name })).toBeVisible();
  await olivia.keyboard.press("Enter");
  await expect(olivia).toHaveURL(new RegExp(`/console/operator/tenants/${id}$`));
  await olivia.keyboard.press("Control+k");
  await box.fill("rates");
  await olivia.keyboard.press("Enter");
  await expect(olivia).toHaveURL(/\/console\/operator\/rates$/);
});

test.describe("as it looks", () => {
  test.use({ reducedMotion: "reduce" });

  test("axe finds nothing on any page, in light and dark", async ({ olivia, demo }) => {
    test.setTimeout(300_000);
    const { id } = await newTenant(demo, `Looked at ${crypto.randomUUID().slice(0, 8)}`);
    for (const path of [...OPERATOR_PAGES, `tenants/${id}`]) {
      await openOperator(olivia, path);
      await expect(olivia.getByText("Loading…").first()).toBeHidden();
      expect.soft(await violations(olivia), path).toEqual([]);
    }
    for (const name of ["Change plan", "Ask to visit", "Invite an owner", "Close tenant"]) {
      await openOperator(olivia, `tenants/${id}`);
      await olivia.getByRole("button", { name }).click();
      await expect(olivia.getByRole("dialog")).toBeVisible();
      expect.soft(await violations(olivia), name).toEqual([]);
    }
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });

    test("no page scrolls sideways, and the menu opens", async ({ olivia, demo }) => {
      test.slow();
      const long = `A tenant with ${"averylongname".repeat(10)}`;
      const { id } = await newTenant(demo, long);
      for (const path of [...OPERATOR_PAGES, `tenants/${id}`]) {
        await openOperator(olivia, path);
        await expectWhole(olivia, path);
      }
      await olivia.getByRole("button", { name: "Open menu" }).click();
      await olivia
        .getByRole("navigation", { name: "Operator" })
        .getByRole("link", { name: "System" })
        .click();
      await expect(olivia).toHaveURL(/\/console\/operator\/system$/);
    });
  });
});

test("the overview and the settings say that statements name no seller while OPERATOR_NAME is not set", async ({
  olivia,
}) => {
  await openOperator(olivia);
  await olivia.getByRole("link", { name: /^Statements name no seller: OPERATOR_NAME is not set\./ }).click();
  await expect(olivia).toHaveURL(/\/console\/operator\/settings\?search=OPERATOR$/);
  await openOperator(olivia, "settings");
  await expect(
    olivia.getByText(/^Statements name no seller, and practice statements no operator\. Set OPERATOR_NAME/),
  ).toBeVisible();
});
