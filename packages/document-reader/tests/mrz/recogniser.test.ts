import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assembleKernel } from "../../../../lab/mrz-model/build-kernel.ts";
import model from "../../../../lab/mrz-model/model.json" with { type: "json" };
import fixture from "../../../../tests/support/document/mrz-model-fixture.json" with { type: "json" };
import { ALPHABET, BLANK, CLASSES, LAYERS } from "../../src/mrz/alphabet.ts";
import { createFastEngine, createPlainEngine } from "../../src/mrz/convolve.ts";
import { KERNEL_WASM } from "../../src/mrz/kernel-wasm.ts";
import { createRecogniser, type Probabilities } from "../../src/mrz/recogniser.ts";
import { unpackWeights } from "../../src/mrz/unpack-weights.ts";
import { WEIGHTS } from "../../src/mrz/weights.ts";

const FOLDER = join(import.meta.dirname, "../../../../lab/mrz-model");

/** IEEE 754 binary16: what torch answered is kept in it. */
const halves = (base64: string): number[] => {
  const bytes = Buffer.from(base64, "base64");
  return Array.from({ length: bytes.length / 2 }, (_, index) => {
    const bits = bytes.readUInt16LE(index * 2);
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
    return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
};

const stripOf = (levels: string) => ({
  data: Float32Array.from(Buffer.from(levels, "base64"), (level) => level / 170 - 0.5),
  width: fixture.width,
});

const greedy = ({ data, steps }: Probabilities): string => {
  let [text, last] = ["", BLANK];
  for (let step = 0; step < steps; step += 1) {
    const row = data.subarray(step * CLASSES, (step + 1) * CLASSES);
    const best = row.indexOf(Math.max(...row));
    if (best !== last && best !== BLANK) text += ALPHABET.charAt(best);
    last = best;
  }
  return text;
};

/** Half a step of binary16 below 1. */
const ROUNDING = 2.5e-4;

describe.each([
  ["WebAssembly", createFastEngine],
  ["TypeScript", createPlainEngine],
])("the forward pass in %s", (_, engine) => {
  const recognise = createRecogniser(engine());

  test.each(fixture.strips)("answers what torch answers: $text", ({ levels, probabilities }) => {
    const expected = halves(probabilities);
    const { data, steps } = recognise(stripOf(levels));
    expect(steps * CLASSES).toBe(expected.length);
    const off = expected.map((value, index) => Math.abs(value - (data[index] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(ROUNDING);
  });

  test("remembers nothing of the strip before", () => {
    const [first, second] = fixture.strips.map(({ levels }) => stripOf(levels));
    if (!first || !second) throw new Error("the fixture is empty");
    const alone = recognise(first);
    recognise({ data: new Float32Array(32 * 640).fill(1), width: 640 });
    recognise(second);
    expect(recognise(first)).toEqual(alone);
  });
});

test("most of the fixture is read as it was written", () => {
  const recognise = createRecogniser(createFastEngine());
  const right = fixture.strips.filter(({ text, levels }) => greedy(recognise(stripOf(levels))) === text);
  expect(right.length).toBeGreaterThanOrEqual(fixture.strips.length / 2);
});

describe("what is committed belongs together", () => {
  test("the weights have the hash that the training's record names", () => {
    const hash = createHash("sha256");
    for (const part of [WEIGHTS.bytes, WEIGHTS.scales]) hash.update(Buffer.from(part, "base64"));
    expect(hash.digest("hex")).toBe(model.sha256);
  });

  test("the layers are those of the trained network", () => {
    expect(model.alphabet).toBe(ALPHABET);
    expect(model.classes).toBe(CLASSES);
    const shape = ({ name, inputs, outputs, kernelHeight, kernelWidth }: (typeof LAYERS)[number]) => ({
      name,
      inputs,
      outputs,
      kernelHeight,
      kernelWidth,
    });
    expect(model.layers).toMatchObject(LAYERS.map(shape));
  });

  test("the kernel is kernel.wat, assembled", async () => {
    const bytes = await assembleKernel(await readFile(join(FOLDER, "kernel.wat"), "utf8"));
    expect(Buffer.from(bytes).toString("base64")).toBe(KERNEL_WASM);
  });

  test("weights of another network are refused", () => {
    expect(() => unpackWeights(WEIGHTS, LAYERS.slice(1))).toThrow("another network");
  });
});
