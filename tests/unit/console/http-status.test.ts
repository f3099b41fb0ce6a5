import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HttpStatus } from "#console/words/badges.tsx";

/** How a status is drawn, without its number. */
const look = (status: number): string =>
  renderToStaticMarkup(createElement(HttpStatus, { status })).replace(String(status), "");

test("a status that the caller caused stands out from a good one, and one that the service caused from both", () => {
  expect(new Set([look(200), look(400), look(500)]).size).toBe(3);
  expect([201, 304, 399].map(look)).toEqual(Array(3).fill(look(200)));
  expect([404, 429, 499].map(look)).toEqual(Array(3).fill(look(400)));
  expect([503, 599].map(look)).toEqual(Array(2).fill(look(500)));
});
