import { KERNEL_WASM } from "./kernel-wasm.ts";

/** One convolution over planes of numbers in shared memory; offsets and strides count numbers, not bytes. */
type ConvolutionCall = {
  /** Where the kernel's corner is for the output's first number, padding included. */
  input: number;
  inputPlane: number;
  inputStride: number;
  output: number;
  outputPlane: number;
  outputStride: number;
  /** Blocks of 4 outputs, with 4 weights for each input, row and column of the kernel. */
  weights: number;
  bias: number;
  inputs: number;
  /** A multiple of 4. */
  outputs: number;
  kernelHeight: number;
  kernelWidth: number;
  dilation: number;
  rows: number;
  /** A multiple of 8. */
  columns: number;
  /** The lowest output: 0 for a ReLU, -Infinity without one. */
  floor: number;
};

/** Runs the convolutions. `numbers` must be called again after `reserve`. */
export type Engine = {
  reserve(count: number): void;
  numbers(): Float32Array;
  convolve(call: ConvolutionCall): void;
};

/** The plain version: it defines what kernel.wat means, and runs where WebAssembly is not allowed. */
export const createPlainEngine = (): Engine => {
  let memory = new Float32Array(0);
  return {
    reserve: (count) => {
      if (memory.length >= count) return;
      const grown = new Float32Array(count);
      grown.set(memory);
      memory = grown;
    },
    numbers: () => memory,
    convolve: (call) => {
      const { inputs, kernelHeight, kernelWidth, dilation, rows, columns, floor } = call;
      const at = (index: number): number => memory[index] ?? 0;
      const taps = inputs * kernelHeight * kernelWidth;
      const sums = new Float32Array(columns);
      for (let output = 0; output < call.outputs; output += 1) {
        const block = call.weights + (output >> 2) * taps * 4 + (output & 3);
        for (let y = 0; y < rows; y += 1) {
          sums.fill(at(call.bias + output));
          for (let tap = 0; tap < taps; tap += 1) {
            const weight = at(block + tap * 4);
            const kx = tap % kernelWidth;
            const ky = Math.floor(tap / kernelWidth) % kernelHeight;
            const plane = Math.floor(tap / (kernelWidth * kernelHeight)) * call.inputPlane;
            const from = call.input + plane + (y + ky) * call.inputStride + kx * dilation;
            for (let x = 0; x < columns; x += 1) sums[x] = (sums[x] ?? 0) + weight * at(from + x);
          }
          const to = call.output + output * call.outputPlane + y * call.outputStride;
          for (let x = 0; x < columns; x += 1) memory[to + x] = Math.max(floor, sums[x] ?? 0);
        }
      }
    },
  };
};

const PAGE_BYTES = 65_536;
const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** The fast version: the same sums, 16 at a time, in WebAssembly's SIMD. */
export const createFastEngine = (): Engine => {
  const code = Uint8Array.from(atob(KERNEL_WASM), (character) => character.charCodeAt(0));
  const { memory, convolve } = new WebAssembly.Instance(new WebAssembly.Module(code)).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof convolve !== "function") {
    throw new Error("kernel-wasm.ts does not hold the kernel");
  }
  let numbers = new Float32Array(memory.buffer);
  return {
    reserve: (count) => {
      const missing = count * BYTES - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
      if (numbers.buffer !== memory.buffer) numbers = new Float32Array(memory.buffer);
    },
    numbers: () => numbers,
    convolve: (call) => {
      convolve(
        call.input * BYTES,
        call.inputPlane * BYTES,
        call.inputStride * BYTES,
        call.output * BYTES,
        call.outputPlane * BYTES,
        call.outputStride * BYTES,
        call.weights * BYTES,
        call.bias * BYTES,
        call.inputs,
        call.outputs,
        call.kernelHeight,
        call.kernelWidth,
        call.dilation * BYTES,
        call.rows,
        call.columns,
        call.floor,
      );
    },
  };
};

/** The fast version, or the plain one if a page's policy or an old browser rules out WebAssembly. */
export const createEngine = (): Engine => {
  try {
    return createFastEngine();
  } catch {
    return createPlainEngine();
  }
};
