import type { Command } from "./command.ts";
import { conformance } from "./commands/conformance.ts";
import { doctor } from "./commands/doctor.ts";
import { listen } from "./commands/listen.ts";
import { login, logout } from "./commands/login.ts";
import { logs } from "./commands/logs.ts";
import { mcp } from "./commands/mcp.ts";
import { start } from "./commands/start.ts";
import { status } from "./commands/status.ts";
import { trigger } from "./commands/trigger.ts";
import { wait } from "./commands/wait.ts";
import { webhooksReplay } from "./commands/webhooks-replay.ts";
import { whoami } from "./commands/whoami.ts";

/** Every command, in the order of `lintel help`. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  listen,
  trigger,
  webhooksReplay,
  start,
  status,
  wait,
  logs,
  doctor,
  conformance,
  mcp,
];
