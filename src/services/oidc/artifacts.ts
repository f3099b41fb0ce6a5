import type { Mode } from "#core/verification.ts";
import * as rows from "#data/service/oidc-artifacts.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import { type Deps, openSealed } from "#services/context.ts";

// What the OpenID Provider keeps between two requests (docs/adr/0031). No id is stored, only its keyed hash, and no
// content but sealed: the table alone neither spends a code nor tells whose it is.

type Using = Pick<Deps, "db" | "secrets" | "now">;

/** What kind of artifact, and of which issuer: the two have nothing in common. */
export type Shelf = { mode: Mode; kind: string };

const hashesOf = ({ secrets }: Using, { mode, kind }: Shelf, id: string) =>
  fingerprintsOf(secrets, `oidc ${mode} ${kind}`, id);

/** The newest pepper's hash first. */
const bothHashes = (using: Using, shelf: Shelf, id: string) => {
  const [idHash = new Uint8Array(), formerHash = null] = hashesOf(using, shelf, id);
  return { idHash, formerHash };
};

const grantHashes = (using: Using, mode: Mode, grantId: string) =>
  hashesOf(using, { mode, kind: "Grant" }, grantId);

const contextOf = (idHash: Uint8Array): string =>
  `oidc-artifact:${Buffer.from(idHash).toString("base64url")}`;

type Payload = { [member: string]: unknown };

const rowOf = (using: Using, shelf: Shelf, id: string, payload: Payload, seconds: number) => {
  const { secrets, now } = using;
  const { grantId } = payload;
  const { idHash } = bothHashes(using, shelf, id);
  const [grantHash = null] = typeof grantId === "string" ? grantHashes(using, shelf.mode, grantId) : [];
  const createdAt = now();
  return {
    idHash,
    kind: shelf.kind,
    grantHash,
    payloadSealed: secrets.seal(JSON.stringify(payload), contextOf(idHash)),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + seconds * 1000),
  };
};

/** Keeps an artifact for so long, in place of the one with the same id. */
export const keepArtifact = (
  using: Using,
  shelf: Shelf,
  id: string,
  payload: Payload,
  seconds: number,
): Promise<void> => rows.putArtifact(using.db, rowOf(using, shelf, id, payload, seconds));

/** Keeps that an id was seen. @returns false: it was seen before, in this process or another */
export const keepOnce = (
  using: Using,
  shelf: Shelf,
  id: string,
  payload: Payload,
  seconds: number,
): Promise<boolean> => rows.addArtifact(using.db.orm, rowOf(using, shelf, id, payload, seconds));

const isPayload = (value: unknown): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The artifact with this id; a spent one says since when (`consumed`, seconds since the epoch). */
export const readArtifact = async (using: Using, shelf: Shelf, id: string): Promise<Payload | undefined> => {
  const found = await rows.findArtifact(using.db, bothHashes(using, shelf, id));
  const text = found && openSealed(using.secrets, found.payloadSealed, contextOf(found.idHash));
  if (!text) return undefined;
  const payload: unknown = JSON.parse(text);
  if (!isPayload(payload)) return undefined;
  const { consumedAt } = found;
  return consumedAt === null ? payload : { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) };
};

/** Spends an artifact that is for one use: true for exactly one caller, whichever process it is in. */
export const spendArtifact = (using: Using, shelf: Shelf, id: string): Promise<boolean> =>
  rows.consumeArtifact(using.db, bothHashes(using, shelf, id), using.now());

export const dropArtifact = (using: Using, shelf: Shelf, id: string): Promise<void> =>
  rows.deleteArtifact(using.db, bothHashes(using, shelf, id));

/** Drops all artifacts of a kind that hang on a grant. */
export const dropOfGrant = (using: Using, { mode, kind }: Shelf, grantId: string): Promise<void> =>
  rows.deleteOfGrant(using.db.orm, kind, grantHashes(using, mode, grantId));
