import { generateKeyPairSync, randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import type { TokenClaims } from "#core/claims.ts";
import { SECRET_KINDS, type SecretFault, type SecretKind } from "#core/operator/rotation.ts";
import { hashesOf, includesBytes } from "#platform/secrets.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { endOfLife, newProcess, noteLife } from "#services/processes.ts";
import { createDatabase } from "./database.ts";
import { createService, SOME_CONNECTIONS, sharedEnv, type TestService } from "./service.ts";

// Processes of one deployment that give signs of life, each with the settings of its own start.

/** A process that runs; its signs of life are given by hand. */
export type TestProcess = {
  readonly service: TestService;
  readonly id: string;
  /** Why it did not begin. */
  readonly faults: readonly SecretFault[];
  /** Another sign of life, of a process that has given one every 15 seconds for so long. */
  sign(minutes?: number): Promise<SecretFault[]>;
  /** Another one, and none was given for so long. */
  signAfter(silentMinutes: number): Promise<SecretFault[]>;
  /** Ends it in order. */
  stop(): Promise<void>;
};

const MINUTE_MS = 60_000;

const signingKey = (): string =>
  JSON.stringify(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }));

const newValue = (kind: SecretKind): string =>
  kind === "TOKEN_SIGNING_KEYS" ? signingKey() : randomBytes(32).toString("base64");

/** The settings with one value, or with a second one that is read too. */
export const settingsWith = (kind: SecretKind, value: string, other?: string): Record<string, string> => {
  if (kind === "TOKEN_SIGNING_KEYS") {
    const keys = other === undefined ? [value] : [value, other];
    return { TOKEN_SIGNING_KEYS: `[${keys.join(",")}]` };
  }
  return { [kind]: value, ...(other === undefined ? {} : { [`${kind}_PREVIOUS`]: other }) };
};

/** A deployment on its own database, and two values of each secret: the one that it begins with, and a new one. */
export const createDeployment = async () => {
  const database = await createDatabase();
  const values = new Map(SECRET_KINDS.map((kind) => [kind, { old: newValue(kind), fresh: newValue(kind) }]));
  const valuesOf = (kind: SecretKind) => values.get(kind) ?? { old: "", fresh: "" };
  const begun = SECRET_KINDS.map((kind) => settingsWith(kind, valuesOf(kind).old));
  const env: Record<string, string> = Object.assign(
    { ...sharedEnv(database.url), ...SOME_CONNECTIONS, LOG_LEVEL: "silent" },
    ...begun,
  );
  const open = new Set<TestService>();
  onTestFinished(async () => {
    for (const service of open) await service.close();
    await database[Symbol.asyncDispose]();
  });
  const borrowed = { url: database.url, [Symbol.asyncDispose]: async () => {} };
  /** One that gives no signs of life, as a command. */
  const command = async (settings: Record<string, string> = {}): Promise<TestService> => {
    const service = await createService({ env: { ...env, ...settings }, database: borrowed });
    open.add(service);
    return service;
  };
  const start = async (settings: Record<string, string> = {}): Promise<TestProcess> => {
    const service = await command(settings);
    // As at each start: the first process on a database records its secrets.
    await findWrongSecrets(service.deps.db.orm, service.deps.secrets);
    const life = newProcess(service.deps, "serve", "host");
    const faults = await noteLife(service.deps, life);
    return {
      ...{ service, id: life.id, faults },
      sign: (minutes = 4) => {
        const now = Date.now();
        if (life.looks)
          life.looks = { since: new Date(now - minutes * MINUTE_MS), last: new Date(now - 15_000) };
        return noteLife(service.deps, life);
      },
      signAfter: (silentMinutes) => {
        const last = new Date(Date.now() - silentMinutes * MINUTE_MS);
        life.looks = { since: new Date(last.getTime() - 10 * MINUTE_MS), last };
        return noteLife(service.deps, life);
      },
      stop: async () => {
        await endOfLife(service.deps, life);
        open.delete(service);
        await service.close();
      },
    };
  };
  return { env, valuesOf, start, command };
};

const CLAIMS: TokenClaims = {
  iss: "https://age.test",
  aud: "ten_1",
  sub: "ver_1",
  jti: "tok_1",
  iat: 1,
  exp: 2,
  verified: true,
  over18: true,
  minimum_age: 18,
  method: "tenant",
};

const isRead = async (kind: SecretKind, writer: TestProcess, reader: TestProcess): Promise<boolean> => {
  const [one, other] = [writer.service.deps, reader.service.deps];
  switch (kind) {
    case "SECRETS_KEY": {
      const sealed = one.secrets.seal("text", "context");
      try {
        return other.secrets.open(sealed, "context") === "text";
      } catch {
        return false;
      }
    }
    case "KEY_PEPPER":
      return includesBytes(hashesOf(other.secrets, "value"), one.secrets.hash("value"));
    case "TOKEN_SIGNING_KEYS":
      return (await other.signingKeys.verify(await one.signingKeys.sign(CLAIMS), { issuer: CLAIMS.iss })).ok;
  }
};

/** How often one process could not read what another one writes. */
export const unread = async (kind: SecretKind, processes: readonly TestProcess[]): Promise<number> => {
  const pairs = processes.flatMap((writer) => processes.map((reader) => [writer, reader] as const));
  const read = await Promise.all(pairs.map(([writer, reader]) => isRead(kind, writer, reader)));
  return read.filter((isOne) => !isOne).length;
};

/** As after an outage: nobody has said anything for so long, or only this process has not. */
export const silence = async ({ service }: TestProcess, minutes: number, id?: string): Promise<void> => {
  await service.deps.db.orm.$executeRaw`
    update worker_life set said_at = said_at - make_interval(mins => ${minutes}::int)
    where ${id ?? null}::text is null or id = ${id ?? null}`;
};

/** What all processes have read since then, they have read for a day longer. */
export const aDayPasses = async ({ service }: TestProcess): Promise<void> => {
  await service.deps.db.orm.$executeRaw`
    update secret_in_use set read_since = coalesce((
      select jsonb_object_agg(key, to_jsonb((value #>> '{}')::timestamptz - interval '24 hours 1 second'))
      from jsonb_each(read_since)), '{}')`;
};
