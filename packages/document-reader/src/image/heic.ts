import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ColourImage } from "./tiles.ts";
import { capWasmMemory } from "./wasm-memory.ts";

/** The file's own rotations and mirrorings have been applied. */
type HeicResult = { ok: true; picture: ColourImage } | { ok: false; failure: "damaged" | "too_large" };

/** Twice what one picture with the most pixels that we accept needs. */
const MOST_MEMORY_BYTES = 448 * 1024 * 1024;

/**
 * The part of libheif's interface (Emscripten) that is used here. Whatever it owns stays in its memory until
 * freed.
 */
type Handle = { code?: unknown; delete(): void };
type Channel = { id: { value: number }; width: number; height: number; stride: number; data: Uint8Array };
type Decoded = { code?: unknown; channels?: readonly Channel[]; image: unknown };
type Heif = {
  heif_context_alloc(): Handle | null;
  heif_context_free(context: Handle): void;
  heif_context_read_from_memory(context: Handle, file: Uint8Array): { code: { value: number } };
  heif_js_context_get_primary_image_handle(context: Handle): Handle | null;
  heif_image_handle_get_width(handle: Handle): number;
  heif_image_handle_get_height(handle: Handle): number;
  heif_image_handle_release(handle: Handle): void;
  heif_js_decode_image2(handle: Handle, colourSpace: unknown, chroma: unknown): Decoded | Promise<Decoded>;
  heif_image_release(image: unknown): void;
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown };
};

// A new instance for each picture: whatever a file did to the last instance's memory is gone with it, as is
// the picture.
const openHeif = (): Heif => {
  const require = createRequire(import.meta.url);
  const wasmBinary = capWasmMemory(
    readFileSync(require.resolve("libheif-js/libheif-wasm/libheif.wasm")),
    MOST_MEMORY_BYTES,
  );
  const silent = (): void => undefined;
  return require("libheif-js/libheif-wasm/libheif.js")({ wasmBinary, print: silent, printErr: silent });
};

const withoutPadding = ({ data, width, height, stride }: Channel): Uint8Array => {
  const packed = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    packed.set(data.subarray(y * stride, y * stride + width * 3), y * width * 3);
  }
  data.fill(0);
  return packed;
};

const damaged = { ok: false, failure: "damaged" } as const;

const decodeWith = async (heif: Heif, file: Uint8Array, mostPixels: number): Promise<HeicResult> => {
  const context = heif.heif_context_alloc();
  if (!context || heif.heif_context_read_from_memory(context, file).code.value !== 0) return damaged;
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (!handle || handle.code !== undefined) return damaged;
  // Before anything is decoded: the container says how large the picture is, and libheif makes the stream
  // keep to that.
  if (heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle) > mostPixels) {
    return { ok: false, failure: "too_large" };
  }
  const { heif_colorspace_RGB: rgb } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGB: interleaved } = heif.heif_chroma;
  const { code, channels } = await heif.heif_js_decode_image2(handle, rgb, interleaved);
  const channel = channels?.[0];
  if (code !== undefined || !channel || channel.width * channel.height > mostPixels) return damaged;
  const { width, height } = channel;
  return { ok: true, picture: { data: withoutPadding(channel), width, height } };
};

/**
 * Decodes the main picture of a HEIC file (ISO/IEC 23008-12 with HEVC) with libheif in WebAssembly, which
 * reaches nothing but its own memory, at most 448 MiB. Whatever the bytes are, the answer is a picture or the
 * reason why there is none. It blocks the calling thread until it is done: only the scan process calls it,
 * and that is killed when time is up.
 */
export const decodeHeic = async (file: Uint8Array, mostPixels: number): Promise<HeicResult> => {
  try {
    return await decodeWith(openHeif(), file, mostPixels);
  } catch {
    // libheif aborts when its memory runs out and traps when a file breaks it.
    return damaged;
  }
};
