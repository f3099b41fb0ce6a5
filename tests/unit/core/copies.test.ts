import { expect, test, vi } from "vitest";
import { createLogger } from "#platform/log.ts";

// The bundler gives pages and endpoints one copy of a module each, and src/server has another: one runtime serves all.
const anotherCopy = async <Module>(load: () => Promise<Module>): Promise<[Module, Module]> => {
  const first = await load();
  vi.resetModules();
  return [first, await load()];
};

test("a sealed value of another copy of the class shows as sealed in a log", async () => {
  const [{ Sealed }, other] = await anotherCopy(() => import("#core/sealed.ts"));
  expect(other.Sealed).not.toBe(Sealed);
  const lines: string[] = [];
  const log = createLogger({ level: "info", write: (line) => void lines.push(line), now: () => new Date(0) });
  log.info("read", { own: new Sealed("1990-01-01"), others: new other.Sealed("1990-01-02") });
  expect(JSON.parse(lines.join(""))).toMatchObject({ own: "[sealed]", others: "[sealed]" });
});

test("a text that another copy could not open is that error here, too", async () => {
  const [{ SealedTextError }, other] = await anotherCopy(() => import("#platform/secrets.ts"));
  expect(other.SealedTextError).not.toBe(SealedTextError);
  expect(new other.SealedTextError()).toBeInstanceOf(SealedTextError);
  expect(new Error("another")).not.toBeInstanceOf(SealedTextError);
});
