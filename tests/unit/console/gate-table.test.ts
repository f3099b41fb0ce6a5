import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Access, AccessProvider } from "#console/client/access.tsx";
import { GateTable } from "#console/sites/gate-table.tsx";
import { type Gate, tryAddress } from "#console/sites/gate-words.ts";

const GATE: Gate = {
  siteId: "gat_1",
  mode: "live",
  name: "Wine <shop>",
  origin: "https://shop.example:8443",
  host: "shop.example:8443",
  minimumAge: 18,
  country: "DE",
  region: null,
  lifetimeSeconds: 14_400,
  openPaths: [],
  threshold: "18",
  cookieName: "__Host-lintel_gate_18",
  startAddress: "https://shop.example:8443/.well-known/lintel/gat_1/start",
  previousSecretUntil: null,
  secretMark: "0".repeat(64),
  createdAt: new Date("2026-11-26T12:00:00Z"),
  today: { passes: 12_345, refusals: 67, starts: 8, approvals: 5 },
};

const ACCESS: Access = {
  tenantId: "ten_1",
  tenantName: "Shop",
  isActive: true,
  role: "developer",
  listMetadataKey: null,
  baseUrl: "https://age.example.com",
  supportUrl: null,
  visitUntil: null,
};

const drawn = (refusal: string | null): string => {
  const table = createElement(GateTable, { gates: [GATE], empty: null, refusal, onOpen: () => {} });
  return renderToStaticMarkup(AccessProvider({ access: ACCESS, children: table }));
};

test("a gate's row has its site, what it asks for and today's four numbers", () => {
  const text = drawn(null).replace(/<[^>]*>/g, "|");
  for (const part of [
    "Wine &lt;shop&gt;",
    "shop.example:8443",
    "18+ in DE",
    "|12,345|",
    "|67|",
    "|8|",
    "|5|",
  ])
    expect(text).toContain(part);
  // On a phone, the numbers are one line with words.
  expect(text).toContain("Today: 12,345 let through · 67 refused · 8 started · 5 approved");
});

test("a member who may not change gates can read them, and not begin a check", () => {
  const buttons = [
    ...drawn("Your role does not allow this.").matchAll(/<button[^>]*aria-label="([^"]*)"[^>]*>/g),
  ];
  const isOff = (name: string): boolean | undefined =>
    buttons.find(([, label]) => label?.startsWith(name))?.[0].includes('aria-disabled="true"');
  expect([isOff("Try it"), isOff("Details")]).toEqual([true, false]);
});

test("a gate is tried at the service until the site's server asks it, and then at the site", () => {
  const at = (today: Partial<Gate["today"]>): string =>
    tryAddress("https://age.example.com", { ...GATE, today: { ...GATE.today, ...today } });
  expect(at({ passes: 0, refusals: 0 })).toBe(
    "https://age.example.com/gate/gat_1/start?answer=code&return=/",
  );
  expect(at({ passes: 0, refusals: 1 })).toBe(`${GATE.origin}/`);
  expect(at({ passes: 1, refusals: 0 })).toBe(`${GATE.origin}/`);
});
