import type { Layer } from "./alphabet.ts";

/**
 * The weights as they are kept: one byte each, in the order output, input, row, column; and for every output
 * the factor that turns its bytes into numbers, and its bias, as float32 (little-endian).
 */
export type PackedWeights = { bytes: string; scales: string };

const decode = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Turns the packed weights into numbers, layer by layer; throws when they do not belong to these layers. */
export const unpackWeights = (packed: PackedWeights, layers: readonly Layer[]) => {
  const bytes = new Int8Array(decode(packed.bytes).buffer);
  const scales = new DataView(decode(packed.scales).buffer);
  let [byte, float] = [0, 0];
  const nextFloat = (): number => {
    float += 1;
    return scales.getFloat32((float - 1) * Float32Array.BYTES_PER_ELEMENT, true);
  };
  const unpacked = layers.map((layer) => {
    const taps = layer.inputs * layer.kernelHeight * layer.kernelWidth;
    const weights = new Float32Array(layer.outputs * taps);
    const factors = Array.from({ length: layer.outputs }, nextFloat);
    const bias = Float32Array.from({ length: layer.outputs }, nextFloat);
    for (const [output, factor] of factors.entries()) {
      for (let tap = 0; tap < taps; tap += 1) {
        weights[output * taps + tap] = (bytes[byte] ?? 0) * factor;
        byte += 1;
      }
    }
    return { layer, weights, bias };
  });
  const floats = scales.byteLength / Float32Array.BYTES_PER_ELEMENT;
  if (byte !== bytes.length || float !== floats) throw new Error("these weights are of another network");
  return unpacked;
};
