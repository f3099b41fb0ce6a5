import type { Tenant } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import type { Database } from "#data/client.ts";
import type { RequestLogRow } from "#data/request-logs.ts";
import type { Methods } from "#methods/registry.ts";
import type { Gate } from "#platform/gate.ts";
import type { Logger } from "#platform/log.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { SigningKeys } from "#platform/signing-keys.ts";
import type { KeyCache } from "#services/keys/authenticate.ts";

/** Everything that use cases need from outside. Time and chance are among it. */
export type Deps = {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly signingKeys: SigningKeys;
  readonly gate: Gate;
  readonly methods: Methods;
  readonly keyCache: KeyCache;
  readonly log: Logger;
  readonly requestLog: { add(row: RequestLogRow): void; dropped(): number };
  /** Tells the delivery worker that there is something to send; cheap, never throws. */
  readonly wakeDeliveries: () => void;
  readonly now: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly settings: {
    /** Without a trailing slash; the tokens' issuer. */
    readonly publicUrl: string;
    readonly currency: string;
    readonly adminKeys: readonly string[];
    readonly authFailuresPerMinute: number;
    readonly webhookAllowLoopback: boolean;
    readonly startedAt: Date;
  };
};

/** Who acts: written into the audit trail. */
export type Actor =
  | { kind: "tenant"; keyId: string }
  | { kind: "admin" }
  | { kind: "end_user" }
  | { kind: "system" };

export type Ctx = {
  readonly deps: Deps;
  readonly actor: Actor;
  readonly requestId: string;
};

/** A call by a tenant's backend: the key says whose and in which mode. */
export type TenantCtx = Ctx & { readonly tenant: Tenant; readonly mode: Mode };

export const actorName = (actor: Actor): string =>
  actor.kind === "tenant" ? `tenant:${actor.keyId}` : actor.kind;
