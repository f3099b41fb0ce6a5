import { expect } from "vitest";
import { expectNothingLeaves, expectOpenPaths, expectOwnWordsDoNotCount } from "./promises.ts";
import { ask } from "./raw.ts";
import { goodCookie } from "./test-gate.ts";
import { expectWholeFlow, newVisitor } from "./visitor.ts";
import type { GateWorld } from "./world.ts";

// What went wrong in other gates, with the number it is known by. Each server's configuration has to withstand all of it.

/** Where a server differs from the table: by the attempt's name, the statuses it may have, and what it is not asked. */
export type Differences = { otherStatuses?: Record<string, readonly number[]>; except?: readonly string[] };

export type Fault = {
  source: string;
  promise: string;
  hold: (world: GateWorld, differences: Differences) => Promise<void>;
};

/** These attempts of the table fail, and there are so many of them at least. */
export const nothingLeaves =
  (only: RegExp, atLeast: number): Fault["hold"] =>
  async (world, { otherStatuses, except = [] }) => {
    const without = except.map((name) => `(?!${name}$)`).join("");
    const wanted = new RegExp(`^${without}(?=.*(?:${only.source}))`, "s");
    const count = await expectNothingLeaves(world, {
      only: wanted,
      ...(otherStatuses ? { otherStatuses } : {}),
    });
    expect(count).toBeGreaterThanOrEqual(atLeast);
  };

const NAVIGATION = ["Accept: text/html", "Sec-Fetch-Mode: navigate", "Connection: close"];

/** Where a person is led back to who asks for this; null: the server refuses to read it. */
const wayBackOf = async (
  { gate, door }: GateWorld,
  target: string,
  headers: readonly string[] = [],
): Promise<string | null> => {
  const { headers: got } = await ask(door, { target, headers: [...NAVIGATION, ...headers] });
  const location = got.get("location");
  if (location === undefined) return null;
  const start = `${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=`;
  expect(location.slice(0, start.length)).toBe(start);
  return decodeURIComponent(location.slice(start.length));
};

const expectOwnWayBack = async (world: GateWorld): Promise<void> => {
  for (const name of [
    "X-Original-URI",
    "X-Original-URL",
    "X-Forwarded-Uri",
    "X-Rewrite-URL",
    "X_Original_URI",
  ]) {
    const wayBack = await wayBackOf(world, "/wanted?a=1", [`${name}: /chosen-by-another`]);
    expect([name, wayBack]).toEqual([name, "/wanted?a=1"]);
  }
};

const expectNoWayToOthers = async (world: GateWorld): Promise<void> => {
  const targets = [
    "//evil.test/",
    "/\\evil.test/",
    "/\t/evil.test",
    "/%09/evil.test",
    "/%5cevil.test",
    "/%2f/evil.test",
  ];
  for (const target of targets) {
    const wayBack = await wayBackOf(world, target);
    if (wayBack === null) continue;
    expect(new URL(wayBack, world.gate.origin).origin, target).toBe(world.gate.origin);
    expect(wayBack, target).not.toMatch(/^\/[/\\\t]/);
  }
};

/** Two visitors, one after the other, in both orders: what one was shown is not shown to the other. */
const expectNoMemory = async (world: GateWorld): Promise<void> => {
  const { gate, door, authority } = world;
  const proven = { headers: [`Cookie: ${goodCookie(gate)}`, "Connection: close"] };
  for (const status of [200, 200]) {
    expect((await ask(door, proven)).status).toBe(status);
    const page = await newVisitor({ authority })(`${gate.origin}/secret.bin`);
    expect([page.status, page.body.length]).toEqual([302, 0]);
    expect(page.headers["cache-control"]).toContain("no-store");
  }
};

const LONGEST_SET_COOKIE = 300;

/** The gate adds one small cookie, and other cookies cost nobody the way in. */
const expectSmallCookies = async (world: GateWorld): Promise<void> => {
  const { gate, door } = world;
  const proof = goodCookie(gate);
  expect(proof.length).toBeLessThan(LONGEST_SET_COOKIE);
  const many = Array.from({ length: 40 }, (_, i) => `other${i}=${"x".repeat(60)}`).join("; ");
  const { status } = await ask(door, { headers: [`Cookie: ${many}; ${proof}`, "Connection: close"] });
  expect(status).toBe(200);
};

export const FAULTS: readonly Fault[] = [
  {
    source: "CVE-2026-40575, CVE-2026-76835",
    promise: "no header that a visitor forges changes the verdict or the way back",
    hold: async (world, differences) => {
      await nothingLeaves(/header: (X-|Forwarded)/, 7)(world, differences);
      await expectOwnWayBack(world);
    },
  },
  {
    source: "CVE-2026-34457",
    promise: "no User-Agent opens the door",
    hold: nothingLeaves(/header: (kube-probe|a health check|a search engine|no User-Agent)/, 5),
  },
  {
    source: "CVE-2025-54576",
    promise: "an open path in the query opens nothing",
    hold: nothingLeaves(/address: an open (path|prefix) (as|encoded)/, 5),
  },
  {
    source: "CVE-2026-83589, GHSA-qqxw-m5fj-f7gv",
    promise: "nobody is led to another host",
    hold: expectNoWayToOthers,
  },
  {
    source: "CVE-2026-30851",
    promise: "a visitor's own Lintel-Age does not reach the site",
    hold: expectOwnWordsDoNotCount,
  },
  {
    source: "CVE-2026-57209",
    promise: "no spelling of an address is open that its plain form is not",
    hold: nothingLeaves(/address: /, 40),
  },
  {
    source: "NPMplus #2956",
    promise: "the age check's page is not kept, and stands for no other page",
    hold: expectWholeFlow,
  },
  {
    source: "nginx trac #824",
    promise: "what one visitor was shown is not shown to another",
    hold: expectNoMemory,
  },
  {
    source: "oauth2-proxy #676",
    promise: "cookies stay small, and many of others' do no harm",
    hold: expectSmallCookies,
  },
  {
    source: "anubis #1479",
    promise: "anything that is not a page gets 401 and the address of the check",
    hold: nothingLeaves(/(WebSocket|service worker|a fetch|POST of a form|PUT|DELETE)/, 8),
  },
  {
    source: "codex #784",
    promise: "style sheets are open where the site says so, also without proof",
    hold: expectOpenPaths,
  },
];
