import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./run.ts";

const require = createRequire(import.meta.url);
const DEJAVU = join(require.resolve("dejavu-fonts-ttf/package.json"), "../ttf");

/**
 * Writes a fontconfig file with fonts of npm and no others, for programs that draw text in tests: under the machine's own
 * they draw with whatever is installed, or nothing. Fonts as TrueType only: Chromium's FreeType reads no WOFF from disk.
 * @param sans a sans serif that is not DejaVu's, which has Latin, Greek, Cyrillic, Arabic and signs
 * @returns the file's path, for FONTCONFIG_FILE
 */
export const fontsOfNpm = (name: string, sans?: { directory: string; family: string }): string => {
  const family = sans?.family ?? "DejaVu Sans";
  const generic = {
    "sans-serif": family,
    "system-ui": family,
    serif: "DejaVu Serif",
    monospace: "DejaVu Sans Mono",
    "ui-monospace": "DejaVu Sans Mono",
  };
  const fonts = join(ROOT, ".local/fonts");
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    "<fontconfig>",
    ...[...(sans ? [sans.directory] : []), DEJAVU].map((directory) => `  <dir>${directory}</dir>`),
    `  <cachedir>${join(fonts, "cache")}</cachedir>`,
    ...Object.entries(generic).map(
      ([asked, given]) =>
        `  <alias binding="strong"><family>${asked}</family><prefer><family>${given}</family></prefer></alias>`,
    ),
    "</fontconfig>",
  ];
  mkdirSync(fonts, { recursive: true });
  const [file, draft] = [join(fonts, `${name}.conf`), join(fonts, `${name}.conf.${process.pid}`)];
  // Written beside and renamed: another process may be reading it.
  writeFileSync(draft, `${lines.join("\n")}\n`);
  renameSync(draft, file);
  return file;
};
