import { expect, test } from "vitest";
import { editsAfter, noting } from "#console/client/use-seen.ts";

test("what is typed while a form saves is still to be saved, and what was sent is not", () => {
  const sent = { contact: "mailto:one@shop.example", isPublic: true, hosts: ["a.example"] };
  expect(editsAfter(sent, sent)).toEqual({});
  expect(editsAfter({ ...sent, hosts: ["a.example"] }, sent)).toEqual({});
  expect(editsAfter({ ...sent, contact: "mailto:two@shop.example" }, sent)).toEqual({
    contact: "mailto:two@shop.example",
  });
  expect(editsAfter<{ contact: string; url: string | null }>({ url: null }, { contact: "" })).toEqual({
    url: null,
  });
});

test("a form notes what it holds before what is saved now is shown, and offers that only where it was changed", () => {
  const order: string[] = [];
  const call = { onTake: () => order.push("take") };
  noting(call, () => order.push("note")).onTake?.();
  expect(order).toEqual(["note", "take"]);
  expect(noting({ onTake: undefined }, () => order.push("note")).onTake).toBeUndefined();
});
