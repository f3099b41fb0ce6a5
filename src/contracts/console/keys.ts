import { z } from "zod";
import { mode, text } from "#contracts/public/common.ts";
import { MAX_NETWORKS, readNetwork } from "#core/access/networks.ts";
import { KEY_SCOPES } from "#core/access/scopes.ts";
import { id, label } from "./common.ts";

const keyName = label(80);

/** A key without any is refused everywhere; it can be given some later. */
const scopes = z.array(z.enum(KEY_SCOPES)).max(KEY_SCOPES.length);

/** An address or a network, as `readNetwork` spells it. */
const network = z.string().transform((given, context) => {
  const read = readNetwork(given.trim());
  if (typeof read === "string") return read;
  context.addIssue({ code: "custom", message: read.problem });
  return z.NEVER;
});

const networks = z
  .array(network)
  .max(MAX_NETWORKS)
  .transform((given) => [...new Set(given)]);

export const createKey = z.strictObject({
  mode,
  name: keyName,
  /** Absent: starting, reading, tokens, usage and logs, and for a test key its events. */
  scopes: scopes.optional(),
  /** When it stops working; absent or null: never by itself. */
  expiresAt: z
    .union([z.date(), z.iso.datetime({ offset: true }).transform((given) => new Date(given))])
    .nullish(),
  /** Where it may be used from; none: anywhere. */
  networks: networks.optional(),
  /** Where it may not be used from, also within `networks`. */
  deniedNetworks: networks.optional(),
});

export const renameKey = z.strictObject({
  keyId: id,
  name: keyName,
  /** What the name was; absent: nothing is compared. */
  seen: z.strictObject({ name: keyName }).partial().optional(),
});

/** What is absent stays as it is. */
export const updateKey = z.strictObject({
  keyId: id,
  /** As `keys.list` showed it: a change by someone else since then is not overwritten. */
  revision: z.number().int().min(1).max(2_000_000_000),
  scopes: scopes.optional(),
  networks: networks.optional(),
  deniedNetworks: networks.optional(),
});

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

export type RenameKey = z.output<typeof renameKey>;
