import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { ROOT } from "../../../scripts/lib/run.ts";
import { createAuthority } from "../../support/world/certificates.ts";
import { freePort } from "../../support/world/redis.ts";
import { fpmConf, muPlugin, nginxConf, type WordpressPlan, wpConfig } from "./wordpress-files.ts";

const DEBIAN = "/usr/share/wordpress";
const OWN = join(ROOT, "tests/gates/support/wordpress");
const fpm = existsSync("/usr/sbin")
  ? readdirSync("/usr/sbin").find((name) => /^php-fpm[\d.]+$/.test(name))
  : undefined;

/** Why tests of the WordPress plugin cannot run here; null when they can. */
export const wordpressMissing: string | null = (() => {
  const lacks = [
    existsSync(join(DEBIAN, "wp-load.php")) ? null : "wordpress",
    existsSync("/usr/sbin/mariadbd") ? null : "mariadb-server",
    fpm === undefined ? "php-fpm" : null,
    spawnSync("php", ["-r", "exit(extension_loaded('mysqli') ? 0 : 1);"]).status === 0
      ? null
      : "php-cli php-mysql",
    existsSync("/usr/sbin/nginx") ? null : "nginx",
  ].filter((name) => name !== null);
  return lacks.length === 0 ? null : `WordPress cannot run here (Debian: apt-get install ${lacks.join(" ")})`;
})();

export type WordpressAnswer = { status: number; headers: IncomingHttpHeaders; text: string; raw: string };
export type WordpressAsk = { method?: string; headers?: Record<string, string>; body?: string };

export type WordpressBench = {
  /** `https://localhost:<port>`: the site's own address. */
  origin: string;
  /** The same site behind nginx's cache of pages. */
  cachedOrigin: string;
  /** The authority that signed the site's certificate, PEM. */
  ca: string;
  folder: string;
  /** Runs PHP inside WordPress (no `<?php`) and gives what it returns, by way of JSON. */
  php<T>(code: string): Promise<T>;
  /** One request. A path is asked of the site's own address. */
  ask(pathOrUrl: string, options?: WordpressAsk): Promise<WordpressAnswer>;
  /** What PHP complained about so far. */
  complaints(): string;
  /** Puts lines into nginx's server blocks, before its locations. */
  configure(lines: string): Promise<void>;
  close(): Promise<void>;
};

/** Ends one of the bench's programs. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
};

const isRoot = process.getuid?.() === 0;

/**
 * A WordPress of Debian's packages with its own MariaDB, php-fpm and nginx, on ports and in a folder of its own.
 * No service of the machine is started or changed.
 *
 * @param options.plugins folders to install and activate, beside the plugin of `sdk/wordpress`
 * @param options.config PHP for wp-config.php
 */
export const startWordpress = async (
  options: { plugins?: readonly string[]; config?: string } = {},
): Promise<WordpressBench> => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-wp-"));
  chmodSync(folder, 0o755);
  const path = (name: string): string => join(folder, name);
  const plan: WordpressPlan = {
    folder,
    port: await freePort(),
    cachedPort: await freePort(),
    isRoot,
    config: options.config ?? "",
  };
  const origin = `https://localhost:${plan.port}`;
  const children: ChildProcess[] = [];
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { cwd: folder, stdio: "ignore" });
    children.push(child);
    return child;
  };
  const close = async (): Promise<void> => {
    for (const child of children.reverse()) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    layOut(plan, options.plugins ?? []);
    const authority = createAuthority();
    const { cert, key } = authority.issue(["localhost", "127.0.0.1"]);
    writeFileSync(path("ca.pem"), authority.ca);
    writeFileSync(path("site.pem"), cert);
    writeFileSync(path("site.key"), key);
    writeFileSync(path("nginx.conf"), nginxConf(plan, ""));

    await startDatabase(folder, start);
    await run("php", [join(OWN, "install.php"), path("site"), origin]);
    start(`/usr/sbin/${fpm}`, ["-y", path("fpm.conf"), "-F"]);
    const startNginx = () =>
      start("/usr/sbin/nginx", ["-p", folder, "-c", path("nginx.conf"), "-e", path("nginx.log")]);

    let nginx = startNginx();

    const bench: WordpressBench = {
      origin,
      cachedOrigin: `https://localhost:${plan.cachedPort}`,
      ca: authority.ca,
      folder,
      php: async (code) => JSON.parse(await run("php", ["-r", insideWordpress(plan, code)])),
      ask: (pathOrUrl, ask = {}) =>
        send(pathOrUrl.startsWith("/") ? origin + pathOrUrl : pathOrUrl, ask, authority.ca),
      complaints: () => (existsSync(path("php.log")) ? readFileSync(path("php.log"), "utf8") : ""),
      configure: async (lines) => {
        writeFileSync(path("nginx.conf"), nginxConf(plan, lines));
        // Not a reload: for a while the old worker answers beside the new one.
        await end(nginx);
        nginx = startNginx();
        await isUp();
      },
      close,
    };
    const isUp = () => until(async () => (await bench.ask("/wp-login.php")).status === 200);
    await isUp();
    const names = [
      "lintel-age-gate",
      ...(options.plugins ?? []).map((plugin) => plugin.split("/").at(-1) ?? ""),
    ];
    for (const name of names) {
      await bench.php(`require_once ABSPATH . 'wp-admin/includes/plugin.php';
        foreach ( array_keys( get_plugins( '/${name}' ) ) as $file ) {
          $failed = activate_plugin( '${name}/' . $file );
          if ( is_wp_error( $failed ) ) throw new Exception( $failed->get_error_message() );
        }
        flush_rewrite_rules( false );
        return true;`);
    }
    return bench;
  } catch (error) {
    const log = existsSync(path("php.log")) ? readFileSync(path("php.log"), "utf8") : "";
    await close();
    throw new Error(`WordPress did not start: ${log.slice(-2000)}`, { cause: error });
  }
};

const run = async (program: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: tmpdir(), maxBuffer: 32 << 20 })).stdout;

const PATIENCE_MS = process.env.CI === undefined ? 20_000 : 60_000;

/** Asks again until it is so. What fails is asked again too: the program may not be there yet. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const outcome = await isSo().catch((error: unknown) => error);
    if (outcome === true) return;
    if (Date.now() > end) throw outcome instanceof Error ? outcome : new Error("It did not come to be.");
    await setTimeout(20);
  }
};

/** Copies WordPress, and puts the bench's own files into it. */
const layOut = (plan: WordpressPlan, plugins: readonly string[]): void => {
  const at = (name: string): string => join(plan.folder, name);
  cpSync(DEBIAN, at("site"), { recursive: true, verbatimSymlinks: true });
  const content = at("site/wp-content");
  for (const name of ["plugins", "themes", "mu-plugins", "uploads", "cache"]) {
    mkdirSync(join(content, name), { recursive: true });
  }
  for (const name of ["tmp", "pages", "run", "db", "db-tmp"]) mkdirSync(at(name));
  cpSync(join(OWN, "theme"), join(content, "themes/bench"), { recursive: true });
  for (const plugin of [join(ROOT, "sdk/wordpress/lintel-age-gate"), ...plugins]) {
    cpSync(plugin, join(content, "plugins", plugin.split("/").at(-1) ?? ""), { recursive: true });
  }
  writeFileSync(at("site/wp-config.php"), wpConfig(plan));
  writeFileSync(join(content, "mu-plugins/bench.php"), muPlugin(plan));
  writeFileSync(at("fpm.conf"), fpmConf(plan));
  writeFileSync(at("php.log"), "");
  // The pool and nginx may be another user than the test.
  for (const name of [
    "tmp",
    "pages",
    "run",
    "db-tmp",
    "php.log",
    "site/wp-content/uploads",
    "site/wp-content/cache",
  ]) {
    chmodSync(at(name), 0o777);
  }
};

/** MariaDB with a folder of its own, a socket and no port. It refuses to run as root. */
const startDatabase = async (
  folder: string,
  start: (program: string, args: readonly string[]) => ChildProcess,
): Promise<void> => {
  if (isRoot) {
    await run("chown", ["-R", "mysql", join(folder, "db")]);
  }
  // Two servers that share a folder for temporary tables take each other's.
  const common = [
    "--no-defaults",
    `--datadir=${join(folder, "db")}`,
    `--tmpdir=${join(folder, "db-tmp")}`,
    ...(isRoot ? ["--user=mysql"] : []),
  ];
  await run("mariadb-install-db", [...common, "--auth-root-authentication-method=normal", "--skip-test-db"]);
  const socket = join(folder, "run/db.sock");
  start("/usr/sbin/mariadbd", [
    ...common,
    ...[`--socket=${socket}`, "--skip-networking", "--skip-log-bin", "--performance-schema=off"],
    ...[
      "--innodb-buffer-pool-size=32M",
      "--innodb-flush-log-at-trx-commit=0",
      `--log-error=${join(folder, "db.log")}`,
    ],
  ]);
  const create = `( new mysqli( null, 'root', '', '', 0, '${socket}' ) )->query( 'CREATE DATABASE wordpress' );`;
  await until(() => run("php", ["-r", create]).then(() => true));
};

const insideWordpress = (plan: WordpressPlan, code: string): string => `
$_SERVER['HTTP_HOST'] = 'localhost:${plan.port}';
$_SERVER['REQUEST_URI'] = '/';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['HTTPS'] = 'on';
require '${plan.folder}/site/wp-load.php';
wp_set_current_user( 1 );
echo json_encode( ( static function () { ${code} } )() );`;

const send = (
  url: string,
  { method = "GET", headers = {}, body }: WordpressAsk,
  ca: string,
): Promise<WordpressAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ca, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        const raw = `${answer.rawHeaders.join("\n")}\n\n${text}`;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, raw });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
