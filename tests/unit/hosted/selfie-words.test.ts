import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { findingWords } from "#console/words/finding-words.ts";
import { LANGUAGES } from "#core/language.ts";
import { mayBeSentBack, problemText } from "#hosted/frame/screen-texts.ts";
import { failedWords } from "#hosted/screens/failed-advice.ts";
import { ProviderButton } from "#hosted/screens/provider-button.tsx";
import { CATALOGUES } from "#hosted/texts/catalogues.ts";
import { wordsOf } from "#hosted/words.ts";

const FAULTS = [
  "selfie_face_mismatch",
  "selfie_document_missing_photo",
  "selfie_manipulated",
  "selfie_unverified_other",
  "selfie_missing",
] as const;

const undecided = (reason: string) => ({ code: "VENDOR_UNDECIDED", reason });

describe.each([...LANGUAGES])("%s", (language) => {
  const words = wordsOf(language, CATALOGUES[language]);
  const { findings } = CATALOGUES[language].problems;

  test("before the person goes, the button says what the company sees: no face, the face, or perhaps the face", () => {
    const { vendor } = CATALOGUES[language];
    const button = (method: string, more: { seesFace?: true } = {}) => {
      const provider = { method, name: "Company", country: null, ...more };
      return renderToStaticMarkup(
        createElement(ProviderButton, { words, provider, secret: "s", tenant: "Corner Shop" }),
      );
    };
    const values = { provider: "Company", tenant: "Corner Shop" };
    expect(button("vendor:stripe")).toContain(words.say(vendor.learns, values));
    expect(button("vendor:stripe", { seesFace: true })).toContain(words.say(vendor.learnsFace, values));
    expect(button("vendor:yoti", { seesFace: true })).toContain(words.say(vendor.mayLearnFace, values));
    expect(button("vendor:didit", { seesFace: true })).toContain(words.say(vendor.learnsFace, values));
  });

  test("what was wrong with a selfie is said of the face, and not of the document's date", () => {
    for (const reason of FAULTS.filter((fault) => fault !== "selfie_missing"))
      expect(problemText(words, undecided(reason)), reason).not.toEqual(findings.VENDOR_UNDECIDED);
    expect(problemText(words, undecided("document_expired"))).toEqual(findings.VENDOR_UNDECIDED);
  });

  test("a person reads the same of an altered picture as of one that could not be used", () => {
    const usual = problemText(words, undecided("selfie_unverified_other"));
    expect(problemText(words, undecided("selfie_manipulated"))).toEqual(usual);
  });

  test("where the company has no selfie, nothing is said of a photo of the face", () => {
    expect(problemText(words, undecided("selfie_missing"))).toEqual(findings.VENDOR_UNDECIDED);
  });

  test("after the last attempt, another way is named", () => {
    const { advice } = CATALOGUES[language].failed;
    for (const reason of FAULTS)
      expect(failedWords(words, undecided(reason)).next, reason).toContain(advice.way);
  });

  test("an answer that no longer counts has its words where the person comes back", () => {
    expect(mayBeSentBack(words, "VENDOR_REFUSED")).toBe(true);
    const { generic } = CATALOGUES[language].problems;
    expect(problemText(words, { code: "VENDOR_REFUSED", reason: null })).not.toEqual(generic);
  });
});

test("members read what the vendor found, also that it took the picture for an altered one", () => {
  const said = FAULTS.map((reason) => findingWords("VENDOR_UNDECIDED", reason).what);
  expect(new Set(said).size).toBe(FAULTS.length);
  expect(findingWords("VENDOR_UNDECIDED", "selfie_manipulated").what).toContain("altered");
});
