import { takenPlaces } from "#core/alerts/process-places.ts";
import { DAY_MS } from "#core/day.ts";
import { warnedBefore } from "#core/identity/certificate-end.ts";
import { tenantCertificates } from "#data/operator/operator-facts.ts";
import { listLives, readServer } from "#data/operator/process-lives.ts";
import { listErasureKeys } from "#data/service/erasure-receipts.ts";
import { listPracticeKeys } from "#data/service/practice.ts";
import { countAudited } from "#data/tenants/audit.ts";
import { countHostsOn } from "#data/tenants/tenant-hosts.ts";
import { endOfSigner } from "#methods/wallet/openid4vp/request-signer.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { checkHealth } from "#services/health.ts";
import { migrationState } from "#services/migrations.ts";
import { listKeys } from "#services/oidc/keys.ts";
import { PROCESSES, silentSince } from "#services/processes.ts";
import { type AnchorView, endOfGrace, listTrustAnchors } from "#services/trust/anchors.ts";

// Facts of the deployment: for the operator's console, and for alerts to operators.

type TrustList = {
  /** The provider's row, which a list is imported for. */
  anchorId: string;
  label: string;
  listDate: Date;
  nextUpdate: Date | null;
  isStale: boolean;
  /** When what came in the list stops counting; null: never by itself. */
  endsAt: Date | null;
  anchors: number;
};

const listOf = (pin: AnchorView, anchors: readonly AnchorView[]): TrustList[] =>
  pin.listDate === null || pin.listProvider !== null
    ? []
    : [
        {
          anchorId: pin.id,
          label: pin.label,
          listDate: pin.listDate,
          nextUpdate: pin.listNextUpdate,
          isStale: pin.isStale,
          endsAt: endOfGrace(pin),
          anchors: anchors.filter(({ listProvider }) => listProvider === pin.fingerprint).length,
        },
      ];

/** Whom wallets' proofs are trusted from, until when, and how old the lists are that say so. */
export const trustState = async (ctx: Ctx): Promise<{ anchors: AnchorView[]; lists: TrustList[] }> => {
  const anchors = await listTrustAnchors(ctx);
  return { anchors, lists: anchors.flatMap((pin) => listOf(pin, anchors)) };
};

type KeyAge = {
  /** What it signs. */
  use: "age_tokens" | "id_tokens" | "erasure_receipts" | "practice_statements";
  kid: string;
  /** Null: one of TOKEN_SIGNING_KEYS, which says nothing of its age. */
  since: Date | null;
  state: "signs" | "waits" | "published" | "gone";
};

type Certificates = {
  /** The deployment's own, for requests to wallets; null: it has none. */
  deployment: { validUntil: Date } | null;
  /** Of open tenants, those that end first. */
  tenants: Awaited<ReturnType<typeof tenantCertificates>>["certificates"];
  /** Of all tenants' certificates, listed or not; `ending`: those that have ended, or will soon. */
  totals: { tenants: number; ending: number };
  keys: KeyAge[];
  /** Names of tenants that are on, and how many were proven in the last 24 hours: each had the proxy order a certificate. */
  hosts: { on: number; provenInADay: number };
};

const ownKeys = (use: KeyAge["use"], rows: readonly { id: string; createdAt: Date }[]): KeyAge[] =>
  rows.map(({ id, createdAt }, index) => ({
    ...{ use, kid: id, since: createdAt },
    state: index === 0 ? "signs" : "published",
  }));

/**
 * Certificates with their ends, and signing keys with their ages; never a key.
 * @param input.limit how many of the tenants' certificates to list
 */
export const certificateState = async (
  { deps }: Ctx,
  { limit }: { limit: number },
): Promise<Certificates> => {
  const db = deps.db.orm;
  const since = new Date(deps.now().getTime() - DAY_MS);
  const [{ certificates, total, ending }, idTokens, receipts, statements, on, provenInADay] =
    await Promise.all([
      tenantCertificates(db, limit, warnedBefore(deps.now())),
      listKeys(deps),
      listErasureKeys(db),
      listPracticeKeys(db),
      countHostsOn(db),
      countAudited(db, { action: "host.prove", since }),
    ]);
  const { requestSigner } = deps.wallet;
  return {
    deployment: requestSigner && { validUntil: endOfSigner(requestSigner) },
    tenants: certificates,
    totals: { tenants: total, ending },
    hosts: { on, provenInADay },
    keys: [
      ...deps.signingKeys.jwks().keys.map(
        ({ kid = "" }): KeyAge => ({
          ...{ use: "age_tokens", kid, since: null },
          state: kid === deps.signingKeys.signerKid() ? "signs" : "published",
        }),
      ),
      ...idTokens.map(
        ({ kid, activeFrom, state }): KeyAge => ({ use: "id_tokens", kid, since: activeFrom, state }),
      ),
      ...ownKeys("erasure_receipts", receipts),
      ...ownKeys("practice_statements", statements),
    ],
  };
};

export type ProcessState = {
  id: string;
  kind: string;
  startedAt: Date;
  seenAt: Date;
  version: string;
  /** Two processes of one machine have the same. */
  host: string;
  isSilent: boolean;
};

/**
 * The processes that gave signs of life, the last heard of first, without those that shut down cleanly and those whose place
 * another has taken.
 */
export const processStates = async ({ db, now }: Pick<Deps, "db" | "now">): Promise<ProcessState[]> => {
  const since = silentSince(now());
  const rows = await listLives(db.orm, PROCESSES);
  const replaced = new Set(takenPlaces(rows, since).values());
  return rows
    .filter(({ id }) => !replaced.has(id))
    .map(({ id, kind, startedAt, seenAt, version, hostHash: host }) => ({
      ...{ id, kind, startedAt, seenAt, version, host },
      isSilent: seenAt <= since,
    }));
};

/** What runs: versions, migrations, processes. */
export const systemState = async ({ deps }: Ctx) => {
  const { practice, startedAt, platformVersion } = deps.settings;
  const [health, server, migrations, processes] = await Promise.all([
    checkHealth(deps),
    readServer(deps.db.orm),
    migrationState(deps),
    processStates(deps),
  ]);
  return {
    software: practice.software,
    node: platformVersion,
    postgres: server.version,
    databaseBytes: server.bytes,
    /** Of the process that answers. */
    startedAt,
    health,
    migrations,
    processes,
  };
};
