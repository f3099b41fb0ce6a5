import { describe, expect, test } from "vitest";
import { slackBody } from "#core/alerts/slack.ts";
import { counted, escapeHtml, problemOfName, problemOfText, visibleName } from "#core/text.ts";

describe("names", () => {
  test.each([
    "Server",
    "Kasse 3, Zürich",
    "کتاب‌خانه", // Persian needs the non-joiner
    "ශ්‍රී ලංකා", // Sinhala needs the joiner
    "क्‍ष",
    "עברית",
    "العربية",
    "👩‍💻 on call",
    "👩🏽‍🚒",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "1️⃣ first",
    "❤️",
    "👁‍🗨",
    "a b",
    "日本語　テスト",
    "e\u0301",
    "",
  ])("%s is one", (name) => {
    expect(problemOfName(name)).toBeNull();
    expect(visibleName(name)).toBe(name);
  });

  test.each([
    ["zero width space", "\u200b", "contains an invisible character"],
    ["one inside", "Ser\u200bver", "contains an invisible character"],
    ["a Braille blank alone", "\u2800", "contains nothing visible"],
    ["Braille blanks and spaces", "\u2800 \u2800", "contains nothing visible"],
    ["a Hangul filler", "\u3164", "contains an invisible character"],
    ["a half-width Hangul filler", "a\uffa0", "contains an invisible character"],
    ["a word joiner", "a\u2060b", "contains an invisible character"],
    ["a byte order mark", "\ufeffa", "contains an invisible character"],
    ["a soft hyphen", "Ser\u00adver", "contains an invisible character"],
    ["a joiner between Latin letters", "a\u200db", "contains an invisible character"],
    ["a non-joiner at the end", "\u06a9\u200c", "contains an invisible character"],
    ["tags that are no flag", "a\u{e0061}", "contains an invisible character"],
    ["a selector after a letter", "a\ufe0f", "contains an invisible character"],
    ["an override", "abc\u202egnp.exe", "contains a character that changes the direction of text"],
    ["an isolate", "\u2067abc\u2069", "contains a character that changes the direction of text"],
    ["a right-to-left mark", "abc\u200f", "contains a character that changes the direction of text"],
    ["a line feed", "a\nb", "contains a line break or another control character"],
    ["a line separator", "a\u2028b", "contains a line break or another control character"],
    ["an escape", "\u001b[31m", "contains a line break or another control character"],
    ["only a combining mark", "\u0301", "contains nothing visible"],
    ["only a no-break space", "\u00a0", "contains nothing visible"],
    ["NUL", "a\u0000", "contains a NUL character, which cannot be stored"],
    ["half a pair", "\ud83d", "contains half a surrogate pair, which is not valid Unicode"],
  ])("%s is none", (_what, name, why) => {
    expect(problemOfName(name)).toBe(why);
    expect(problemOfName(visibleName(name))).toBeNull();
  });

  test("a name that a provider gives is shown without what hides in it", () => {
    expect(visibleName("Kim\u202e Moe\u200b\n")).toBe("Kim Moe");
    expect(visibleName("\u200b\u2800")).toBe("");
  });
});

test("any other text may hold what a name may not", () => {
  expect(problemOfText("a\u200b\u202e\n")).toBeNull();
});

describe("escaping", () => {
  const markup = `<a href='x' title="y">A & B &amp; C</a>`;

  test("of HTML ends no element and no attribute, whichever quotes it has, and reads as it was written", () => {
    const escaped = escapeHtml(markup);
    expect(escaped).toBe("&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;A &amp; B &amp;amp; C&lt;/a&gt;");
    expect(escaped).not.toMatch(/[<>"']/);
  });

  test("for Slack is of its three signs alone: it would show the entities of quotes as they are", () => {
    const { text } = JSON.parse(slackBody({ title: markup, paragraphs: [], url: "https://age.test/x" }));
    expect(text).toBe(`&lt;a href='x' title="y"&gt;A &amp; B &amp;amp; C&lt;/a&gt;`);
  });
});

test("a number stands with its noun: one in the singular, any other in the plural", () => {
  expect([0, 1, 1.5, 2].map((count) => counted(count, "day"))).toEqual([
    "0 days",
    "1 day",
    "1.5 days",
    "2 days",
  ]);
  expect([1, 3].map((count) => counted(count, "try", "tries"))).toEqual(["1 try", "3 tries"]);
});
