import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { capWasmMemory } from "../src/image/wasm-memory.ts";

const PAGE = 65_536;

// Memory of 1 page, at most 32,768, exported as "m"; nothing else.
const module = () =>
  Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 6, 1, 1, 1, 0x80, 0x80, 2, 7, 5, 1, 1, 0x6d, 2, 0]);

const memoryOf = (bytes: Uint8Array<ArrayBuffer>): WebAssembly.Memory =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.m as WebAssembly.Memory;

test("a module's memory grows to the cap and no further", () => {
  const memory = memoryOf(Uint8Array.from(capWasmMemory(module(), 300 * PAGE)));
  memory.grow(299);
  expect(() => memory.grow(1)).toThrow(RangeError);
  expect(memoryOf(module()).grow(300)).toBe(1);
});

test("a cap above what the module asks for changes nothing", () => {
  expect(capWasmMemory(module(), 2 ** 40)).toEqual(module());
});

test("a module that could grow without a limit is refused", () => {
  const unlimited = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1]);
  expect(() => capWasmMemory(unlimited, PAGE)).toThrow();
});

test("the decoder of HEIC has a memory that can be capped", () => {
  const path = createRequire(import.meta.url).resolve("libheif-js/libheif-wasm/libheif.wasm");
  expect(
    () => new WebAssembly.Module(Uint8Array.from(capWasmMemory(readFileSync(path), 2 ** 28))),
  ).not.toThrow();
});
