import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { processEnv } from "../webhooks/worker-process.ts";

const CHILD = fileURLToPath(new URL("./api-child.ts", import.meta.url));

/**
 * The API in a process of its own, to be killed by the test; resolves when it answers at `url`.
 * @param script another version's
 */
export const startApi = async (
  env: Readonly<Record<string, string>>,
  script = CHILD,
): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [script], {
    env: processEnv({ LOG_LEVEL: "silent", NODE_COMPILE_CACHE: join(tmpdir(), "lintel-api-child"), ...env }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, url: `http://127.0.0.1:${/port (\d+)/.exec(String(line))?.[1]}` };
};
