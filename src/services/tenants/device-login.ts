import { type KeyScope, USUAL_SCOPES } from "#core/access/scopes.ts";
import { ServiceError } from "#core/errors.ts";
import { createUserCode, readUserCode, USER_CODE_RANDOM_BYTES } from "#core/oidc/user-code.ts";
import {
  answerDeviceLogin,
  type DeviceLoginRow,
  findByDeviceCode,
  findOpenByUserCode,
  insertDeviceLogin,
  notePoll,
  takeDeviceLogin,
} from "#data/members/device-logins.ts";
import { memberNames } from "#data/members/members.ts";
import { inTransaction } from "#data/service/client.ts";
import { hashesOf } from "#platform/secrets.ts";
import type { Ctx, Deps, MemberCtx, PersonCtx } from "#services/context.ts";
import { createKey, requireRoomForKey } from "#services/keys/keys.ts";
import { requireWithin } from "#services/limits.ts";
import { enterTenant } from "#services/members/identify.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf } from "#services/sealing.ts";

// The device authorization grant (RFC 8628) for the command line: it shows a code, a member confirms it in the
// console, and the command line fetches a test key. The key is made in the transaction that fetches it, so it is
// stored nowhere in between.

const LIFETIME_SECONDS = 600;
const INTERVAL_SECONDS = 5;
/** RFC 8628 §3.5: a client that asks too often waits this much longer each time. */
const SLOWER_BY_SECONDS = 5;
const DEVICE_CODE_BYTES = 32;

// Two purposes, so that a text known as one kind of code is never found as the other.
const deviceCodeText = (code: string): string => `device-code:${code}`;
const userCodeText = (code: string): string => `user-code:${code}`;

const inSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const newUserCode = (deps: Deps): string =>
  createUserCode(deps.random(USER_CODE_RANDOM_BYTES)) ?? newUserCode(deps);

type DeviceAuthorization = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};

/** Begins a sign-in of the command line (RFC 8628 §3.2). */
export const authorizeDevice = async (
  { deps }: Ctx,
  { host_name: hostName }: { host_name: string },
): Promise<DeviceAuthorization> => {
  const deviceCode = `ldc_${Buffer.from(deps.random(DEVICE_CODE_BYTES)).toString("base64url")}`;
  const userCode = newUserCode(deps);
  const now = deps.now();
  await insertDeviceLogin(deps.db.orm, {
    deviceCodeHash: hashOf(deps, deviceCodeText(deviceCode)),
    userCodeHash: hashOf(deps, userCodeText(userCode)),
    hostName,
    createdAt: now,
    expiresAt: inSeconds(now, LIFETIME_SECONDS),
    intervalSeconds: INTERVAL_SECONDS,
    pollAfter: now,
  });
  const page = `${deps.settings.publicUrl}/console/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    // Behind the "#", which browsers do not send: the code reaches no log.
    verification_uri_complete: `${page}#${userCode}`,
    expires_in: LIFETIME_SECONDS,
    interval: INTERVAL_SECONDS,
  };
};

const USER_CODES = { limit: 20, windowSeconds: 600 };

/**
 * Counts a code that a member enters: 20^8 codes of which each lives for ten minutes cannot be guessed at this pace
 * (RFC 8628 §5.1).
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
const limitUserCodes = ({ deps, member }: Pick<PersonCtx, "deps" | "member">): Promise<void> =>
  requireWithin(
    deps,
    { key: `user-codes:${member.id}`, ...USER_CODES },
    (seconds) => `You have entered too many codes. Try again in ${seconds} s.`,
  );

const noSuchCode = (): ServiceError =>
  new ServiceError(
    "NOT_FOUND",
    "This code is unknown, was answered already, or is older than ten minutes. Run lintel login again.",
  );

const userCodeHashes = (deps: Deps, typed: string) => {
  const code = readUserCode(typed);
  if (code === null) throw noSuchCode();
  return hashesOf(deps.secrets, userCodeText(code));
};

type WaitingDevice = Pick<DeviceLoginRow, "hostName" | "createdAt" | "expiresAt">;

/** What asked to sign in with this code. @throws NOT_FOUND, RATE_LIMIT_EXCEEDED */
export const viewDevice = async (ctx: PersonCtx, userCode: string): Promise<WaitingDevice> => {
  const { deps } = ctx;
  await limitUserCodes(ctx);
  const found = await findOpenByUserCode(deps.db.orm, userCodeHashes(deps, userCode), deps.now());
  if (!found) throw noSuchCode();
  const { hostName, createdAt, expiresAt } = found;
  return { hostName, createdAt, expiresAt };
};

/**
 * Confirms a sign-in: its command line may fetch a test key of this tenant, made in the member's name.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, CONFLICT: too many keys, NOT_FOUND, RATE_LIMIT_EXCEEDED
 */
export const approveDevice = async (ctx: MemberCtx, userCode: string): Promise<void> => {
  const { deps, tenant, member } = ctx;
  requirePermission(ctx, "keys.write");
  await limitUserCodes(ctx);
  const code = { hashes: userCodeHashes(deps, userCode), now: deps.now() };
  await inTransaction(deps.db, async (db) => {
    await requireRoomForKey(ctx, db);
    const isAnswered = await answerDeviceLogin(db, code, { tenantId: tenant.id, memberId: member.id });
    if (!isAnswered) throw noSuchCode();
  });
};

/** Declines a sign-in that the member did not start. @throws NOT_FOUND, RATE_LIMIT_EXCEEDED */
export const denyDevice = async (ctx: PersonCtx, userCode: string): Promise<void> => {
  const { deps } = ctx;
  await limitUserCodes(ctx);
  const code = { hashes: userCodeHashes(deps, userCode), now: deps.now() };
  if (!(await answerDeviceLogin(deps.db.orm, code, { isDenied: true }))) throw noSuchCode();
};

type DeviceToken = {
  /** The API key. */
  access_token: string;
  token_type: "api_key";
  mode: "test";
  tenantId: string;
  tenantName: string;
  keyName: string;
};

/**
 * Fetches the key of a confirmed sign-in, once (RFC 8628 §3.4 and 3.5).
 * @throws AUTHORIZATION_PENDING, SLOW_DOWN, ACCESS_DENIED, EXPIRED_TOKEN; CONFLICT: the tenant has too many keys
 */
export const fetchDeviceToken = async (
  ctx: Ctx,
  { device_code: deviceCode }: { device_code: string },
): Promise<DeviceToken> => {
  const { deps } = ctx;
  const hashes = hashesOf(deps.secrets, deviceCodeText(deviceCode));
  const now = deps.now();
  const login = await findByDeviceCode(deps.db.orm, hashes);
  if (!login || login.expiresAt.getTime() <= now.getTime()) throw new ServiceError("EXPIRED_TOKEN");
  if (login.isDenied) throw new ServiceError("ACCESS_DENIED", "The sign-in was declined in the console.");
  const isEarly = now.getTime() < login.pollAfter.getTime();
  const intervalSeconds = login.intervalSeconds + (isEarly ? SLOWER_BY_SECONDS : 0);
  await notePoll(deps.db.orm, hashes, { intervalSeconds, pollAfter: inSeconds(now, intervalSeconds) });
  if (isEarly)
    throw new ServiceError("SLOW_DOWN", `Wait ${intervalSeconds} seconds between calls from now on.`);
  if (login.tenantId === null || login.memberId === null) throw new ServiceError("AUTHORIZATION_PENDING");

  const member = await memberWhoConfirmed(ctx, login.memberId, login.tenantId);
  const keyName = `Command line on ${login.hostName}`;
  const key = await inTransaction(deps.db, async (db) => {
    if (!(await takeDeviceLogin(db, hashes, now))) throw new ServiceError("EXPIRED_TOKEN");
    await requireRoomForKey(member, db);
    const scopes: readonly KeyScope[] = [...USUAL_SCOPES, "events:listen"];
    const about = { mode: "test", name: keyName, scopes } as const;
    return createKey(member, db, { tenantId: member.tenant.id, ...about });
  });
  return {
    access_token: key.value,
    token_type: "api_key",
    mode: "test",
    tenantId: member.tenant.id,
    tenantName: member.tenant.name,
    keyName,
  };
};

/** @throws ACCESS_DENIED: the member has left, or lost the right since they confirmed */
const memberWhoConfirmed = async (ctx: Ctx, memberId: string, tenantId: string): Promise<MemberCtx> => {
  const actor = { kind: "member", memberId } as const;
  const name = (await memberNames(ctx.deps.db.orm, [memberId])).get(memberId) ?? "";
  const person: PersonCtx = {
    ...ctx,
    actor,
    member: { id: memberId, name },
    emailHash: null,
    sessionId: null,
  };
  try {
    const member = await enterTenant(person, tenantId);
    requirePermission(member, "keys.write");
    return member;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError("ACCESS_DENIED", "The member who confirmed may no longer create keys there.");
  }
};
