import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Foreseen } from "./foreseen.ts";
import { ROOT } from "./run.ts";

export type Browser = { path: string; env: Record<string, string> };

const SYSTEM = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A Chromium that starts on this machine: CHROMIUM_PATH, the one npm carries, or the system's. */
export function findChromium(): Browser {
  const given = process.env.CHROMIUM_PATH;
  if (given) return { path: given, env: {} };
  const packed = unpack();
  if (packed !== undefined && starts(packed)) return packed;
  for (const name of SYSTEM) {
    const system = { path: spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim() ?? "", env: {} };
    if (system.path !== "" && starts(system)) return system;
  }
  throw new Foreseen(
    "No Chromium starts on this machine, and the browser tests need one. Install it (Debian: apt-get install\n" +
      "chromium) or name one in CHROMIUM_PATH.",
  );
}

/** Unpacks the package's browser, fonts and libraries once into .local. */
function unpack(): Browser | undefined {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const folder = join(ROOT, ".local", `chromium-${versionOf(main)}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    mkdirSync(draft, { recursive: true });
    // The package unpacks to the temporary folder, and its libraries only where it believes to be on AWS Lambda.
    const env = { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
    const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
    const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, env });
    if (status === 0 && !existsSync(folder)) renameSync(draft, folder);
    else rmSync(draft, { recursive: true, force: true });
  }
  const path = join(folder, "chromium");
  if (!existsSync(path)) return undefined;
  const fonts = { FONTCONFIG_FILE: ownFonts(folder) };
  // The machine's own libraries first: the packed ones are for an older system.
  if (starts({ path, env: fonts })) return { path, env: fonts };
  return { path, env: { ...fonts, LD_LIBRARY_PATH: join(folder, "al2023/lib") } };
}

/**
 * The packed browser with the packed fonts and no others: beside a machine's own fonts it draws no text at all where
 * a page brings none. The package's own configuration looks for fonts on AWS Lambda only.
 */
function ownFonts(folder: string): string {
  const file = join(folder, "fonts.conf");
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    `<fontconfig><dir>${join(folder, "fonts/fonts")}</dir><cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

function versionOf(main: string): string {
  let folder = dirname(main);
  while (!existsSync(join(folder, "bin"))) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return version;
}

function starts({ path, env }: Browser): boolean {
  const run = spawnSync(path, ["--version", "--no-sandbox"], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return run.status === 0;
}
