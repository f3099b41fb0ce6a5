import { accessSync, constants, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const SHARED_MEMORY = "/dev/shm";
/** The kind of file system that lives in memory (statfs(2): `TMPFS_MAGIC`). */
const TMPFS = 0x0102_1994;
/** A run of all tests holds less than one; the rest is for the programs beside it. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Where temporary data goes that nobody measures and no power cut may outlive: into memory where this machine has room, or
 * else into the system's temporary folder. PostgreSQL copies a migrated database there, some thousand small files, in
 * a fifteenth of the time that ext4 takes.
 */
export function memoryFolder(): string {
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY);
    accessSync(SHARED_MEMORY, constants.W_OK);
    // In a container the memory may be less than the machine's, and this file system counts as used memory there.
    const free = Math.min(bavail * bsize, freemem(), process.availableMemory());
    return type === TMPFS && free >= NEEDED_BYTES ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
