import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "#core/language.ts";
import { WordsProvider } from "#hosted/frame/words-context.tsx";
import { OutcomeScreen } from "#hosted/screens/outcome-screen.tsx";
import { titleOf } from "#hosted/screens/step-title.ts";
import { CATALOGUES } from "#hosted/texts/catalogues.ts";
import { type PageView, screenOf, type WalletView } from "#hosted/view.ts";
import { wordsOf } from "#hosted/words.ts";

const OPEN: PageView = {
  verificationId: "ver_1",
  tenantName: "Corner Shop",
  brand: { colour: null, supportUrl: null, logo: null },
  embedHosts: [],
  expiresAt: new Date("2026-11-28T12:00:00Z"),
  facts: {
    learnsYears: true,
    ages: [],
    learnsHow: true,
    parts: ["result"],
    markDays: null,
    resultDays: null,
    vendors: [],
  },
  decidedBy: null,
  otherWays: [],
  complaintUrl: null,
  formKey: "key",
  handoff: null,
  mode: "live",
  minimumAge: 18,
  status: "in_progress",
  methods: ["document"],
  attemptsLeft: 3,
  fruitlessAnswers: 0,
  outcome: null,
  problem: null,
  returnUrl: null,
  device: "first",
};

const said = (view: PageView, language: Language = "en"): string => {
  const screen = screenOf(view);
  if (screen === "prove" || screen === "handoff") throw new Error("it has not ended");
  const texts = CATALOGUES[language];
  const words = wordsOf(language, texts);
  const children = createElement(OutcomeScreen, { words, screen, view, secret: "s", isAppealRefused: false });
  const markup = renderToStaticMarkup(createElement(() => WordsProvider({ language, texts, children })));
  return markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
};

const failed = (code: string, reason: string | null = null): PageView => ({
  ...OPEN,
  status: "failed",
  methods: [],
  attemptsLeft: 0,
  problem: { code, reason },
});

describe("the last screen speaks of the last finding", () => {
  test.each([
    ["DOCUMENT_EXPIRED", "Use another document that is still valid."],
    ["DOCUMENT_TYPE_UNSUPPORTED", "We accept passports"],
    ["DOCUMENT_MRZ_INVALID", "Some characters don’t match"],
  ])("%s was read: the advice is about the document, not about light", (code, advice) => {
    const page = said(failed(code));
    expect(page).toContain(advice);
    expect(page).not.toMatch(/could be read|daylight|worn/);
  });

  test("a photo that could not be read gets advice about photos", () => {
    expect(said(failed("DOCUMENT_QUALITY_LOW", "blurry"))).toContain("Try in daylight");
  });

  test("what failed on our side blames nobody", () => {
    const page = said(failed("METHOD_FAILED"));
    expect(page).toContain("went wrong on our side");
    expect(page).not.toMatch(/daylight|another document/);
  });

  test.each(LANGUAGES)("%s: an expired document is said to be expired, and nothing of light", (language) => {
    const { failed: texts, problems } = CATALOGUES[language];
    const page = said(failed("DOCUMENT_EXPIRED"), language);
    expect(page).toContain(problems.findings.DOCUMENT_EXPIRED.what);
    for (const tip of texts.advice.photo) expect(page).not.toContain(tip.split("{")[0]);
  });
});

const rejected = (decidedBy: string, more: Partial<PageView> = {}): PageView => ({
  ...OPEN,
  status: "completed",
  outcome: "rejected",
  methods: [],
  decidedBy,
  ...more,
});

describe("a rejection", () => {
  test.each(["document", "wallet", "voucher", "age_key", "undisclosed"])(
    "by %s is kind, comes to an end, and only then speaks of doubt",
    (method) => {
      const page = said(rejected(method));
      expect(page).toMatch(/nothing is wrong with you.* You can come back when you are 18\./);
      expect(page.indexOf("come back")).toBeLessThan(page.indexOf("If this cannot be right"));
    },
  );

  test("speaks of the method that decided, and of no other", () => {
    expect(said(rejected("voucher"))).toContain("The member of staff who looked at your ID");
    expect(said(rejected("voucher"))).not.toMatch(/document|wallet/);
    expect(said(rejected("wallet"))).not.toContain("document");
    const providers = [{ method: "oidc:bank", name: "Bank", country: null }];
    expect(said(rejected("oidc:bank", { providers }))).toContain("Bank answered that you are under 18.");
  });

  test("always names someone to turn to", () => {
    expect(said(rejected("document"))).toContain(
      "Write to Corner Shop. It can find this check by its number: ver_1.",
    );
    expect(said(rejected("document", { complaintUrl: "https://shop.example/c" }))).toContain(
      "Complain to Corner Shop",
    );
    const brand = { ...OPEN.brand, supportUrl: "https://shop.example/help" };
    expect(said(rejected("document", { brand }))).toContain("Help from Corner Shop");
  });

  test("names the ways that a new check offers again", () => {
    expect(said(rejected("document", { otherWays: ["wallet"] }))).toContain(
      "another way: “A wallet on your phone”.",
    );
  });

  test("of the tenant's own is not called a check of an age", () => {
    const page = said(rejected("tenant"));
    expect(page).toContain("Corner Shop did not accept your proof of age");
    expect(page).not.toMatch(/under 18|nothing is wrong/);
  });
});

test("no two steps share a title, in any language", () => {
  const waiting = { app: "eu" as const, link: "x:", expiresAt: OPEN.expiresAt };
  const wallet: WalletView = {
    apps: ["eu"],
    link: null,
    qr: null,
    hasRefused: false,
    hasDeclined: false,
    demoUrl: null,
  };
  const several = { ...OPEN, methods: ["document", "wallet", "voucher"] };
  const problem = { code: "DOCUMENT_QUALITY_LOW", reason: "blurry" };
  const handoff = (state: "waiting" | "opened" | "expired") => ({
    ...OPEN,
    handoff: { state, picture: null },
  });
  const steps: [PageView, WalletView, Record<string, string>][] = [
    [several, wallet, {}],
    ...["document", "wallet", "voucher"].map((method): [PageView, WalletView, Record<string, string>] => [
      several,
      wallet,
      { method },
    ]),
    [several, { ...wallet, link: waiting }, { method: "wallet" }],
    [several, { ...wallet, qr: { ...waiting, svg: "" } }, { method: "wallet" }],
    [{ ...several, problem }, wallet, { method: "document" }],
    [{ ...several, problem }, wallet, {}],
    [several, wallet, { method: "document", problem: "NETWORK" }],
    [several, wallet, { cancel: "1" }],
    [handoff("waiting"), wallet, {}],
    [handoff("opened"), wallet, {}],
    [handoff("expired"), wallet, {}],
    [{ ...OPEN, status: "completed", outcome: "approved" }, wallet, {}],
    [rejected("document"), wallet, {}],
    [rejected("tenant"), wallet, {}],
    [failed("DOCUMENT_EXPIRED"), wallet, {}],
    [failed("CANCELLED_BY_USER"), wallet, {}],
    [failed("CANCELLED"), wallet, {}],
    [{ ...OPEN, status: "expired" }, wallet, {}],
  ];
  for (const language of LANGUAGES) {
    const words = wordsOf(language, CATALOGUES[language]);
    const titles = steps.map(([view, own, query]) => titleOf(words, { view, wallet: own }, query));
    expect(new Set(titles).size, `${language}: ${titles.join(" | ")}`).toBe(steps.length);
  }
});

test("a title begins with what has just happened", () => {
  const words = wordsOf("en", CATALOGUES.en);
  const drawn = (view: PageView) => ({ view, wallet: null });
  const several = { ...OPEN, methods: ["document", "voucher"] };
  expect(titleOf(words, drawn(several), { method: "document" })).toBe(
    "Photograph your document – age check of Corner Shop",
  );
  const problem = { code: "DOCUMENT_QUALITY_LOW", reason: "blurry" };
  expect(titleOf(words, drawn({ ...several, problem }), { method: "document" })).toBe(
    "The photo is blurred – Photograph your document – age check of Corner Shop",
  );
});
