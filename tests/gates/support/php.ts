import { existsSync, readdirSync } from "node:fs";
import { anyPort } from "../../../scripts/local/ports.ts";
import { ownFolder, startProgram, writeFiles } from "./program.ts";

const SBIN = "/usr/sbin";

/** Debian puts the version into the name: /usr/sbin/php-fpm8.2. */
const program = (existsSync(SBIN) ? readdirSync(SBIN) : []).find((name) => /^php-fpm\d/.test(name));

/** Why tests with PHP behind FastCGI cannot run here; null when they can. */
export const phpMissing: string | null =
  program === undefined ? "php-fpm is not installed (Debian: apt-get install php-fpm)" : null;

const CONFIG = (port: number, folder: string): string => `[global]
error_log = ${folder}/php.log
daemonize = no
[www]
listen = 127.0.0.1:${port}
pm = static
pm.max_children = 2
user = www-data
group = www-data
`;

/** What PHP has about the request, as JSON. */
const SCRIPT = "<?php header('content-type: application/json'); echo json_encode($_SERVER);";

export type Php = {
  /** `127.0.0.1:…` */
  address: string;
  /** With `index.php`, which shows what it was told. */
  folder: string;
};

/** Debian's php-fpm with one program, which answers all addresses. */
export const startPhp = async (stack: AsyncDisposableStack): Promise<Php> => {
  const port = await anyPort();
  const folder = await ownFolder(stack, "php");
  const files = await writeFiles(folder, { "index.php": SCRIPT, "fpm.conf": CONFIG(port, folder) });
  const args = [
    "--nodaemonize",
    "--fpm-config",
    files["fpm.conf"],
    ...(process.getuid?.() === 0 ? ["-R"] : []),
  ];
  await startProgram(stack, `${SBIN}/${program}`, args, { port });
  return { address: `127.0.0.1:${port}`, folder };
};
