import { expect, test } from "vitest";
import { directionOf, LANGUAGES, languageAccepted, languageOfTag, pickLanguage } from "#core/language.ts";

test("a region does not matter, nor does the case", () => {
  expect(["de-AT", "DE", "pt_BR", " ar "].map(languageOfTag)).toEqual(["de", "de", "pt", "ar"]);
  expect([null, undefined, "", "e", "english", "tlh-Latn"].map((tag) => languageOfTag(tag))).toEqual(
    Array(6).fill(null),
  );
});

test("every language is its own tag, and writes from one side", () => {
  for (const language of LANGUAGES) {
    expect(languageOfTag(language)).toBe(language);
    expect(directionOf(language)).toBe(/^ar/.test(language) ? "rtl" : "ltr");
  }
});

test("the browser's header is read by its weights, and odd ones do no harm", () => {
  expect(languageAccepted("tlh, en-GB;q=0.8, fr-CH;q=0.9, *;q=0.1")).toBe("fr");
  expect(languageAccepted("de, en")).toBe("de");
  expect(languageAccepted("en;q=0")).toBeNull();
  for (const header of [null, "", "*", ",,;", "q=1", ";q=", "x".repeat(10_000)])
    expect(languageAccepted(header), String(header).slice(0, 20)).toBeNull();
});

test("the person's choice goes before the tenant's locale, that before the browser, and English is the rest", () => {
  const accepted = "pl";
  expect(pickLanguage({ chosen: "ar", locale: "de-DE", accepted })).toBe("ar");
  expect(pickLanguage({ chosen: "tlh", locale: "de-DE", accepted })).toBe("de");
  expect(pickLanguage({ chosen: null, locale: "tlh", accepted })).toBe("pl");
  expect(pickLanguage({ chosen: null, locale: null, accepted: "tlh" })).toBe("en");
});
