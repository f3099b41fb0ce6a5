import type { DeviceLogin } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import type { HiddenOf } from "#data/service/columns.ts";

type Hash = Uint8Array<ArrayBuffer>;

/** A sign-in of the command line, without the hashes of its codes. */
export type DeviceLoginRow = Pick<
  DeviceLogin,
  | ("hostName" | "createdAt" | "expiresAt" | "intervalSeconds")
  | ("pollAfter" | "isDenied" | "tenantId" | "memberId")
>;

const HIDDEN = {
  deviceCodeHash: true,
  userCodeHash: true,
} as const satisfies HiddenOf<DeviceLogin, DeviceLoginRow>;

export type NewDeviceLogin = Pick<
  DeviceLogin,
  "deviceCodeHash" | "userCodeHash" | "hostName" | "createdAt" | "expiresAt" | "intervalSeconds" | "pollAfter"
>;

export const insertDeviceLogin = async (db: Db, login: NewDeviceLogin): Promise<void> => {
  await db.deviceLogin.create({ data: login });
};

/** Also one that has expired: the caller judges by its own clock. */
export const findByDeviceCode = (db: Db, hashes: Hash[]): Promise<DeviceLoginRow | null> =>
  db.deviceLogin.findFirst({ where: { deviceCodeHash: { in: hashes } }, omit: HIDDEN });

const open = (hashes: Hash[], now: Date) => ({
  userCodeHash: { in: hashes },
  expiresAt: { gt: now },
  isDenied: false,
  tenantId: null,
});

/** The sign-in that still waits for an answer; null when the code is unknown, answered or expired. */
export const findOpenByUserCode = (db: Db, hashes: Hash[], now: Date): Promise<DeviceLoginRow | null> =>
  db.deviceLogin.findFirst({ where: open(hashes, now), omit: HIDDEN });

/** The answer of a member: confirmed for a tenant, or declined. Of two answers, only the first counts. */
export const answerDeviceLogin = async (
  db: Db,
  { hashes, now }: { hashes: Hash[]; now: Date },
  answer: { tenantId: string; memberId: string } | { isDenied: true },
): Promise<boolean> =>
  (await db.deviceLogin.updateMany({ where: open(hashes, now), data: answer })).count === 1;

/** Notes a poll: the earliest time of the next one, and the interval from now on. */
export const notePoll = async (
  db: Db,
  hashes: Hash[],
  next: Pick<DeviceLogin, "pollAfter" | "intervalSeconds">,
): Promise<void> => {
  await db.deviceLogin.updateMany({ where: { deviceCodeHash: { in: hashes } }, data: next });
};

/** Takes a confirmed sign-in away. Of two fetches at once, only one gets true. */
export const takeDeviceLogin = async (db: Db, hashes: Hash[], now: Date): Promise<boolean> =>
  (
    await db.deviceLogin.deleteMany({
      where: { deviceCodeHash: { in: hashes }, expiresAt: { gt: now }, tenantId: { not: null } },
    })
  ).count === 1;
