import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { fontsOfNpm } from "./fonts.ts";
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

/**
 * A Chromium that starts on this machine: CHROMIUM_PATH, the one npm carries, or the system's. Its environment names
 * the fonts of npm and no others, so that a page looks the same on every machine.
 */
export function findChromium(): Browser {
  const folder = unpack();
  const env = {
    FONTCONFIG_FILE: fontsOfNpm("chromium", { directory: join(folder, "fonts/fonts"), family: "Open Sans" }),
    // Otherwise an Arabic locale prefers a font with Arabic letters, for Latin ones too.
    FC_LANG: "en",
  };
  const given = process.env.CHROMIUM_PATH;
  if (given) return { path: given, env };
  const path = join(folder, "chromium");
  const packed = [
    // The machine's own libraries first: the packed ones are for an older system.
    { path, env },
    { path, env: { ...env, LD_LIBRARY_PATH: join(folder, "al2023/lib") } },
  ];
  const system = SYSTEM.map((name) => ({ path: which(name), env }));
  const found = [...packed, ...system].find((browser) => existsSync(browser.path) && starts(browser));
  if (found) return found;
  throw new Foreseen(
    "No Chromium starts on this machine, and the browser tests need one. Install it (Debian: apt-get install\n" +
      "chromium) or name one in CHROMIUM_PATH.",
  );
}

/** Unpacks the package's browser, fonts and libraries once, and returns their folder in .local. */
function unpack(): string {
  const manifest = findPackageJSON("@sparticuz/chromium", import.meta.url) ?? "";
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  const folder = join(ROOT, ".local", `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  // The package unpacks to the temporary folder, and its libraries only where it believes to be on AWS Lambda.
  const env = { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: ROOT, env });
  if (status === 0 && !existsSync(folder)) renameSync(draft, folder);
  else rmSync(draft, { recursive: true, force: true });
  return folder;
}

const which = (name: string): string => spawnSync("which", [name], { encoding: "utf8" }).stdout?.trim() ?? "";

function starts({ path, env }: Browser): boolean {
  const run = spawnSync(path, ["--version", "--no-sandbox"], {
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return run.status === 0;
}
