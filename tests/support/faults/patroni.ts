import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { withClient } from "../../../scripts/lib/database.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { eventually } from "../world/eventually.ts";
import { type Program, postgresBin, programFolder, startProgram } from "./debian.ts";

const HOST = "127.0.0.1";
/** Seconds; docs/reliability.md gives the same. Patroni wants loop_wait + 2 × retry_timeout to be at most ttl. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 } as const;

type Node = { name: string; postgres: number; rest: number; configFile: string; patroni: Program };

const answersAt = async (port: number, path: string): Promise<boolean> =>
  fetch(`http://${HOST}:${port}${path}`, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.body?.cancel().then(() => response.status === 200) ?? response.status === 200,
    () => false,
  );

/** The block of docs/reliability.md, with this test's addresses in place of those that it shows. */
const haproxyConfig = (port: number, nodes: readonly Node[]): string => {
  const [, block = ""] = /```haproxy\n([\s\S]*?)```/.exec(readFileSync("docs/reliability.md", "utf8")) ?? [];
  const [one, two] = nodes;
  const config = block
    .replace("127.0.0.1:5000", `${HOST}:${port}`)
    .replace("10.0.0.11:5432 check port 8008", `${HOST}:${one?.postgres} check port ${one?.rest}`)
    .replace("10.0.0.12:5432 check port 8008", `${HOST}:${two?.postgres} check port ${two?.rest}`);
  if (!config.includes(String(two?.rest)))
    throw new Error("docs/reliability.md has no HAProxy block to run.");
  return config;
};

/** @returns 0 where none runs, as far as the folder knows */
const postmasterOf = (data: string): number => {
  const file = join(data, "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
};

/** A process and all its children end at once, as when their machine loses its power. */
const killFamily = (pid: number): void => {
  if (!(pid > 1)) return;
  const children = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child ? [child] : []));
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It ended by itself, because its parent was gone.
    }
  }
};

/** PostgreSQL with a synchronous replica under Patroni and etcd, behind HAProxy: Debian's programs, on ports of their own. */
export const startPatroni = async () => {
  const folder = programFolder("patroni");
  const [client, peer, front] = [await anyPort(), await anyPort(), await anyPort()];
  const [clientUrl, peerUrl] = [`http://${HOST}:${client}`, `http://${HOST}:${peer}`];
  startProgram(folder, "etcd", "etcd", [
    ...["--name", "one", "--data-dir", join(folder, "etcd"), "--initial-cluster", `one=${peerUrl}`],
    ...["--listen-client-urls", clientUrl, "--advertise-client-urls", clientUrl],
    ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl],
    ...["--heartbeat-interval", "500", "--election-timeout", "5000"],
  ]);
  await eventually(() => answersAt(client, "/health"), 60_000).toBe(true);

  const settingsOf = (name: string, postgres: number, rest: number) => ({
    scope: "drill",
    name,
    restapi: { listen: `${HOST}:${rest}`, connect_address: `${HOST}:${rest}` },
    etcd3: { host: `${HOST}:${client}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: "on" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      pg_hba: [`host all all ${HOST}/32 trust`, `host replication all ${HOST}/32 trust`],
    },
    postgresql: {
      listen: `${HOST}:${postgres}`,
      connect_address: `${HOST}:${postgres}`,
      data_dir: join(folder, name),
      bin_dir: postgresBin(),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: "lintel" },
        replication: { username: "replicator" },
        rewind: { username: "lintel" },
      },
      parameters: { unix_socket_directories: folder },
    },
  });
  // A killed Patroni leaves its PostgreSQL running, as it should.
  onTestFinished(() => {
    for (const name of ["one", "two"]) killFamily(postmasterOf(join(folder, name)));
  });
  const startNode = async (name: string): Promise<Node> => {
    const [postgres, rest] = [await anyPort(), await anyPort()];
    const configFile = join(folder, `${name}.yml`);
    writeFileSync(configFile, JSON.stringify(settingsOf(name, postgres, rest))); // JSON is YAML
    chmodSync(configFile, 0o644);
    const patroni = startProgram(folder, `${name}-patroni`, "patroni", [configFile]);
    return { name, postgres, rest, configFile, patroni };
  };

  const one = await startNode("one");
  await eventually(() => answersAt(one.rest, "/primary"), 120_000).toBe(true);
  const nodes = [one, await startNode("two")];

  const primary = async (): Promise<Node> => {
    const leads = await Promise.all(nodes.map(({ rest }) => answersAt(rest, "/primary")));
    const found = nodes.find((_node, index) => leads[index]);
    if (!found) throw new Error("The cluster has no primary.");
    return found;
  };
  /** Waits until the other node has everything that the primary acknowledges. */
  const untilSynchronous = () =>
    eventually(async () => {
      const replies = await Promise.all(nodes.map(({ rest }) => answersAt(rest, "/sync")));
      return replies.filter(Boolean).length;
    }, 120_000).toBe(1);
  await untilSynchronous();

  const configFile = join(folder, "haproxy.cfg");
  writeFileSync(configFile, haproxyConfig(front, nodes), { mode: 0o644 });
  startProgram(folder, "haproxy", "haproxy", ["-db", "-f", configFile]);
  /** Through HAProxy, which follows the primary. */
  const server = `postgresql://lintel@${HOST}:${front}/postgres`;
  // It takes both nodes for good until it has asked them, so one connection that leads to the primary says nothing.
  const leads = (): Promise<boolean> =>
    withClient(server, async (one) => {
      const { rows } = await one.query<{ is_replica: boolean }>("select pg_is_in_recovery() as is_replica");
      return rows[0]?.is_replica === false;
    }).catch(() => false);
  await eventually(async () => {
    for (let look = 0; look < 6; look += 1) if (!(await leads())) return false;
    return true;
  }, 30_000).toBe(true);

  return {
    server,
    untilSynchronous,
    /**
     * Kills the primary's machine with -9: Patroni, the postmaster and all backends.
     * @returns when it was dead and when the other led, in ms, and what brings the dead one back
     */
    crashPrimary: async () => {
      const dead = await primary();
      const postmaster = postmasterOf(join(folder, dead.name));
      const patroniDied = dead.patroni.kill("SIGKILL");
      killFamily(postmaster);
      await patroniDied;
      const killedMs = performance.now();
      const others = nodes.filter((node) => node !== dead);
      await eventually(async () => {
        const leads = await Promise.all(others.map(({ rest }) => answersAt(rest, "/primary")));
        return leads.includes(true);
      }, 90_000).toBe(true);
      return {
        name: dead.name,
        killedMs,
        promotedMs: performance.now(),
        revive: async () => {
          dead.patroni = startProgram(folder, `${dead.name}-patroni`, "patroni", [dead.configFile]);
          await untilSynchronous();
        },
      };
    },
  };
};
