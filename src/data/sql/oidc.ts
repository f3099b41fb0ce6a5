import { columnsOf, statement } from "./statement.ts";

// What each request of a sign-in with age runs, several times over: the client it is for, and what is kept between
// two requests. The two hashes of an id are those with KEY_PEPPER and with the one before it.

const CLIENT = {
  id: "text",
  tenantId: "text",
  mode: "mode",
  name: "text",
  redirectUris: "texts",
  authMethod: "oidcAuthMethod",
  secretSealed: "text?",
  previousSecretSealed: "text?",
  previousSecretUntil: "time?",
  jwks: "json?",
  tokenAlg: "oidcTokenAlg",
  thresholds: "ints",
  underAge: "oidcUnderAge",
  requiresPkce: "boolean",
} as const;

/** Of an open tenant. $1 id, $2 mode: the two modes have nothing in common */
export const OIDC_CLIENT_BY_ID = statement({
  name: "oidc_client_by_id",
  parameters: ["text", "mode"],
  columns: CLIENT,
  text: `select ${columnsOf("c", CLIENT)} from oidc_client c join tenant t on t.id = c.tenant_id
    where c.id = $1 and c.mode = $2 and t.is_active`,
});

/**
 * Writes an artifact, over the one with the same id, without waiting for the disk: after a crash of the database a person
 * begins again. $1 hash, $2 kind, $3 hash of its grant, $4 content, $5 now, $6 its end
 */
export const OIDC_ARTIFACT_PUT = statement({
  name: "oidc_artifact_put",
  parameters: ["bytes", "text", "bytes?", "text", "time", "time"],
  columns: { commit: "text" },
  text: `with written as (
    insert into oidc_artifact (id_hash, kind, grant_hash, payload_sealed, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (id_hash) do update set grant_hash = excluded.grant_hash, payload_sealed = excluded.payload_sealed,
      expires_at = excluded.expires_at)
  select set_config('synchronous_commit', 'off', true) as commit`,
});

/** $1 and $2 hashes of its id */
export const OIDC_ARTIFACT_BY_ID = statement({
  name: "oidc_artifact_by_id",
  parameters: ["bytes", "bytes?"],
  columns: { idHash: "bytes", payloadSealed: "text", consumedAt: "time?" },
  text: `select id_hash as "idHash", payload_sealed as "payloadSealed", consumed_at as "consumedAt"
    from oidc_artifact where id_hash in ($1, $2)`,
});

/** Spends an artifact, for good: of two that try, one finds the row. $1 and $2 hashes of its id, $3 now */
export const OIDC_ARTIFACT_SPEND = statement({
  name: "oidc_artifact_spend",
  parameters: ["bytes", "bytes?", "time"],
  columns: { kind: "text" },
  text: `update oidc_artifact set consumed_at = $3 where id_hash in ($1, $2) and consumed_at is null
    returning kind`,
});

/** $1 and $2 hashes of its id */
export const OIDC_ARTIFACT_DROP = statement({
  name: "oidc_artifact_drop",
  parameters: ["bytes", "bytes?"],
  columns: { commit: "text" },
  text: `with dropped as (delete from oidc_artifact where id_hash in ($1, $2))
  select set_config('synchronous_commit', 'off', true) as commit`,
});

const RESULT = {
  id: "text",
  status: "status",
  verified: "boolean?",
  thresholds: "ints",
  ageAtLeast: "int?",
  ageBelow: "int?",
  errorCode: "text?",
  // Null: no decision was reached, or the tenant's policy hides the method.
  assurance: "text?",
  createdAt: "time",
  completedAt: "time?",
  expiresAt: "time",
} as const;

/**
 * What a check says, and whether it was taken back: an approved appeal in place of the rejection that it overturned. $1 the
 * verification, $2 its tenant
 */
export const OIDC_RESULT = statement({
  name: "oidc_result",
  parameters: ["text", "text"],
  columns: { ...RESULT, revokedAt: "time?" },
  text: `select ${columnsOf("v", RESULT)}, k.revoked_at as "revokedAt"
    from verification first
    join verification v on v.tenant_id = first.tenant_id and v.id = coalesce(
      case when first.overturned_at is not null then
        (select a.id from verification a where a.tenant_id = first.tenant_id and a.appeal_of = first.id limit 1) end,
      first.id)
    left join token k on k.verification_id = v.id
    where first.id = $1 and first.tenant_id = $2`,
});
