import { Foreseen } from "../lib/foreseen.ts";

const REMEDIES: Record<string, string> = {
  ENOSPC: "The disk is full. Free some space and start again.",
  EDQUOT: "The disk quota is used up. Free some space and start again.",
  EACCES: "This user may not do that. Start as the user who owns this folder, or change its owner.",
  EPERM: "This user may not do that. Start as the user who owns this folder, or change its owner.",
  EROFS: "The file system is read-only. Start from a folder that can be written to.",
  EMFILE: "Too many files are open. Raise the limit (`ulimit -n 4096`) and start again.",
  ENOMEM: "There is not enough memory.",
};

/** What to tell about a failure: the message alone where it can be mended, the whole error where it is ours. */
export function explain(error: unknown): string {
  if (error instanceof Foreseen) return error.message;
  if (error instanceof Error && "code" in error && typeof error.code === "string" && error.code in REMEDIES) {
    return `${REMEDIES[error.code]} (${error.message})`;
  }
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `This was not foreseen; please report it.\n${whole}`;
}
