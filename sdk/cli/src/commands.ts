import type { Command } from "./command.ts";
import { conformance } from "./commands/conformance.ts";
import { doctor } from "./commands/doctor.ts";
import { login, logout } from "./commands/login.ts";
import { mcp } from "./commands/mcp.ts";
import { whoami } from "./commands/whoami.ts";

/** Every command, in the order of `lintel help`. */
export const COMMANDS: readonly Command[] = [login, logout, whoami, doctor, conformance, mcp];
