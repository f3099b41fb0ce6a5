import { expect, test } from "vitest";
import { CATALOGUES } from "#hosted/texts/catalogues.ts";
import { wordsOf } from "#hosted/words.ts";

const english = wordsOf("en", CATALOGUES.en);

test("braces are filled in, each as often as it stands there", () => {
  const { say, texts } = english;
  expect(say(texts.start.title, { tenant: "Corner Shop", age: 18 })).toBe(
    "Corner Shop asks you to prove that you are 18 or over",
  );
});

test("a name with braces, dollars or markup is only a name", () => {
  const { say, texts } = english;
  expect(say(texts.frame.support, { tenant: "{age} $& <b>" })).toBe("Help from {age} $& <b>");
});

test("the number picks the form", () => {
  const { count, texts } = english;
  expect(count(texts.attempts, 1)).toBe("You can try one more time.");
  expect(count(texts.attempts, 2)).toBe("You can try 2 more times.");
});

test("Polish and Arabic have more forms than two", () => {
  const said = (language: "pl" | "ar") => {
    const { count, texts } = wordsOf(language, CATALOGUES[language]);
    return [1, 2, 3, 5].map((left) => count(texts.attempts, left));
  };
  expect(said("pl")).toEqual([
    "Została jeszcze jedna próba.",
    "Zostały jeszcze 2 próby.",
    "Zostały jeszcze 3 próby.",
    "Zostało jeszcze 5 prób.",
  ]);
  expect(new Set(said("ar")).size).toBe(4);
});

test("in a language from the right every name and number is isolated, in the figures of the document", () => {
  const { say, texts } = wordsOf("ar", CATALOGUES.ar);
  const said = say(texts.start.title, { tenant: "Shop 24", age: 18 });
  expect(said).toContain("\u2068Shop 24\u2069");
  expect(said).toContain("\u206818\u2069");
});

test("a name of the other direction is isolated from the words around it", () => {
  expect(english.say(english.texts.frame.support, { tenant: "متجر" })).toBe("Help from \u2068متجر\u2069");
});
