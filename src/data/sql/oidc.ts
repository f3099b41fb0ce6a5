import { fieldsOf, intoColumns, recordsetOf } from "./rows.ts";
import { columnsOf, statement } from "./statement.ts";
import { ARTIFACT, TENANT } from "./tables.ts";

// The statements that the requests of a sign-in with age run: the client it is for, and the data kept between
// two requests. They take one hash at a time: for "one of two", a plan made while the table was small reads
// all of it.

const CLIENT = {
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

/** A client of an open tenant. $1 id, $2 mode: the two modes have nothing in common */
export const OIDC_CLIENT_BY_ID = statement({
  name: "oidc_client_by_id",
  parameters: ["text", "mode"],
  columns: { clientId: "text", clientName: "text", ...CLIENT, ...TENANT },
  text: `select c.id as "clientId", c.name as "clientName", ${columnsOf("c", CLIENT)}, ${columnsOf("t", TENANT)}
    from oidc_client c join tenant t on t.id = c.tenant_id
    where c.id = $1 and c.mode = $2 and t.is_active`,
});

/**
 * Writes artifacts, each replacing the one with its id, and drops one, without waiting for the disk: after a
 * database crash, a person begins again. $1 an array of artifacts as JSON, $2 the hash of the one to drop
 */
export const OIDC_ARTIFACTS_WRITE = statement({
  name: "oidc_artifacts_write",
  parameters: ["jsonText", "bytes?"],
  columns: { commit: "text" },
  text: `with dropped as (delete from oidc_artifact where id_hash = $2),
  written as (
    insert into oidc_artifact (${intoColumns(ARTIFACT)})
    select ${fieldsOf("kept", ARTIFACT)}
    from jsonb_to_recordset($1::jsonb) as kept (${recordsetOf(ARTIFACT)})
    on conflict (id_hash) do update set grant_hash = excluded.grant_hash, payload_sealed = excluded.payload_sealed, verification_id = excluded.verification_id,
      expires_at = excluded.expires_at)
  select set_config('synchronous_commit', 'off', true) as commit`,
});

/** An artifact, and the grant that it belongs to. $1 the hash of its id */
export const OIDC_ARTIFACT_BY_ID = statement({
  name: "oidc_artifact_by_id",
  parameters: ["bytes"],
  columns: { payloadSealed: "text", consumedAt: "time?", grantHash: "bytes?", grantSealed: "text?" },
  text: `select a.payload_sealed as "payloadSealed", a.consumed_at as "consumedAt",
      g.id_hash as "grantHash", g.payload_sealed as "grantSealed"
    from oidc_artifact a left join oidc_artifact g on g.id_hash = a.grant_hash where a.id_hash = $1`,
});

/** The check that counts: an approved appeal in place of the rejection that it overturned. @param id a parameter */
const counting = (id: string): string => `(
      select coalesce(
        case when first.overturned_at is not null then
          (select a.id from verification a where a.tenant_id = first.tenant_id and a.appeal_of = first.id limit 1) end,
        first.id)
      from verification first where first.id = ${id})`;

/**
 * Spends an artifact permanently: of two attempts, one finds the row. It also tells whether what the artifact
 * stands for was taken back. $1 the hash of its id, $2 now, $3 the check of a code
 */
export const OIDC_ARTIFACT_SPEND = statement({
  name: "oidc_artifact_spend",
  parameters: ["bytes", "time", "text?"],
  columns: { revokedAt: "time?" },
  text: `update oidc_artifact set consumed_at = $2 where id_hash = $1 and consumed_at is null
    returning (select k.revoked_at from token k where k.verification_id = ${counting("$3")}) as "revokedAt"`,
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

/** The result of a check, and whether it was taken back. $1 the verification, $2 its tenant */
export const OIDC_RESULT = statement({
  name: "oidc_result",
  parameters: ["text", "text"],
  columns: { ...RESULT, revokedAt: "time?" },
  // The id comes from a subquery: with a join, a plan made for few rows would read all of the tenant's.
  text: `select ${columnsOf("v", RESULT)}, k.revoked_at as "revokedAt"
    from verification v left join token k on k.verification_id = v.id
    where v.tenant_id = $2 and v.id = ${counting("$1")}`,
});
