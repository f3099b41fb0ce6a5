import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Foreseen } from "../lib/foreseen.ts";

/**
 * Claims this folder for one start at a time. A socket is the claim, not a number in a file: the system lets go of
 * it when its owner dies, and no other program can get it later.
 */
export async function claimFolder(root: string) {
  const path = socketPath(root);
  let baseUrl = "";
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(`process ${process.pid}${baseUrl === "" ? ", still starting" : `, ${baseUrl}`}`);
  });
  if (!(await listen(server, path))) {
    const owner = await ask(path);
    if (owner !== undefined) {
      throw new Foreseen(
        `Lintel already runs from this folder (${owner}). Stop it there with Ctrl-C before starting it again.`,
      );
    }
    rmSync(path, { force: true }); // left by a crash
    if (!(await listen(server, path)))
      throw new Foreseen(`${path} cannot be used as a lock. Remove it and start again.`);
  }
  server.unref();
  return {
    /** Names the address to a second start. */
    announce(url: string) {
      baseUrl = url;
    },
    release: () => void server.close(),
  };
}

function socketPath(root: string): string {
  const inside = join(root, ".local/start.sock");
  mkdirSync(join(root, ".local"), { recursive: true });
  // Systems cut socket paths at about a hundred bytes.
  if (Buffer.byteLength(inside) < 100) return inside;
  const id = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return join(tmpdir(), `lintel-${process.getuid?.() ?? 0}-${id}.sock`);
}

function listen(server: Server, path: string): Promise<boolean> {
  server.listen(path);
  return once(server, "listening").then(
    () => true,
    () => false,
  );
}

function ask(path: string): Promise<string | undefined> {
  return text(connect(path)).catch(() => undefined);
}
