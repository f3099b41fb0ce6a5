import { describe, expect, test } from "vitest";
import { createFairPlaces } from "#data/sql/fair-places.ts";

type Held = { owner: string; end: () => void };

/** Work that goes on until the test ends it. */
const placesFor = (inAll: number, each: number, patienceMs = 60_000) => {
  const places = createFairPlaces({
    inAll,
    each,
    patienceMs,
    isSilence: (error) => error instanceof Error && error.message === "silent",
  });
  const begun: Held[] = [];
  const ask = (owner: string) =>
    places.run(
      owner,
      () => new Promise<string>((resolve) => begun.push({ owner, end: () => resolve(owner) })),
    );
  const owners = () => begun.map(({ owner }) => owner);
  const end = async (at: number): Promise<void> => {
    begun[at]?.end();
    await new Promise(setImmediate);
  };
  return { places, ask, owners, end };
};

describe("places for what all share", () => {
  test("an owner with much to do has its few, and another begins at once", () => {
    const { ask, owners } = placesFor(5, 3);
    for (let count = 0; count < 64; count += 1) void ask("busy");
    void ask("other");
    expect(owners()).toEqual(["busy", "busy", "busy", "other"]);
  });

  test("there are never more than places in all, and owners who wait take turns", async () => {
    const { ask, owners, end } = placesFor(2, 2);
    for (const owner of ["a", "a", "a", "a", "b", "b", "c"]) void ask(owner);
    expect(owners()).toEqual(["a", "a"]);
    for (const at of [0, 1, 2, 3, 4]) await end(at);
    expect(owners()).toEqual(["a", "a", "a", "b", "c", "a", "b"]);
  });

  test("an owner whose work is stuck keeps its own few, and the others' work goes on", async () => {
    const { ask, owners, end } = placesFor(3, 2);
    for (const owner of ["stuck", "stuck", "stuck", "a", "a", "b"]) void ask(owner);
    for (const at of [2, 3, 4]) await end(at);
    expect(owners()).toEqual(["stuck", "stuck", "a", "a", "b"]);
  });

  test("work that fails gives its place back, and its error to the one who asked", async () => {
    const { places } = placesFor(1, 1);
    const failed = places.run("a", () => Promise.reject(new Error("no")));
    await expect(failed).rejects.toThrow("no");
    expect(await places.run("a", () => Promise.resolve("next"))).toBe("next");
  });

  test("who waits for too long is told whether the others get on", async () => {
    const { places, ask } = placesFor(2, 1, 50);
    void ask("a");
    const late = ask("a");
    await places.run("b", () => Promise.resolve());
    await expect(late).rejects.toMatchObject({ isMoving: true });
  });

  test.each([
    ["refused", true],
    ["silent", false],
  ])("work that ends as %s moves the others: %s", async (message, isMoving) => {
    const { places, ask } = placesFor(2, 1, 50);
    void ask("a");
    const late = ask("a");
    await expect(places.run("b", () => Promise.reject(new Error(message)))).rejects.toThrow(message);
    await expect(late).rejects.toMatchObject({ isMoving });
  });

  test("who waits for too long is told, and their work is not begun afterwards", async () => {
    const { ask, owners, end } = placesFor(1, 1, 5);
    void ask("a");
    await expect(ask("a")).rejects.toMatchObject({ name: "NoPlace", isMoving: false });
    await end(0);
    expect(owners()).toEqual(["a"]);
    void ask("b");
    expect(owners()).toEqual(["a", "b"]);
  });
});
