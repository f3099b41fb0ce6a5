import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { ROOT } from "../../../scripts/lib/run.ts";

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/** Why no image can be built here; null when one can. */
export const imageMissing: string | null =
  process.getuid?.() !== 0
    ? "only root can make a base and mount a root file system"
    : !["buildah", "debootstrap"].every(isThere)
      ? "buildah or debootstrap is not installed (Debian: apt-get install buildah debootstrap)"
      : null;

const MIRROR = "http://deb.debian.org/debian";
// Made once for each machine: it is Debian's, and nothing in it is ours.
const DEBIAN = join(tmpdir(), "lintel-image-debian-bookworm");

const run = async (program: string, args: readonly string[]): Promise<string> => {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { maxBuffer: 1e9 });
    return stdout.trim();
  } catch (error) {
    const { stdout = "", stderr = "" } = z
      .looseObject({ stdout: z.string().optional(), stderr: z.string().optional() })
      .parse(error);
    const words = `${stdout}${stderr}`.trim().split("\n").slice(-40).join("\n");
    throw new Error(`${program} ${args.slice(0, 8).join(" ")} failed:\n${words}`);
  }
};

// What debian:bookworm-slim has emptied too: debootstrap's downloads, and what people read.
const EMPTIED = [
  ...["var/cache/apt/archives", "var/lib/apt/lists"],
  ...["usr/share/doc", "usr/share/info", "usr/share/locale", "usr/share/man"],
];

const debian = async (): Promise<string> => {
  if (!existsSync(DEBIAN)) {
    const draft = mkdtempSync(`${DEBIAN}-`);
    await run("debootstrap", ["--variant=minbase", "bookworm", draft, MIRROR]);
    renameSync(draft, DEBIAN);
  }
  for (const folder of EMPTIED) rmSync(join(DEBIAN, folder), { recursive: true, force: true });
  return DEBIAN;
};

/** Node from its npm package and the npm that is installed here, where node:24-bookworm-slim has them. */
const addNode = (folder: string): void => {
  const npm = dirname(dirname(realpathSync(spawnSync("which", ["npm"], { encoding: "utf8" }).stdout.trim())));
  const [bin, modules] = [join(folder, "usr/local/bin"), join(folder, "usr/local/lib/node_modules")];
  mkdirSync(modules, { recursive: true });
  cpSync(realpathSync(join(ROOT, "node_modules/.bin/node")), join(bin, "node"));
  cpSync(npm, join(modules, "npm"), { recursive: true, verbatimSymlinks: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(bin, "npm"));
  symlinkSync("../lib/node_modules/npm/bin/npx-cli.js", join(bin, "npx"));
  // A mirror of the registry may have a certificate that only this machine knows.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates !== undefined)
    cpSync(realpathSync(certificates), join(folder, "usr/local/share/registry.pem"));
};

const settings = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  Healthcheck: z.looseObject({ Test: z.array(z.string()) }),
});

// As `docker run --read-only --cap-drop=ALL --security-opt=no-new-privileges --tmpfs …` would; what is in `proc` and `dev`
// is this machine's.
const CONTAINED = `set -e
root=$1 user=$2 group=$3; shift 3
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=1777 tmpfs "$root/app/.next/cache"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec /usr/sbin/chroot "$root" setpriv --reuid="$user" --regid="$group" --clear-groups --no-new-privs \
  --bounding-set=-all --inh-caps=-all env --chdir="$WORKING_FOLDER" "$@"`;

export type Running = {
  /** Both streams, so far. */
  output(): string;
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
};

export type Image = AsyncDisposable & {
  readonly config: z.infer<typeof settings>;
  /** Its root file system. */
  readonly folder: string;
  /** Runs a program by \`buildah run\`, as the image's user, and returns what it prints. */
  sh(script: string): Promise<string>;
  /** Runs a command of the image, behind its entry point, as its user, on a read-only root. */
  command(args: readonly string[], env: Readonly<Record<string, string>>): Running;
  /** Runs the image's health check in the same way. */
  isHealthy(env: Readonly<Record<string, string>>): Promise<boolean>;
};

/**
 * Builds the image of the Dockerfile by Debian's buildah, on a Debian of debootstrap: nothing comes from a registry of
 * images. Takes minutes, and some gigabytes below the temporary folder until it is disposed of.
 */
export const buildImage = async (): Promise<Image> => {
  await using stack = new AsyncDisposableStack();
  const store = mkdtempSync(join(tmpdir(), "lintel-image-"));
  const buildah = (...args: string[]) =>
    run("buildah", [`--root=${store}/root`, `--runroot=${store}/run`, "--storage-driver=vfs", ...args]);
  stack.defer(async () => {
    await buildah("rm", "--all").catch(() => {});
    rmSync(store, { recursive: true, force: true, maxRetries: 5 });
  });

  const imageOf = async (folder: string, name: string, ...config: string[]): Promise<void> => {
    const draft = await buildah("from", "scratch");
    await buildah("add", "--quiet", draft, folder, "/");
    if (config.length > 0) await buildah("config", ...config, draft);
    await buildah("commit", "--quiet", "--rm", draft, name);
  };
  const plain = await debian();
  await imageOf(plain, "localhost/debian");
  const withNode = join(store, "base");
  await run("cp", ["-a", plain, withNode]);
  addNode(withNode);
  const certificate = existsSync(join(withNode, "usr/local/share/registry.pem"))
    ? ["--env=NODE_EXTRA_CA_CERTS=/usr/local/share/registry.pem"]
    : [];
  await imageOf(withNode, "localhost/node", ...certificate);

  const args = ["--build-arg=BASE=localhost/node", "--build-arg=RUNTIME=localhost/debian"];
  // Docker's format: OCI's has no health check.
  await buildah(
    "bud",
    "--isolation=chroot",
    "--format=docker",
    "--pull-never",
    ...args,
    "--tag=lintel",
    ROOT,
  );
  const inspected: unknown = JSON.parse(await buildah("inspect", "--type=image", "lintel"));
  const { config } = z.object({ Docker: z.object({ config: settings }) }).parse(inspected).Docker;
  const container = await buildah("from", "--pull-never", "lintel");
  const folder = await buildah("mount", container);
  const [user = "", group = ""] = config.User.split(":");
  const imageEnv = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s, 2)));

  const processes = stack.use(new AsyncDisposableStack());
  const contained = (args: readonly string[], env: Readonly<Record<string, string>>): Running => {
    const child = spawn(
      "/usr/bin/unshare",
      ["--mount", "/bin/sh", "-c", CONTAINED, "sh", folder, user, group, ...args],
      {
        env: { NODE_ENV: "production", ...imageEnv, ...env, WORKING_FOLDER: config.WorkingDir },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    const ended = once(child, "close").then(([code]) => (typeof code === "number" ? code : null));
    processes.defer(async () => {
      child.kill("SIGKILL");
      await ended;
    });
    return { output: () => output, ended, kill: (signal) => void child.kill(signal) };
  };
  const kept = stack.move();
  return {
    config,
    folder,
    sh: (script) => buildah("run", "--isolation=chroot", container, "--", "sh", "-c", script),
    command: (args, env) => contained([...config.Entrypoint, ...args], env),
    isHealthy: async (env) => (await contained(config.Healthcheck.Test.slice(1), env).ended) === 0,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};
