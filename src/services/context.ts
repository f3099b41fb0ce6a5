import { isToChange, mayDo, type Permission, type Role } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import { createId, ID_RANDOM_BYTES, type IdKind } from "#core/ids.ts";
import type { Member, SignUp } from "#core/member.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import type { Database } from "#data/service/client.ts";
import type { RequestLogRow } from "#data/service/request-logs.ts";
import type { KnownKey } from "#data/tenants/api-keys.ts";
import type { Methods } from "#methods/registry.ts";
import type { WalletSettings } from "#methods/wallet/settings.ts";
import type { IdentityProvider } from "#platform/identity/identity-provider.ts";
import type { KeyCache } from "#platform/key-cache.ts";
import type { Logger } from "#platform/log.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { SigningKeys } from "#platform/signing-keys.ts";
import type { WebhookSender } from "#platform/webhooks/sender.ts";

/** Everything that use cases need from outside. Time and chance are among it. */
export type Deps = {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly signingKeys: SigningKeys;
  readonly rateLimiter: RateLimiter;
  readonly methods: Methods;
  readonly keyCache: KeyCache<KnownKey>;
  readonly log: Logger;
  readonly requestLog: { add(row: RequestLogRow): void; dropped(): number };
  /** Tells the delivery worker that there is something to send; cheap, never throws. */
  readonly wakeDeliveries: () => void;
  /** For sample events only; the worker has its own. Made at the first call. */
  readonly webhookSender: () => WebhookSender;
  /** Who signs people in to the console; null where none is configured. */
  readonly identity: IdentityProvider | null;
  /** What wallets are asked for, and how. */
  readonly wallet: WalletSettings;
  readonly now: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly settings: {
    /** Without a trailing slash; the tokens' issuer. */
    readonly publicUrl: string;
    readonly currency: string;
    /** Who runs this deployment: the issuer of statements. */
    readonly operatorName: string;
    readonly adminKeys: readonly string[];
    readonly authFailuresPerMinute: number;
    /** RATE_LIMIT_ON_CACHE_FAILURE=deny. */
    readonly refusesWithoutCache: boolean;
    readonly webhookAllowLoopback: boolean;
    /** Of one member, whatever their tenants. */
    readonly consoleCallsPerMinute: number;
    /** Starts of a sign-in and ways back from the provider, of one address. */
    readonly signInsPerMinute: number;
    /** Whom signing in for the first time gives a tenant of their own. */
    readonly signUp: SignUp;
    /** Where members of the console find the operator's help; null: nowhere. */
    readonly consoleSupportUrl: string | null;
    readonly startedAt: Date;
  };
};

/** Who acts: written into the audit trail. */
export type Actor =
  | { kind: "tenant"; keyId: string }
  | { kind: "admin" }
  | { kind: "member"; memberId: string }
  | { kind: "end_user" }
  | { kind: "system" };

export type Ctx = {
  readonly deps: Deps;
  readonly actor: Actor;
  readonly requestId: string;
};

/** A call by a tenant's backend: the key says whose and in which mode. */
export type TenantCtx = Ctx & { readonly tenant: Tenant; readonly mode: Mode };

/** A call by somebody who is signed in to the console, before a tenant is chosen. */
export type PersonCtx = Ctx & {
  readonly member: Member;
  /** Keyed digest of their verified address; null: the provider tells of none. */
  readonly emailHash: Uint8Array<ArrayBuffer> | null;
  /** The session whose page makes the call; null: another client of the provider does. */
  readonly sessionId: string | null;
};

/** A call by a member, in one of their tenants. */
export type MemberCtx = Ctx & { readonly tenant: Tenant; readonly member: Member; readonly role: Role };

/** "admin", "tenant:key_…", "member:mem_…". */
export const actorName = (actor: Actor): string => {
  if (actor.kind === "tenant") return `tenant:${actor.keyId}`;
  return actor.kind === "member" ? `member:${actor.memberId}` : actor.kind;
};

/**
 * A fresh id by the context's clock and chance.
 * @param at of what the id names, where its time is written down beside it: the two must fall into one day
 */
export const newId = (deps: Pick<Deps, "now" | "random">, kind: IdKind, at: Date = deps.now()): string =>
  createId(kind, at, deps.random(ID_RANDOM_BYTES));

type Asking = Pick<MemberCtx, "role" | "tenant">;

/** @throws TENANT_CLOSED: its members read everything and change nothing; only the operator opens it again */
export const requireOpenTenant = ({ tenant }: Pick<MemberCtx, "tenant">): void => {
  if (!tenant.isActive) throw new ServiceError("TENANT_CLOSED");
};

/** @throws PERMISSION_DENIED, naming the role and what it lacks; TENANT_CLOSED where it is to change something */
export const requirePermission = (ctx: Asking, permission: Permission): void => {
  if (!mayDo(ctx.role, permission)) {
    throw new ServiceError(
      "PERMISSION_DENIED",
      `Your role here, ${ctx.role}, does not include ${permission}.`,
    );
  }
  if (isToChange(permission)) requireOpenTenant(ctx);
};

type Limit = Deps["rateLimiter"]["limit"];

/**
 * Counts one call against a limit and refuses those over it.
 * @param limit whose calls (`key`), and how many in any window of `windowSeconds`
 * @param message to the caller, given the whole seconds after which a call is admitted again
 * @param show gets the decision before a refusal is thrown, for headers that say where the caller stands
 * @throws RATE_LIMIT_EXCEEDED with `retryAfterSeconds`; CACHE_ERROR
 */
export const requireWithin = async (
  { rateLimiter }: Pick<Deps, "rateLimiter">,
  limit: Parameters<Limit>[0],
  message: (retryAfterSeconds: number) => string,
  show: (decision: Awaited<ReturnType<Limit>>) => void = () => {},
): Promise<void> => {
  const decision = await rateLimiter.limit(limit);
  show(decision);
  if (decision.allowed) return;
  const { retryAfterSeconds } = decision;
  throw new ServiceError("RATE_LIMIT_EXCEEDED", message(retryAfterSeconds), { retryAfterSeconds });
};

/** The entries that have a value: what a PATCH really changes. */
export const withoutUndefined = <Value>(record: Record<string, Value | undefined>): Record<string, Value> => {
  const kept: Record<string, Value> = {};
  for (const [name, value] of Object.entries(record)) if (value !== undefined) kept[name] = value;
  return kept;
};
