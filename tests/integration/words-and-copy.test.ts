import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { bandOfAge } from "#core/age-over.ts";
import { METHOD_IDS } from "#core/policy/method-id.ts";
import { type KeptPart, PART_OF_COLUMN, PART_OF_TABLE } from "#core/practice/page-facts.ts";
import { FactsPanel } from "#hosted/frame/facts-panel.tsx";
import { WordsProvider } from "#hosted/frame/words-context.tsx";
import { OutcomeScreen } from "#hosted/screens/outcome-screen.tsx";
import { en } from "#hosted/texts/en.ts";
import { type PageView, screenOf } from "#hosted/view.ts";
import { wordsOf } from "#hosted/words.ts";
import type { Finding } from "#methods/method.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { loadPage, requirePage } from "#services/check/page.ts";
import { recordFinding } from "#services/check/record.ts";
import { dataCopy } from "#services/erasure/kept-data.ts";
import { cancelVerification } from "#services/hosted/submit.ts";
import { cancel, secretOf, start } from "../support/http/actions.ts";
import { viewPage } from "../support/http/hosted.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

// The page's words about data are compared with the person's own copy, for every method, setting and ending.

const clock = testClock();
const service = serviceForFile({ overrides: { now: clock.now } });
const words = wordsOf("en", en);

/** What the copy holds, as the parts that the page names. A value that is empty says nothing. */
const partsOfCopy = (stored: Record<string, Record<string, unknown>[]>): Set<KeptPart> => {
  const tables: Readonly<Record<string, KeptPart | null>> = PART_OF_TABLE;
  const columns: Readonly<Record<string, KeptPart>> = PART_OF_COLUMN;
  const isEmpty = (value: unknown): boolean =>
    value === null || value === 0 || value === false || (Array.isArray(value) && value.length === 0);
  const found = Object.entries(stored).flatMap(([table, rows]) => {
    if (rows.length === 0) return [];
    const own =
      table === "Verification"
        ? rows.flatMap((row) =>
            Object.entries(row).flatMap(([column, value]) =>
              isEmpty(value) ? [] : [columns[column] ?? null],
            ),
          )
        : [];
    return [tables[table] ?? null, ...own];
  });
  return new Set(found.filter((part) => part !== null));
};

const text = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");

const drawn = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  text(
    renderToStaticMarkup(
      createElement(() => WordsProvider({ language: "en", texts: en, children: element })),
    ),
  );

const firstScreen = (view: PageView): string => drawn(createElement(FactsPanel, { words, view }));

const lastScreen = (view: PageView): string => {
  const screen = screenOf(view);
  if (screen === "prove" || screen === "handoff") throw new Error("it has not ended");
  return drawn(createElement(OutcomeScreen, { words, screen, view, secret: "s", isAppealRefused: false }));
};

const evidence = (age: number): Finding => ({
  kind: "evidence",
  evidence: {
    age,
    band: bandOfAge(age),
    confidence: 1,
    documentType: "passport",
    assurance: "document_photo_unsigned",
  },
});

const withDigest = (finding: Finding): Finding =>
  finding.kind === "evidence"
    ? {
        ...finding,
        evidence: { ...finding.evidence, documentDigest: createHash("sha256").update("A").digest() },
      }
    : finding;

const SETTINGS = {
  plain: { tenant: {}, body: {} },
  "marks of documents": { tenant: { documentReuseDays: 30 }, body: {} },
  "least disclosure": { tenant: { disclosure: "thresholds" as const }, body: {} },
  "several ages": { tenant: {}, body: { thresholds: [16, 18, 21] } },
  "an order, an address and a reference": {
    tenant: { resultRetentionDays: 7 },
    body: {
      metadata: { order: "A-1" },
      ip: "192.0.2.7",
      reference: "R-1",
      callback_url: "https://shop.example/",
    },
  },
};

const ENDINGS = ["approved", "rejected", "failed", "cancelled", "withdrawn", "expired"] as const;

const METHODS = METHOD_IDS.map((id) =>
  id === "vendor" ? "vendor:stripe" : id === "oidc" ? "oidc:bank" : id,
);

type Case = {
  method: string;
  ending: (typeof ENDINGS)[number];
  settings: keyof typeof SETTINGS;
  methods?: string[];
};

/** One whole check: the page before and after, and the person's copy. */
const check = async ({ method, ending, settings, methods = ["document"] }: Case) => {
  const { call, deps, tenant: newTenant } = service.get();
  const { tenant: changes, body } = SETTINGS[settings];
  const tenant = await newTenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { ...changes, methods } });
  const started = await start(call, tenant.liveKey, body);
  const id = started.verificationId;
  const secret = secretOf(started);
  const ctx = systemCtx(deps);
  const before = await viewPage(deps, secret);
  const find = async (finding: Finding): Promise<void> => {
    const until = new Date(clock.now().getTime() + 60_000);
    await deps.db.orm.verification.update({ where: { id }, data: { checkingUntil: until } });
    const found = method === "document" ? withDigest(finding) : finding;
    const page = await requirePage(ctx, secret);
    await recordFinding(page, { method, finding: found, startedAt: clock.now(), until, key: null });
  };
  const poor: Finding = { kind: "no_decision", code: "METHOD_FAILED", hint: "" };
  const play: Record<Case["ending"], () => Promise<unknown>> = {
    approved: () => find(evidence(30)),
    rejected: () => find(evidence(15)),
    failed: async () => {
      for (let attempt = 0; attempt < 3; attempt++) await find(poor);
    },
    cancelled: () => cancelVerification({ ...ctx, actor: { kind: "end_user" } }, secret),
    withdrawn: () => cancel(call, tenant.liveKey, { verificationId: id }),
    expired: async () => {
      await deps.db.orm.verification.update({ where: { id }, data: { expiresAt: clock.now() } });
    },
  };
  await play[ending]();
  const [after, copy] = [await viewPage(deps, secret), await dataCopy(ctx, secret)];
  if (!before || !after || !copy.stored) throw new Error("the page is there, on the first device");
  return { before, after, copy, stored: copy.stored, page: await loadPage(ctx, secret) };
};

describe.each(METHODS)("%s", (method) => {
  test.each(Object.keys(SETTINGS) as (keyof typeof SETTINGS)[])(
    "%s: all that the copy holds was said",
    async (settings) => {
      for (const ending of ENDINGS) {
        const { before, after, copy, stored } = await check({ method, ending, settings });
        const held = partsOfCopy(stored);
        const at = `${method}, ${ending}, ${settings}`;
        const first = firstScreen(before);
        // A voucher's part is said where one is offered: no tenant here has them.
        for (const part of held) expect(before.facts.parts, `${at}: ${part}`).toContain(part);
        for (const part of before.facts.parts)
          expect(first, `${at}: ${part}`).toContain(
            words.say(en.facts.parts[part], { tenant: before.tenantName }),
          );
        expect(screenOf(after)).toBe(ending);

        const last = lastScreen(after);
        const marks = copy.rows.document_uses ?? 0;
        expect(last.includes(en.ended.nothing), `${at}: nothing kept`).toBe(marks === 0);
        expect(last.includes("only a mark of your document, for 30 days"), `${at}: a mark`).toBe(marks > 0);
        expect(after.facts.parts.includes("document"), at).toBe(held.has("document"));

        const years = copy.result?.verifiedAge ?? null;
        expect(last.includes("your age in years"), `${at}: the age in years`).toBe(years !== null);
        if (years !== null) expect(first, at).toContain("your age in years");
        if (before.facts.learnsYears === false) expect(years, at).toBeNull();
        if (ending !== "approved" && ending !== "rejected") expect(last, at).not.toContain("gets the answer");
        const isOfVendor = method === "vendor:stripe" && ["approved", "rejected", "failed"].includes(ending);
        expect(last.includes("Stripe Identity has its own copy"), `${at}: a vendor's copy`).toBe(isOfVendor);
      }
    },
  );
});

test("a rejection names the other ways that a new check offers: no wallet that nobody trusts, and no age key", async () => {
  const methods = ["age_key", "document", "wallet", "voucher"];
  const { before, after } = await check({
    method: "document",
    ending: "rejected",
    settings: "plain",
    methods,
  });
  expect(before.methods).not.toContain("wallet");
  expect(after.otherWays).toEqual(["voucher"]);
  expect(lastScreen(after)).toContain("another way: “A code from a member of staff”.");
});

test("what a tenant has switched off is not said", async () => {
  const { before } = await check({ method: "document", ending: "approved", settings: "plain" });
  const said = firstScreen(before);
  for (const part of ["document", "voucher", "entries", "address", "person", "ages"] as const)
    expect(said).not.toContain(words.say(en.facts.parts[part], { tenant: before.tenantName }));
  expect(said).toContain("What you show here is deleted as soon as it has been checked");
});

test("a result that ends by itself is said to, and one that does not is not", async () => {
  const settings = "an order, an address and a reference";
  const { before } = await check({ method: "document", ending: "approved", settings });
  expect(firstScreen(before)).toContain("These are kept for 7 days at most:");
  const plain = await check({ method: "document", ending: "approved", settings: "plain" });
  expect(firstScreen(plain.before)).toContain(`These are kept until ${plain.before.tenantName} erases them:`);
});
