import { expect, test } from "@playwright/test";

// The fonts of scripts/lib/chromium.ts and no others: what is seen in a test is the same on every machine.

const TEXTS = [
  ["latin", "There is no such page", /^Open Sans$/],
  ["greek", "Δεν υπάρχει", /^Open Sans$/],
  ["arabic", "لا توجد صفحة كهذه", /^DejaVu Sans$/],
  ["signs", "→✓", /^DejaVu/],
  ["code", "req_01", /^DejaVu Sans Mono$/],
] as const;

test("every script is drawn, with the fonts that npm brings", async ({ page }) => {
  const spans = TEXTS.map(([id, text]) => `<span id="${id}">${text.replaceAll(" ", "")}</span>`);
  await page.setContent(
    `<body style="font-family: system-ui"><style>#code { font-family: monospace }</style>${spans}`,
  );
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  for (const [id, , family] of TEXTS) {
    const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: `#${id}` });
    const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(fonts.length, id).toBeGreaterThan(0);
    for (const { familyName } of fonts) expect(familyName, id).toMatch(family);
  }
});
