import { ServiceError } from "#core/errors.ts";
import type { Network } from "#core/network.ts";
import { AGE_KEY_METHOD } from "#core/policy/age-key.ts";
import type { Mode } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { findSettings } from "#data/tenants/tenants.ts";
import { advanceCounter, deleteAgeKey, findAgeKey } from "#data/verifications/age-keys.ts";
import { assertionFault, counterIn, relyingPartyOf } from "#methods/age-key/age-key-method.ts";
import { brandOf } from "#services/brand.ts";
import type { Ctx } from "#services/context.ts";
import { type SignedReceipt, writeReceipt } from "#services/erasure/receipts.ts";
import { originOf, siteContext } from "#services/hosts/site.ts";
import { requireWithin } from "#services/limits.ts";
import { codeWithoutRow, keptOfRow, keyHashesOf, newQuestion, questionEnd, takeAnswer } from "./use.ts";

// The page where people look at their age key and delete it. Only its passkey shows that it is theirs.

const QUESTIONS_PER_NETWORK = { limit: 20, windowSeconds: 600 } as const;

/** What the browser is to ask its passkeys. @throws RATE_LIMIT_EXCEEDED */
export const askAboutKey = async (ctx: Ctx, network: Network): Promise<{ options: object }> => {
  const { deps } = ctx;
  await requireWithin(
    deps,
    { key: `age-key-page:${network}`, ...QUESTIONS_PER_NETWORK },
    () => "Too many age keys were asked for from this network. Wait a few minutes and try again.",
  );
  const expiresAt = questionEnd(deps);
  const challenge = await newQuestion(ctx, { purpose: "manage", verificationId: null, expiresAt });
  const method = deps.methods.get(AGE_KEY_METHOD);
  const context = { now: deps.now(), minimumAge: 0, mode: "live" as const, ...siteContext(ctx) };
  const question = await method?.start({ channel: "passkey", id: challenge, expiresAt }, context);
  const [asked] = question?.requests ?? [];
  if (!asked) throw new ServiceError("METHOD_UNAVAILABLE");
  return { options: asked.data };
};

/** The key whose passkey answered. @throws AGE_KEY_UNKNOWN, and the codes of the ceremony */
const answeredKey = async (ctx: Ctx, body: Uint8Array) => {
  const { deps } = ctx;
  const { submission, challenge, credentialId } = await takeAnswer(ctx, body, {
    purpose: "manage",
    verificationId: null,
  });
  const row = await findAgeKey(deps.db.orm, keyHashesOf(ctx, credentialId));
  const site = relyingPartyOf(originOf(ctx));
  const fault = await assertionFault(submission, keptOfRow(challenge, row ?? undefined), site);
  if (fault) throw new ServiceError(row ? fault : codeWithoutRow(fault));
  if (!row) throw new ServiceError("AGE_KEY_UNKNOWN");
  return { row, credentialId, counter: counterIn(submission) };
};

/** All that is kept of a key, except what its answers are checked against. */
export type ShownKey = {
  ageAtLeast: number;
  assurance: string;
  mode: Mode;
  provenIn: Date;
  expiresOn: Date;
  isSynced: boolean;
  /** Where it counts; null: at every site of the deployment that accepts such keys. */
  tenantName: string | null;
};

/** What a person's key says. @throws as answeredKey */
export const lookAtKey = async (ctx: Ctx, body: Uint8Array): Promise<ShownKey> => {
  const { deps } = ctx;
  const { row, counter } = await answeredKey(ctx, body);
  await advanceCounter(deps.db.orm, row.credentialHash, counter);
  const { ageAtLeast, assurance, mode, provenIn, expiresOn, isSynced, tenantId } = row;
  const tenant = tenantId === null ? null : await findSettings(deps.db.orm, tenantId);
  const tenantName = tenant && brandOf(tenant, null).name;
  return { ageAtLeast, assurance, mode, provenIn, expiresOn, isSynced, tenantName };
};

/** In receipts, for keys that belong to no single tenant. */
const NO_TENANT = "deployment";

/**
 * Deletes a person's key and writes its receipt, in one transaction. The receipt's subject is the passkey's
 * id in base64url, which is returned beside it: nothing keeps it.
 * @throws as answeredKey
 */
export const deleteKey = async (
  ctx: Ctx,
  body: Uint8Array,
): Promise<SignedReceipt & { credentialId: string }> => {
  const { deps } = ctx;
  const { row, credentialId } = await answeredKey(ctx, body);
  const { credentialHash, tenantId, mode } = row;
  return inTransaction(deps.db, async (db) => {
    if (!(await deleteAgeKey(db, credentialHash))) throw new ServiceError("AGE_KEY_UNKNOWN");
    const receipt = await writeReceipt(
      ctx,
      db,
      {
        tenantId: tenantId ?? NO_TENANT,
        verification: null,
        subject: { id: credentialId, mode },
        cause: "person",
        erased: [{ category: "age_key", rows: 1 }],
        kept: [],
      },
      deps.now(),
    );
    return { credentialId, ...receipt };
  });
};
