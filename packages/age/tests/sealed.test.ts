import { inspect } from "node:util";
import { expect, it } from "vitest";
import { Sealed } from "../src/sealed.ts";

const sealed = new Sealed({ dateOfBirth: "2001-02-03" });

it("is opened by open() and by nothing else", () => {
  expect(sealed.open()).toEqual({ dateOfBirth: "2001-02-03" });
  const shown = [
    JSON.stringify({ sealed }),
    `${sealed.toString()} ${String(sealed)}`,
    inspect(sealed, { showHidden: true, depth: null }),
    inspect({ nested: [sealed] }, { depth: null }),
    JSON.stringify({ ...sealed }),
    JSON.stringify(Object.getOwnPropertyNames(sealed)),
    JSON.stringify(structuredClone({ ...sealed })),
  ];
  for (const text of shown) expect(text).not.toContain("2001");
  expect(shown[0]).toBe('{"sealed":"[sealed]"}');
});
