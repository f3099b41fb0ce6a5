import { BLANK, CLASSES, COLUMNS_PER_STEP, LAYERS, type Layer } from "./alphabet.ts";
import { createEngine, type Engine } from "./convolve.ts";
import { STRIP_HEIGHT, type Strip } from "./strip.ts";
import { unpackWeights } from "./unpack-weights.ts";
import { WEIGHTS } from "./weights.ts";

/** What a strip says, step by step: `steps` rows, each with one probability per class. */
export type Probabilities = { data: Float32Array; steps: number };

export type Recogniser = (strip: Strip) => Probabilities;

/** Zeros on either side of a row: more than the widest kernel needs, and a whole block of 8. */
const PAD = 8;
const BLOCK = 4;
const BLOCK_COLUMNS = 8;

type Planes = { at: number; rows: number; columns: number; stride: number; plane: number; padRows: number };

const roundUp = (value: number, multiple: number): number => Math.ceil(value / multiple) * multiple;

const planesOf = (at: number, rows: number, columns: number, padRows: number): Planes => {
  const stride = columns + 2 * PAD;
  return { at, rows, columns, stride, plane: (rows + 2 * padRows) * stride, padRows };
};

/** Index of the first number that is not padding. */
const inside = ({ at, stride, padRows }: Planes): number => at + padRows * stride + PAD;

/** Writes all layers' weights into the engine's memory, in its order, and returns where each is. */
const load = (engine: Engine) => {
  let free = 0;
  const loaded = unpackWeights(WEIGHTS, LAYERS).map(({ layer, weights, bias }) => {
    const outputs = roundUp(layer.outputs, BLOCK);
    const taps = layer.inputs * layer.kernelHeight * layer.kernelWidth;
    const place = { layer, outputs, weights: free, bias: free + outputs * taps };
    free = place.bias + outputs;
    engine.reserve(free);
    const numbers = engine.numbers();
    for (let output = 0; output < layer.outputs; output += 1) {
      const block = place.weights + Math.floor(output / BLOCK) * taps * BLOCK + (output % BLOCK);
      for (let tap = 0; tap < taps; tap += 1)
        numbers[block + tap * BLOCK] = weights[output * taps + tap] ?? 0;
      numbers[place.bias + output] = bias[output] ?? 0;
    }
    return place;
  });
  return { loaded, free };
};

const maxPool = (numbers: Float32Array, from: Planes, to: Planes, channels: number, layer: Layer): void => {
  const [down, across] = layer.pool;
  for (let channel = 0; channel < channels; channel += 1) {
    for (let y = 0; y < to.rows; y += 1) {
      const target = inside(to) + channel * to.plane + y * to.stride;
      for (let x = 0; x < to.columns; x += 1) {
        let best = Number.NEGATIVE_INFINITY;
        for (let dy = 0; dy < down; dy += 1) {
          const source = inside(from) + channel * from.plane + (y * down + dy) * from.stride + x * across;
          for (let dx = 0; dx < across; dx += 1) best = Math.max(best, numbers[source + dx] ?? 0);
        }
        numbers[target + x] = best;
      }
    }
  }
};

const softmax = (numbers: Float32Array, logits: Planes): Probabilities => {
  const steps = logits.columns;
  const data = new Float32Array(steps * CLASSES);
  for (let step = 0; step < steps; step += 1) {
    const logit = (index: number): number => numbers[inside(logits) + index * logits.plane + step] ?? 0;
    let highest = logit(BLANK);
    for (let index = 0; index < CLASSES; index += 1) highest = Math.max(highest, logit(index));
    let sum = 0;
    for (let index = 0; index < CLASSES; index += 1) {
      const share = Math.exp(logit(index) - highest);
      data[step * CLASSES + index] = share;
      sum += share;
    }
    for (let index = step * CLASSES; index < (step + 1) * CLASSES; index += 1) {
      data[index] = (data[index] ?? 0) / sum;
    }
  }
  return { data, steps };
};

/** Loads the network once; the function that it returns reads strips, one after another. */
export const createRecogniser = (engine: Engine = createEngine()): Recogniser => {
  const { loaded, free } = load(engine);
  return (strip) => {
    let next = roundUp(free, BLOCK);
    /** Fresh zeros for this many channels. */
    const planes = (channels: number, rows: number, columns: number, padRows: number): Planes => {
      const made = planesOf(next, rows, columns, padRows);
      next += roundUp(channels, BLOCK) * made.plane;
      engine.reserve(next + BLOCK_COLUMNS);
      engine.numbers().fill(0, made.at, next);
      return made;
    };
    let current = planes(1, STRIP_HEIGHT, strip.width, 1);
    for (let row = 0; row < STRIP_HEIGHT; row += 1) {
      const line = strip.data.subarray(row * strip.width, (row + 1) * strip.width);
      engine.numbers().set(line, inside(current) + row * current.stride);
    }
    for (const [index, { layer, outputs, weights, bias }] of loaded.entries()) {
      const rows = current.rows + 2 * current.padRows - layer.kernelHeight + 1;
      const [down, across] = layer.pool;
      const nextPad = loaded[index + 1]?.layer.padRows ?? 0;
      const isPooled = down * across > 1;
      const made = planes(outputs, rows, current.columns, isPooled ? 0 : nextPad);
      engine.convolve({
        input: current.at + PAD - ((layer.kernelWidth - 1) / 2) * layer.dilation,
        inputPlane: current.plane,
        inputStride: current.stride,
        output: inside(made),
        outputPlane: made.plane,
        outputStride: made.stride,
        weights,
        bias,
        inputs: layer.inputs,
        outputs,
        kernelHeight: layer.kernelHeight,
        kernelWidth: layer.kernelWidth,
        dilation: layer.dilation,
        rows,
        columns: current.columns,
        floor: layer.name === "out" ? Number.NEGATIVE_INFINITY : 0,
      });
      if (layer.isResidual) {
        const numbers = engine.numbers();
        const count = layer.outputs * made.plane;
        for (let at = 0; at < count; at += 1) {
          numbers[made.at + at] = (numbers[made.at + at] ?? 0) + (numbers[current.at + at] ?? 0);
        }
      }
      if (isPooled) {
        const pooled = planes(layer.outputs, rows / down, current.columns / across, nextPad);
        maxPool(engine.numbers(), made, pooled, layer.outputs, layer);
        current = pooled;
      } else current = made;
    }
    if (current.columns * COLUMNS_PER_STEP !== strip.width) throw new Error("a strip of an odd width");
    const read = softmax(engine.numbers(), current);
    // The strip shows part of a real document, so it does not stay in memory.
    engine.numbers().fill(0, roundUp(free, BLOCK), next);
    return read;
  };
};
