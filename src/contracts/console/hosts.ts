import { z } from "zod";
import { text } from "#contracts/public/common.ts";
import { id } from "./common.ts";

// A tenant's own hosts: docs/hosts.md. Which names it can have is said by core/tenant-host.ts, whose words the dialog
// shows.

export const addHost = z.strictObject({
  /** Only a name: `verify.shop.example`. Longer than one can be, so that the answer says what is wrong. */
  host: text(300).trim().min(1),
});

/** For a look at its record, and to remove it. */
export const oneHost = z.strictObject({ hostId: id });

/** Only a host that was proven can be switched; on only where its record is still there. */
export const switchHost = z.strictObject({ hostId: id, isOn: z.boolean() });

/** Null: new links lead to the main host. */
export const primaryHost = z.strictObject({
  hostId: id.nullable(),
  /** Where they led before; absent: nothing is compared. */
  seen: z.strictObject({ hostId: id.nullable() }).partial().optional(),
});

export type PrimaryHost = z.output<typeof primaryHost>;
