import type { Mode } from "#core/verification.ts";
import { insertApiKey } from "#data/api-keys.ts";
import type { Db } from "#data/client.ts";
import { API_KEY_RANDOM_BYTES, createApiKey } from "#platform/api-key.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";

export type CreatedKey = { id: string; mode: Mode; name: string; value: string };

/**
 * Makes an API key in the caller's transaction. Its value is in the answer and nowhere else, except that the
 * newest live key also stays sealed for GET /admin/tenants/:id.
 */
export const createKey = async (
  ctx: Ctx,
  db: Db,
  input: { tenantId: string; mode: Mode; name: string },
): Promise<CreatedKey> => {
  const { deps } = ctx;
  const id = newId(deps, "apiKey");
  const value = createApiKey(input.mode, deps.random(API_KEY_RANDOM_BYTES));
  await insertApiKey(db, {
    ...input,
    id,
    hash: new Uint8Array(deps.secrets.hash(value)),
    lastFour: value.slice(-4),
    sealed: input.mode === "live" ? deps.secrets.seal(value, id) : null,
    createdAt: deps.now(),
  });
  await recordAudit(ctx, db, {
    tenantId: input.tenantId,
    action: "api_key.create",
    target: id,
    changes: { mode: input.mode, name: input.name },
  });
  return { id, mode: input.mode, name: input.name, value };
};
