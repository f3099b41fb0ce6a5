import wabt from "wabt";

/** WebAssembly text to its binary form. */
export const assembleKernel = async (source: string): Promise<Uint8Array> => {
  const { parseWat } = await wabt();
  const module = parseWat("kernel.wat", source, { simd: true });
  try {
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
};
