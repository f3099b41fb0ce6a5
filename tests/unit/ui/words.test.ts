import { expect, test } from "vitest";
import { CATALOGUES } from "#ui/hosted/texts/index.ts";
import { wordsOf } from "#ui/hosted/words.ts";

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

test("a name of the other direction is isolated from the words around it", () => {
  expect(english.say(english.texts.frame.support, { tenant: "متجر" })).toBe("Help from \u2068متجر\u2069");
});
