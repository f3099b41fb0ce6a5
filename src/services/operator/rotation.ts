import { SECRET_KINDS, type SecretKind } from "#core/operator/rotation.ts";
import { type RotationStep, rotationStep } from "#core/operator/rotation-steps.ts";
import { countAdminKeysUnusedSince } from "#data/operator/admin-keys.ts";
import { findTestWord } from "#data/service/secret-check.ts";
import { listSaying, readSecretsInUse, type SayingProcess } from "#data/service/secrets-in-use.ts";
import { countKeysUnusedSince } from "#data/tenants/api-keys.ts";
import { namesOfTestWord } from "#services/check-secrets.ts";
import type { Deps } from "#services/context.ts";
import { heldSecrets } from "#services/secrets-in-use.ts";

/** What comes next in the rotation of each secret that processes share, and which processes run. */
export type Rotations = {
  steps: { kind: SecretKind; step: RotationStep }[];
  processes: Omit<SayingProcess, "said">[];
};

/**
 * Says from the settings of the caller and from what the processes say of theirs which step comes next. It changes nothing.
 * @throws Error: the settings are of another database
 */
export const rotations = async (deps: Pick<Deps, "db" | "secrets" | "signingKeys">): Promise<Rotations> => {
  const db = deps.db.orm;
  const held = heldSecrets(deps);
  const { inUse, now } = await readSecretsInUse(db);
  const saying = await listSaying(db);
  const names = await namesOfTestWord(db, deps.secrets);
  const word = await findTestWord(db);
  // `reseal` writes the word last, and notes when it first did so with a pepper.
  const since = word?.createdAt ?? now;
  const unusedKeys =
    held.KEY_PEPPER.reads.length > 1
      ? (await countKeysUnusedSince(db, since, now)) + (await countAdminKeysUnusedSince(db, since, now))
      : 0;
  const steps = SECRET_KINDS.map((kind) => {
    const isResealed = kind === "TOKEN_SIGNING_KEYS" || names === null || names[kind] === inUse[kind].name;
    const { wants, reads, writable } = held[kind];
    const living = saying.map(({ id, said }) => ({ id, said: said?.[kind] ?? null }));
    const step = rotationStep({
      ...{ kind, inUse: inUse[kind], settings: { wants, reads, writable }, living, isResealed, now },
      unusedKeys: kind === "KEY_PEPPER" ? unusedKeys : 0,
    });
    return { kind, step };
  });
  return {
    steps,
    processes: saying.map(({ id, kind, version, startedAt }) => ({ id, kind, version, startedAt })),
  };
};
