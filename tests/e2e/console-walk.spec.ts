import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { CONSOLE_PAGES, callApi, expect, newTenant, signIn, test } from "./support/console.ts";
import { controlsOf, linksOf } from "./support/controls.ts";
import { fillTenant } from "./support/fill-tenant.ts";
import { expectRows, isList } from "./support/list-oracle.ts";
import type { Demo } from "./support/service.ts";
import { expectReason, expectWhole, opensAsSaved, use, watchCalls } from "./support/walk.ts";

// Every control of every page is used once, with few rows and many, by those who may and those who may not. It takes
// minutes, so it is asked for: `npm run walk` takes pairs that cover each value of each dimension, WALK=all every
// combination, and WALK_PICTURES=<folder> keeps a picture of each page.
const ROWS = [0, 60, 20_000] as const;
const ROLES = ["owner", "viewer"] as const;
const WINDOWS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ["light", "dark"] as const;

type Walk = {
  rows: (typeof ROWS)[number];
  role: (typeof ROLES)[number];
  window: keyof typeof WINDOWS;
  theme: (typeof THEMES)[number];
};

const PAIRS: readonly Walk[] = [
  { rows: 0, role: "owner", window: "phone", theme: "dark" },
  { rows: 60, role: "owner", window: "desktop", theme: "light" },
  { rows: 60, role: "viewer", window: "phone", theme: "light" },
  { rows: 20_000, role: "owner", window: "phone", theme: "light" },
  { rows: 20_000, role: "viewer", window: "desktop", theme: "dark" },
];

const everyCombination = (): Walk[] =>
  ROWS.flatMap((rows) =>
    ROLES.flatMap((role) =>
      (["desktop", "phone"] as const).flatMap((window) =>
        THEMES.map((theme) => ({ rows, role, window, theme })),
      ),
    ),
  );

const WALKS = { all: everyCombination(), pairs: PAIRS }[process.env.WALK ?? ""] ?? [];

type World = { tenantId: string; endpointId: string };

/** A tenant of Ada's with so many rows, and Ben in it to look on. */
const makeWorld = async (page: Page, demo: Demo, { rows, role }: Walk): Promise<World> => {
  const { id: tenantId } = await newTenant(demo, `Walk ${rows} ${crypto.randomUUID().slice(0, 8)}`);
  await signIn(page, "Ada");
  const url = "https://hooks.example.com/lintel";
  const made: unknown = await callApi(page, tenantId, "webhooks.createEndpoint", { url });
  const endpointId = /whe_[0-9a-z]{26}/.exec(JSON.stringify(made))?.[0] ?? "";
  await callApi(page, tenantId, "keys.create", { mode: "test", name: "Walk" });
  await callApi(page, tenantId, "members.invite", { role: "viewer", email: "ben@demo.example" });
  await fillTenant(tenantId, endpointId, rows);
  if (role === "viewer") {
    await page.context().clearCookies();
    await signIn(page, "Ben");
  }
  return { tenantId, endpointId };
};

for (const walk of WALKS) {
  const name = `${walk.role}, ${walk.rows.toLocaleString("en")} rows, ${walk.window}, ${walk.theme}`;
  test.describe(name, () => {
    test.use({ viewport: WINDOWS[walk.window], colorScheme: walk.theme, reducedMotion: "reduce" });

    test("every control of every page does what it says", async ({ page, demo }) => {
      test.setTimeout(600_000);
      const { tenantId, endpointId } = await makeWorld(page, demo, walk);
      const base = `/console/${tenantId}`;
      await opensAsSaved(page);
      const { wrong, settled } = watchCalls(page);
      const open = async (path: string, where: string): Promise<void> => {
        await page.goto(`${base}${path && `/${path}`}`);
        await settled();
        await expectWhole(page, where);
        if (isList(path) && !(await isRefused(page))) {
          const count = await expectRows(page, tenantId, path, where);
          if (walk.rows > 0) expect(count, where).toBeGreaterThan(0);
        }
      };
      const links = new Set<string>();
      // One defect must not hide the others: each control's own is kept, and all are told at the end.
      const attempt = (act: () => Promise<void>): Promise<void> =>
        act().catch((error: unknown) => void wrong.push(String(error).split("\n", 3).join(" ")));
      for (const path of [...CONSOLE_PAGES, `webhooks/${endpointId}`]) {
        const at = path || "overview";
        await open(path, at);
        await keepPicture(page, `${at.replaceAll("/", "-")} ${name}`);
        for (const link of await linksOf(page)) links.add(link);
        for (const control of await controlsOf(page)) {
          const where = `${at}: ${control.key}`;
          const check = async (): Promise<void> => {
            await settled();
            await expectWhole(page, where);
            const now = new URL(page.url()).pathname.slice(base.length + 1);
            if (isList(now) && control.name !== "Load more") await expectRows(page, tenantId, now, where);
          };
          await attempt(async () => {
            await open(path, where);
            if (!(await controlsOf(page)).some(({ key }) => key === control.key)) return;
            if (control.isRefused) await expectReason(page, control, where);
            else await use(page, control, where, check);
            await check();
          });
        }
      }
      for (const link of links) {
        await attempt(async () => {
          await page.goto(link);
          await settled();
          await expectWhole(page, `link to ${link}`);
        });
      }
      expect(wrong).toEqual([]);
    });

    test("each list can be read to its end, or as far as one likes", async ({ page, demo }) => {
      test.skip(walk.rows === 0, "nothing to read");
      test.setTimeout(240_000);
      const { tenantId } = await makeWorld(page, demo, walk);
      for (const path of ["verifications", "webhooks/deliveries", "logs", "audit"]) {
        await page.goto(`/console/${tenantId}/${path}`);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        if (await isRefused(page)) continue;
        const rows = page.locator("#content tbody tr");
        await expect.poll(() => rows.count(), path).toBeGreaterThan(0);
        const more = page.getByRole("button", { name: "Load more" });
        for (let pages = 1; pages < 4 && (await more.isVisible()); pages += 1) {
          expect(await rows.count(), path).toBe(pages * 50);
          await more.click();
          await expect.poll(() => rows.count(), `${path}: page ${pages + 1}`).toBeGreaterThan(pages * 50);
        }
        const texts = await rows.evaluateAll((all) => all.map((row) => row.textContent));
        if (path === "verifications") expect(new Set(texts).size, path).toBe(texts.length);
      }
    });
  });
}

/** Whether the page says that it is not for this role. */
async function isRefused(page: Page): Promise<boolean> {
  return (await page.getByText("You do not have access to this page").count()) > 0;
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.WALK_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[ ,]+/g, "-")}.png`), fullPage: true });
}
