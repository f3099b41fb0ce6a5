import { test } from "@playwright/test";
import { LANGUAGES } from "#core/language.ts";
import { gatePage } from "#http/gates/pages.ts";
import { violations } from "./support/axe.ts";
import { openGateService } from "./support/gate-service.ts";
import { openGateSite } from "./support/gate-site.ts";

test("shots", async ({ page }) => {
  test.setTimeout(300000);
  const show = async (name: string, p: any, width = 390, scheme: any = "light") => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    const { body, headers } = gatePage(p, {});
    await page.route("https://shop.example/x", (r) =>
      r.fulfill({ status: 200, headers: headers as any, body }),
    );
    await page.goto("https://shop.example/x");
    await page.screenshot({ path: `/tmp/script-pw/${name}.png`, fullPage: true });
    const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const v = await violations(page);
    if (v.length || over) console.log(name, over, v);
    await page.unroute("https://shop.example/x");
  };
  const start = {
    kind: "start",
    siteName: "Corner Shop",
    threshold: "18",
    action: "start",
    returnPath: "/x",
    answer: "cookie",
    origin: "https://shop.example",
  } as const;
  for (const language of LANGUAGES) await show(`start-${language}`, { ...start, language });
  await show("start-dark", { ...start, language: "en" }, 1000, "dark");
  await show("start-wide", { ...start, language: "en", threshold: "policy", answer: "code" }, 1000);
  await show("start-hostile", {
    ...start,
    language: "ar",
    siteName: `<script>alert(1)</script>"'\u202e${"W".repeat(50)}`,
  });
  await show("refused", {
    kind: "refused",
    reason: "under_age",
    language: "en",
    siteName: "Corner Shop",
    startAddress: "/x",
  });
  await show(
    "refused-ar",
    { kind: "refused", reason: "other_browser", language: "ar", siteName: null, startAddress: "/x" },
    390,
    "dark",
  );
  await show("message", {
    kind: "message",
    language: "en",
    origin: "https://shop.example",
    message: { lintel: 1, site: "gat_x", type: "answer", code: `vrc_${"a".repeat(32)}` },
  });
  await show("message-refused", {
    kind: "message",
    language: "de",
    origin: "https://shop.example",
    message: { lintel: 1, site: "gat_x", type: "refused", reason: "failed" },
  });
});

test("gate shots", async ({ page }) => {
  test.setTimeout(300000);
  let site: any;
  const service = await openGateService(() => site.origin);
  site = await openGateSite(() => ({ service: service.origin, siteId: "gat_test" }));
  await page.setViewportSize({ width: 390, height: 500 });
  page.on("console", (m) => console.log(m.text()));
  page.on("pageerror", (m) => console.log(m));
  for (const q of ["", "?size=compact", "?size=flexible&language=ar", "?language=de&theme=dark"]) {
    await page.goto(`${site.origin}/${q}`);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/script-pw/gate${q.replace(/\W/g, "-")}.png` });
    console.log(
      q,
      await page.locator("#told").textContent(),
      await page.evaluate("shift"),
      await violations(page),
    );
  }
  await page.goto(`${site.origin}/`);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Prove your age" }).click();
  const popup = await opened;
  await popup.getByRole("link", { name: "answer", exact: true }).waitFor();
  await page.screenshot({ path: "/tmp/script-pw/gate-open.png" });
  await popup
    .getByRole("link", { name: "answer", exact: true })
    .click()
    .catch(() => {});
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/script-pw/gate-done.png" });
  console.log(await page.locator("#told").textContent(), service.starts);
  await service.close();
  await site.close();
});

import { readdirSync, readFileSync } from "node:fs";

test("sheet", async ({ page }) => {
  const files = readdirSync("/tmp/script-pw").filter((f) => /^(start|refused|message|gate)/.test(f));
  await page.setViewportSize({ width: 1960, height: 900 });
  await page.setContent(
    files
      .map(
        (f) =>
          `<img height=560 alt="${f}" src="data:image/png;base64,${readFileSync(`/tmp/script-pw/${f}`).toString("base64")}">`,
      )
      .join(" "),
  );
  await page.screenshot({ path: "/tmp/script-pw/sheet.png", fullPage: true });
});
