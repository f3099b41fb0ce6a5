import type { Command } from "./command.ts";
import { whoami } from "./commands/whoami.ts";

/** Every command, in the order of `lintel help`. */
export const COMMANDS: readonly Command[] = [whoami];
