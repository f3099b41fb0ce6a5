import { z } from "zod";
import { mode, text } from "#contracts/public/common.ts";
import { id, label } from "./common.ts";

const keyName = label(80);

export const createKey = z.strictObject({
  mode,
  name: keyName,
  /**
   * Whether the key may call /verify/redact, which cannot be undone. Decided once: a key never gains the
   * right later.
   */
  mayErase: z.boolean().default(false),
  /** Whether a live key may listen to live events from a command line; decided once, too. */
  mayListen: z.boolean().default(false),
});

export const renameKey = z.strictObject({ keyId: id, name: keyName });

export const rotateKey = z.strictObject({
  keyId: id,
  /** How long the old key still works; 0: it stops working at once. */
  overlapHours: z.number().int().min(0).max(24),
});

export const revokeKey = z.strictObject({
  keyId: id,
  /** The key's name, typed to confirm it. */
  name: text(200),
});

/** The code that `lintel login` shows, however the member types it: WDJB-MJHT, wdjbmjht, WDJB MJHT. */
export const deviceLogin = z.strictObject({ userCode: text(40).min(1) });
