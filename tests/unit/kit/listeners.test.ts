import { expect, test } from "vitest";
import { createListeners } from "#kit/listeners.ts";

test("a listener is called once for each change, until it stops", () => {
  const heard: string[] = [];
  const listeners = createListeners();
  const first = (): void => void heard.push("first");
  const stopFirst = listeners.add(first);
  listeners.add(first);
  listeners.add(() => heard.push("second"));
  listeners.tell();
  expect(heard).toEqual(["first", "second"]);
  stopFirst();
  stopFirst();
  listeners.tell();
  expect(heard).toEqual(["first", "second", "second"]);
});

test("one that stops while it is called does not keep the others from theirs", () => {
  const heard: string[] = [];
  const listeners = createListeners();
  const stop = listeners.add(() => {
    heard.push("first");
    stop();
  });
  listeners.add(() => heard.push("second"));
  listeners.tell();
  listeners.tell();
  expect(heard).toEqual(["first", "second", "second"]);
});
