const PAGE_BYTES = 65_536;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;

/** An unsigned LEB128 number (WebAssembly core §5.2.2). */
const numberAt = (bytes: Uint8Array, start: number) => {
  let [value, at, shift] = [0, start, 0];
  for (;;) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    at += 1;
    shift += 7;
    if (byte < 0x80 || shift > 28) return { value, end: at };
  }
};

/**
 * Lowers the limit to which a WebAssembly module may grow its own memory, and returns the module (changed in
 * place). Emscripten's modules declare two gigabytes, and one that decodes pictures uses as much as a file
 * makes it use. Throws when the module has no memory with a maximum, because then there would be no limit.
 */
export const capWasmMemory = (module: Uint8Array, mostBytes: number): Uint8Array => {
  for (let at = 8; at < module.length; ) {
    const size = numberAt(module, at + 1);
    if (module[at] !== MEMORY_SECTION) {
      at = size.end + size.value;
      continue;
    }
    const count = numberAt(module, size.end);
    if (count.value !== 1 || module[count.end] !== HAS_MAXIMUM) break;
    const start = numberAt(module, count.end + 1).end;
    const maximum = numberAt(module, start);
    let pages = Math.min(maximum.value, Math.floor(mostBytes / PAGE_BYTES));
    // In as many bytes as before, so that nothing after it moves.
    for (let byte = start; byte < maximum.end; byte += 1) {
      module[byte] = (pages & 0x7f) | (byte < maximum.end - 1 ? 0x80 : 0);
      pages >>= 7;
    }
    if (pages > 0) break;
    return module;
  }
  throw new Error("the module's memory has no maximum that could be lowered");
};
