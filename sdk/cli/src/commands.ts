import type { Command } from "./command.ts";
import { login, logout } from "./commands/login.ts";
import { whoami } from "./commands/whoami.ts";

/** Every command, in the order of `lintel help`. */
export const COMMANDS: readonly Command[] = [login, logout, whoami];
