import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AddressText } from "#kit/page-layout.tsx";

const drawn = (text: string): string => renderToStaticMarkup(createElement(AddressText, { text }));

test("an address may break after each run of slashes", () => {
  expect(drawn("https://hooks.example.com/lintel/orders")).toContain(
    ">https://<wbr/>hooks.example.com/<wbr/>lintel/<wbr/>orders<wbr/><",
  );
});

test.each(["https://hooks.example.com/", "/", "//a//b", "the command line on workbench", ""])(
  "nothing of %j is lost",
  (text) => {
    expect(drawn(text).replaceAll(/<[^>]*>/g, "")).toBe(text);
  },
);
