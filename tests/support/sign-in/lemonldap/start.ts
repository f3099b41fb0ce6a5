import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anyPort } from "../../../../scripts/local/ports.ts";
import { iniOf, type LemonLdapInput, settingsOf } from "./settings.ts";

const PORTAL = fileURLToPath(new URL("portal.psgi", import.meta.url));
const FOLDERS = ["conf", "cache", "sessions", "sessions/lock", "psessions", "psessions/lock"];

// Its portal names the last two only where it needs them.
const LEMONLDAP_PACKAGES =
  "liblemonldap-ng-portal-perl libplack-perl libstring-random-perl libio-string-perl";

/** Why tests that need LemonLDAP::NG cannot run here; null when they can. */
export const lemonLdapMissing: string | null =
  spawnSync("perl", [
    "-MLemonldap::NG::Portal::Main",
    "-MPlack::Runner",
    "-MString::Random",
    "-MIO::String",
    "-e",
    "1",
  ]).status === 0
    ? null
    : `LemonLDAP::NG is not installed (Debian: apt-get install ${LEMONLDAP_PACKAGES})`;

export type RunningLemonLdap = {
  issuer: string;
  /** The settings of a console that signs in here. */
  env: Record<string, string>;
  /** What it wrote. */
  output(): string;
  stop(): Promise<void>;
};

/** LemonLDAP::NG's portal as an OpenID provider on a free port of the loopback interface. */
export const startLemonLdap = async (
  input: Omit<LemonLdapInput, "issuer" | "folder">,
): Promise<RunningLemonLdap> => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-lemonldap-"));
  for (const name of FOLDERS) mkdirSync(join(folder, name));
  const port = await anyPort();
  const issuer = `http://localhost:${port}`;
  writeFileSync(join(folder, "lemonldap-ng.ini"), iniOf(folder));
  writeFileSync(join(folder, "conf/lmConf-1.json"), JSON.stringify(settingsOf({ ...input, issuer, folder })));
  const child = spawn(
    "plackup",
    ["--no-default-middleware", "--host", "127.0.0.1", "--port", `${port}`, PORTAL],
    {
      env: { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, "lemonldap-ng.ini") },
      stdio: ["ignore", "pipe", "pipe"],
      cwd: folder,
    },
  );
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output += String(text);
        if (output.includes("Accepting connections")) resolve();
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`plackup ended with ${code}:\n${output}`)));
  });
  return {
    issuer,
    env: {
      LINTEL_ENV: "development",
      CONSOLE_PROVIDER: "oidc",
      CONSOLE_ISSUER: issuer,
      CONSOLE_CLIENT_ID: input.client.id,
      CONSOLE_CLIENT_SECRET: input.client.secret,
    },
    output: () => output,
    stop: async () => {
      const exit = once(child, "exit");
      if (child.kill()) await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
