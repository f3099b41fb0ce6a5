import fc from "fast-check";
import { expect, test } from "vitest";
import { type SearchChange, type SearchText, searchText, searchTextOf } from "#kit/search-text.ts";

const after = (...changes: SearchChange[]): string =>
  changes.reduce<SearchText>(searchText, searchTextOf("")).typed;

const typed = (text: string): SearchChange => ({ kind: "typed", text });
const sent = (text: string): SearchChange => ({ kind: "sent", text });
const arrived = (text: string): SearchChange => ({ kind: "arrived", text });
const cleared: SearchChange = { kind: "cleared" };
const left: SearchChange = { kind: "left" };

test("what the box has sent takes no letter away that was typed since", () => {
  expect(after(typed("h"), sent("h"), typed("ha"), arrived("h"))).toBe("ha");
  expect(
    after(typed("h"), sent("h"), typed("ha"), sent("ha"), typed("ham"), arrived("h"), arrived("ha")),
  ).toBe("ham");
  // React may leave out a value that another has overtaken.
  expect(after(typed("h"), sent("h"), typed("ha"), sent("ha"), typed("ham"), arrived("ha"))).toBe("ham");
});

test("Back, a link and Clear replace what stands there, as often as they come", () => {
  expect(after(typed("ham"), sent("ham"), arrived("ham"), arrived(""))).toBe("");
  expect(after(typed("ham"), sent("ham"), arrived("ham"), arrived(""), arrived("ham"))).toBe("ham");
  expect(after(typed("ham"), left, arrived("elsewhere"))).toBe("elsewhere");
});

test("what was cleared a moment ago takes no letter of the next search away", () => {
  expect(after(typed("berlin"), sent("berlin"), arrived("berlin"), left, typed("h"), arrived(""))).toBe("h");
});

test("what is typed after Clear, before the address follows, does not join the old text", () => {
  const searched = [typed("berlin"), sent("berlin"), arrived("berlin"), left];
  expect(after(...searched, cleared)).toBe("");
  expect(after(...searched, cleared, typed("h"), arrived(""))).toBe("h");
  expect(after(...searched, cleared, typed("h"), sent("h"), arrived(""), typed("ha"), arrived("h"))).toBe(
    "ha",
  );
  // Pressed before the search itself was sent, or had come back.
  expect(after(typed("berlin"), cleared)).toBe("");
  expect(after(typed("berlin"), sent("berlin"), cleared, arrived("berlin"), typed("h"), arrived(""))).toBe(
    "h",
  );
});

test("however slowly the address follows, the box keeps every letter", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 40 }),
      (text, lag) => {
        let state: SearchText = searchTextOf("");
        const waiting: string[] = [];
        const follow = (): void => {
          const next = waiting.shift();
          if (next !== undefined) state = searchText(state, arrived(next));
        };
        for (let letters = 1; letters <= text.length; letters += 1) {
          state = searchText(state, typed(text.slice(0, letters)));
          state = searchText(state, sent(state.typed));
          waiting.push(state.typed);
          if (lag[letters]) follow();
        }
        while (waiting.length > 0) follow();
        expect(state.typed).toBe(text);
      },
    ),
  );
});
