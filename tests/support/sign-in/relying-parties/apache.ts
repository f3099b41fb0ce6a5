import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../world/eventually.ts";

// Where Debian has them; /usr/sbin is not in everybody's PATH.
const PROGRAM = "/usr/sbin/apache2";
const MODULES = "/usr/lib/apache2/modules";

/** Why tests that need Apache cannot run here; null when they can. */
export const apacheMissing: string | null =
  existsSync(PROGRAM) && existsSync(`${MODULES}/mod_auth_openidc.so`)
    ? null
    : "Apache with mod_auth_openidc is not installed (Debian: apt-get install apache2-bin libapache2-mod-auth-openidc)";

export type RunningApache = AsyncDisposable & {
  origin: string;
  /** A line for each answer: method and address, status, bytes of the body. */
  accessLog(): Promise<string[]>;
  errorLog(): Promise<string>;
};

const configOf = (folder: string, port: number, settings: string): string => `
ServerRoot "${folder}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${folder}/apache.pid"
DefaultRuntimeDir "${folder}"
ErrorLog "${folder}/error.log"
LogFormat "%r|%>s|%B" plain
CustomLog "${folder}/access.log" plain
LoadModule mpm_event_module ${MODULES}/mod_mpm_event.so
LoadModule authn_core_module ${MODULES}/mod_authn_core.so
LoadModule authz_core_module ${MODULES}/mod_authz_core.so
LoadModule authz_user_module ${MODULES}/mod_authz_user.so
LoadModule auth_openidc_module ${MODULES}/mod_auth_openidc.so
StartServers 1
ThreadsPerChild 8
MaxRequestWorkers 8
${process.getuid?.() === 0 ? "User www-data\nGroup www-data" : ""}
DocumentRoot "${folder}/site"
<Directory "${folder}/site">
  Require all granted
</Directory>
${settings}
`;

/**
 * Debian's Apache with mod_auth_openidc, with its own settings and files and nothing of the machine's.
 * @param settings what the guide gives to copy
 * @param files of the site, by their path
 */
export const startApache = async (
  port: number,
  settings: string,
  files: Record<string, string | Uint8Array>,
): Promise<RunningApache> => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lintel-apache-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // Started as root, it serves as another user.
  await chmod(folder, 0o755);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, "site", path, ".."), { recursive: true });
    await writeFile(join(folder, "site", path), content);
  }
  // The machine's own places, which the guide names, belong to the machine.
  await writeFile(join(folder, "lintel.key"), randomBytes(32).toString("base64"));
  await mkdir(join(folder, "cache"));
  await chmod(join(folder, "cache"), 0o777);
  const own = settings
    .replaceAll("/etc/apache2/lintel.key", join(folder, "lintel.key"))
    .replaceAll("/var/cache/apache2/mod_auth_openidc", join(folder, "cache"));
  const config = join(folder, "apache.conf");
  await writeFile(config, configOf(folder, port, own));
  const child = spawn(PROGRAM, ["-D", "FOREGROUND", "-f", config], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  const ended = once(child, "exit");
  stack.defer(async () => {
    if (child.exitCode === null && child.kill()) await ended;
  });
  const origin = `http://127.0.0.1:${port}`;
  const textOf = (name: string) => readFile(join(folder, name), "utf8").catch(() => "");
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`apache2 ended: ${output}${await textOf("error.log")}`);
    return fetch(origin).then(
      ({ status }) => status,
      () => 0,
    );
  };
  await eventually(answers, 30_000).not.toBe(0);
  const kept = stack.move();
  return {
    origin,
    accessLog: async () => (await textOf("access.log")).split("\n").filter((line) => line !== ""),
    errorLog: () => textOf("error.log"),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};
