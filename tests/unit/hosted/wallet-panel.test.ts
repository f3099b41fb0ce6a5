import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime.js";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { WordsProvider } from "#hosted/frame/words-context.tsx";
import { en } from "#hosted/texts/en.ts";
import type { WalletApp } from "#hosted/view.ts";
import { phaseWith } from "#hosted/wallet/ask-browser.ts";
import { WalletPanel } from "#hosted/wallet/wallet-panel.tsx";
import { wordsOf } from "#hosted/words.ts";

const CANNOT = "This browser cannot ask a wallet. Open this page in another browser, or choose another way.";

const InEnglish = ({ panel }: { panel: ReactNode }) =>
  WordsProvider({ language: "en", texts: en, children: panel });

const drawn = (apps: readonly WalletApp[]): string => {
  const panel = createElement(WalletPanel, {
    words: wordsOf("en", en),
    wallet: { apps, link: null, qr: null, hasRefused: false, hasDeclined: false, demoUrl: null },
    age: 18,
    method: "wallet",
    formKey: "key",
    isNamed: true,
    action: "/v/secret/wallet",
    pagePath: "/v/secret",
    problem: null,
    attemptsLeft: 3,
  });
  // The page's own, which nothing here turns to.
  const router = { value: {} as never };
  return renderToStaticMarkup(
    createElement(AppRouterContext.Provider, router, createElement(InEnglish, { panel })),
  );
};

describe("where the browser is the only way to a wallet", () => {
  test("a page without scripts says so, and what to do", () => {
    expect(drawn([])).toContain(`<noscript><p>${CANNOT}</p></noscript>`);
    expect(drawn(["eu"])).not.toContain(CANNOT);
  });

  test("a browser that accepts none of the requests is told from a service that has none", () => {
    expect(phaseWith(null)).toBe("none");
    expect(phaseWith({ requests: [] })).toBe("unable");
    expect(phaseWith({ requests: [{ protocol: "org-iso-mdoc", data: {} }] })).toBe("ready");
  });
});
