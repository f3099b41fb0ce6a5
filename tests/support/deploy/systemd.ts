import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { anyPort, listenLocally } from "../../../scripts/local/ports.ts";
import { readUnits, type Unit } from "./files.ts";

/** What systemd gives to its units as PATH (systemd.exec(5)). */
const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export type Machine = {
  /** A folder for the command `systemctl`. */
  bin: string;
  /** The folder that the units are copied to, in place of /etc/systemd/system. */
  units: string;
  /** This machine's paths in place of those that the units name. */
  places: Readonly<Record<string, string>>;
  /** Who runs what the units start; {} for the user of this process. */
  account: { uid?: number; gid?: number };
};

export type Systemd = AsyncDisposable & {
  /** What the command `systemctl` does. @throws Error in the words that it ends with */
  systemctl(...words: string[]): Promise<void>;
  /** What the processes of a unit have written. */
  output(name: string): string;
  /** How the stopped processes ended, in their order: "lintel-worker 0". */
  readonly ends: readonly string[];
};

type Running = { child: ChildProcess; ended: Promise<string>; stopMs: number };

/**
 * A stand-in for systemd, which reads the units as they were copied and runs what they say: settings from `EnvironmentFile` and
 * `Environment`, the folder, the command, SIGTERM and the time that a stop has. It takes no rights away, and starts nothing again.
 */
export const startSystemd = async ({ bin, units, places, account }: Machine): Promise<Systemd> => {
  const known = new Map<string, Unit>();
  const running = new Map<string, Running>();
  const outputs = new Map<string, string>();
  const ends: string[] = [];

  /** The values of a unit's options, as many as each has. */
  const optionsOf = (name: string): ((option: string) => string[]) => {
    const [template = "", instance] = name.replace(/\.service$/, "").split("@");
    const unit = known.get(instance === undefined ? `${template}.service` : `${template}@.service`);
    if (!unit) throw new Error(`Unit ${name}.service not found.`);
    const here = (value: string): string =>
      Object.entries(places).reduce((line, [from, to]) => line.replaceAll(from, to), value);
    return (option) =>
      (unit.options.get(option) ?? []).map((value) => here(value.replaceAll("%i", instance ?? "")));
  };

  const start = async (name: string): Promise<void> => {
    if (running.has(name)) return;
    const options = optionsOf(name);
    const [command = ""] = options("ExecStart");
    const [folder = "/"] = options("WorkingDirectory");
    const [file = ""] = options("EnvironmentFile");
    const [program = "", ...args] = command.split(" ");
    const words = options("Environment").flatMap((line) => line.split(" "));
    const child = spawn(program, args, {
      ...account,
      cwd: folder,
      // The file wins over `Environment` (systemd.exec(5)).
      env: {
        NODE_ENV: "production",
        PATH: SYSTEM_PATH,
        ...parseEnv(words.join("\n")),
        ...parseEnv(readFileSync(file, "utf8")),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => outputs.set(name, (outputs.get(name) ?? "") + String(chunk)));
    const ended = once(child, "exit").then(([code, signal]) => String(signal ?? code));
    await once(child, "spawn");
    if (options("Type")[0] === "oneshot") {
      const end = await ended;
      if (end !== "0") throw new Error(`Job for ${name}.service failed (${end}): ${outputs.get(name)}`);
      return;
    }
    const stopMs = Number(options("TimeoutStopSec")[0] ?? "90") * 1000;
    running.set(name, { child, ended, stopMs });
  };

  const stop = async (name: string): Promise<void> => {
    const found = running.get(name);
    if (!found) return;
    running.delete(name);
    found.child.kill("SIGTERM");
    const late = setTimeout(() => found.child.kill("SIGKILL"), found.stopMs);
    ends.push(`${name} ${await found.ended}`);
    clearTimeout(late);
  };

  const enable = (name: string): void => {
    if (optionsOf(name)("WantedBy").length === 0) throw new Error(`${name} has no [Install] section.`);
  };

  const systemctl = async (...words: string[]): Promise<void> => {
    const [verb = "", ...rest] = words;
    const names = rest.filter((word) => !word.startsWith("-"));
    if (verb === "daemon-reload") for (const unit of readUnits(units)) known.set(unit.name, unit);
    else if (verb === "start") for (const name of names) await start(name);
    else if (verb === "stop") for (const name of names) await stop(name);
    else if (verb === "restart")
      for (const name of names) {
        await stop(name);
        await start(name);
      }
    else if (verb === "enable")
      for (const name of names) {
        enable(name);
        if (rest.includes("--now")) await start(name);
      }
    else throw new Error(`this stand-in knows no systemctl ${words.join(" ")}`);
  };

  const server = createServer((request, response) => {
    text(request)
      .then((words) => systemctl(...words.split(" ")))
      .then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(`${String(error)}\n`),
      );
  });
  const port = await anyPort();
  const close = await listenLocally(server, port);
  const program = join(bin, "systemctl");
  const asks = "curl --silent --show-error --fail-with-body --noproxy '*' --max-time 900";
  writeFileSync(program, `#!/bin/sh\nexec ${asks} --data-raw "$*" http://127.0.0.1:${port}/\n`);
  chmodSync(program, 0o755);

  return {
    systemctl,
    output: (name) => outputs.get(name) ?? "",
    ends,
    [Symbol.asyncDispose]: async () => {
      await close();
      await Promise.all([...running.keys()].map(stop));
    },
  };
};
