import type { ActingRole } from "#core/access/permissions.ts";
import { invalidParameter } from "#core/errors.ts";
import type { Member, SignUp } from "#core/member.ts";
import type { Operators } from "#core/operator/operators.ts";
import type { ShownSetting } from "#core/operator/settings.ts";
import type { PracticeInput } from "#core/practice/statement.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import type { Database } from "#data/service/client.ts";
import type { Replica } from "#data/service/replica.ts";
import type { RequestLogRow } from "#data/service/request-logs.ts";
import type { AwaitHeld } from "#data/webhooks/await-held.ts";
import type { Methods } from "#methods/registry.ts";
import type { Vendors } from "#methods/vendor/vendor.ts";
import type { WalletSettings } from "#methods/wallet/settings.ts";
import type { AskForText } from "#platform/dns-text.ts";
import type { AskHttp } from "#platform/http.ts";
import type { IdentityProvider } from "#platform/identity/identity-provider.ts";
import type { SigningKeys } from "#platform/keys/signing-keys.ts";
import type { Logger } from "#platform/log.ts";
import type { Figures } from "#platform/process/figures.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { GateCounter, KeyCounter } from "#platform/sum-counter.ts";
import type { Telemetry } from "#platform/telemetry.ts";
import type { VisitDoor } from "#platform/webhooks/door-visitor.ts";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import type { Actor } from "./actor.ts";
import type { Caches } from "./cached.ts";

/** A tenant's host that a request came to, with its address as browsers see it. */
export type Site = { readonly tenantId: string; readonly host: string; readonly origin: string };

/** Everything that use cases need from outside, including time and randomness. */
export type Deps = Caches & {
  readonly db: Database;
  /** For reads that may be a few seconds old: see `fromReplica`. */
  readonly replica: Replica;
  readonly secrets: Secrets;
  readonly signingKeys: SigningKeys;
  readonly rateLimiter: RateLimiter;
  /** What is wrong with this very process; null: nothing. */
  readonly selfCheck: () => Promise<string | null>;
  readonly methods: Methods;
  /** The companies that check identities, behind their method. */
  readonly vendors: Vendors;
  /** Asks the DNS for TXT records. */
  readonly askForText: AskForText;
  readonly gateCounter: GateCounter;
  readonly keyCounter: KeyCounter;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** Of this very process. */
  readonly figures: Figures;
  readonly requestLog: { add(row: RequestLogRow): void; dropped(): number };
  /** Tells the delivery worker that there is something to send; cheap, never throws. */
  readonly wakeDeliveries: () => void;
  /** Waits until a listener has something to take; all polls of the process wait together. */
  readonly awaitHeld: AwaitHeld;
  /** For sample events only; the worker has its own. Made at the first call. */
  readonly webhookSender: () => WebhookSender;
  /** Asks an address that a tenant chose, under the webhook sender's rules for addresses. */
  readonly askTenantAddress: AskHttp;
  /** Looks at a site that a tenant named as a visitor does, under the same rules for addresses. */
  readonly visitDoor: VisitDoor;
  /** The identity provider of the console; null if none is configured. */
  readonly identity: IdentityProvider | null;
  /** What wallets are asked for, and how. */
  readonly wallet: WalletSettings;
  readonly now: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly settings: {
    /** Without a trailing slash; the tokens' issuer. */
    readonly publicUrl: string;
    readonly currency: string;
    /** OPERATOR_NAME: who runs this deployment and issues statements. Null: not said; a host is not a name. */
    readonly operatorName: string | null;
    /** OPERATOR_ADDRESS and OPERATOR_TAX_ID, for statements; null: not said. */
    readonly operatorAddress: string | null;
    readonly operatorTaxId: string | null;
    readonly adminKeys: readonly string[];
    /** Good only for reading metrics. */
    readonly metricsKeys: readonly string[];
    readonly authFailuresPerMinute: number;
    /** RATE_LIMIT_ON_CACHE_FAILURE=deny. */
    readonly refusesWithoutCache: boolean;
    readonly webhookAllowLoopback: boolean;
    /** OPERATOR_TENANT: its endpoints may name operational events of all tenants; null: none. */
    readonly operatorTenantId: string | null;
    /** Per member, across their tenants. */
    readonly consoleCallsPerMinute: number;
    /** Sign-in starts and returns from the provider, per address. */
    readonly signInsPerMinute: number;
    /** The people who get a tenant by signing in for the first time. */
    readonly signUp: SignUp;
    /** The operator's help page for console members; null: none. */
    readonly consoleSupportUrl: string | null;
    /** What every practice statement says about the deployment. */
    readonly practice: Pick<
      PracticeInput,
      "contact" | "software" | "isDevelopment" | "requestLogDays" | "uses" | "conformance"
    >;
    /** Stripe's meters, to which usage is reported; null: none. */
    readonly meters: {
      readonly baseUrl: string;
      readonly secretKey: string;
      readonly eventNames: { readonly checks: string; readonly reused: string | null };
    } | null;
    /** PUBLISH_NUMBERS: of the whole deployment. */
    readonly publishesNumbers: boolean;
    /** The sender of e-mails; null: SMTP_URL is not set, so no mail is sent. */
    readonly mail: { readonly from: string } | null;
    readonly operators: Operators;
    /** Every setting as this process runs with it, without any secret, for the operator's console. */
    readonly shown: () => readonly ShownSetting[];
    /** The names of this release's migrations; null: they are not beside it. */
    readonly migrations: () => readonly string[] | null;
    /** Node's version. */
    readonly platformVersion: string;
    /** Where the operator's own alerts go: docs/alerts.md. */
    readonly alerts: {
      readonly emails: readonly string[];
      readonly slackUrl: string | null;
      /** How large the database may become; null: no limit is set. */
      readonly databaseGib: number | null;
    };
    readonly startedAt: Date;
  };
};

export type Ctx = {
  readonly deps: Deps;
  /** The tenant's host that the request came to; null: the main one, which every other work is for. */
  readonly site: Site | null;
  readonly actor: Actor;
  readonly requestId: string;
};

/** What a request finds before anyone knows who sends it: the process, and the site that it came to. */
export type At = Pick<Ctx, "deps" | "site">;

/** A call by a tenant's backend; the key determines the tenant and the mode. */
export type TenantCtx = Ctx & { readonly tenant: Tenant; readonly mode: Mode };

/**
 * Which verifications a call reads: of its key's mode, unless a live key asks for tests.
 * @throws INVALID_PARAMETERS: a test key asks for live ones
 */
export const modeAsked = ({ mode }: Pick<TenantCtx, "mode">, asked: Mode | undefined): Mode => {
  if (mode === "live" || asked !== "live") return asked ?? mode;
  throw invalidParameter("mode", "a test key reads tests only: use a live key");
};

/** A call by a person who is signed in to the console, before a tenant is chosen. */
export type PersonCtx = Ctx & {
  readonly member: Member;
  /** Keyed digest of their verified address; null: the provider gives none. */
  readonly emailHash: Uint8Array<ArrayBuffer> | null;
  /** The session of the calling page; null: another client of the provider calls. */
  readonly sessionId: string | null;
};

/** A call by a person whom OPERATORS names, for the whole deployment. */
export type OperatorCtx = Ctx & {
  readonly actor: Extract<Actor, { kind: "operator" }>;
  readonly member: Member;
};

/** A call by a member, in one of their tenants. */
export type MemberCtx = Ctx & { readonly tenant: Tenant; readonly member: Member; readonly role: ActingRole };

/**
 * Runs reads with the standby as the context's database, or with the database itself while there is no
 * standby.
 */
export const fromReplica = <Given extends Ctx, Result>(
  ctx: Given,
  work: (ctx: Given) => Promise<Result>,
): Promise<Result> => ctx.deps.replica.read(ctx.deps.db, (db) => work({ ...ctx, deps: { ...ctx.deps, db } }));
