import type { AdminScope, KeyScope } from "#core/access/scopes.ts";

/** The actor of a call, recorded in the audit trail. */
export type Actor =
  /** By a key; `madeBy`: the member who made it, if one did. */
  | { kind: "tenant"; keyId: string; scopes: readonly KeyScope[]; madeBy: string | null }
  /**
   * By an operator's key; null: one of ADMIN_KEYS or METRICS_KEYS, which have no id. With a scope below "all", answers
   * hold no secret.
   */
  | { kind: "admin"; keyId: string | null; scope?: AdminScope }
  /** By a person whom OPERATORS names, in the operator's console. */
  | { kind: "operator"; memberId: string }
  | { kind: "member"; memberId: string }
  /** By a tenant's directory of people, over SCIM. */
  | { kind: "directory"; directoryId: string }
  | { kind: "end_user" }
  | { kind: "system" };

/** What a person does to a tenant that they are no member of: its audit trail says what happened, and not who they are. */
export const unnamed = <Given extends { readonly actor: Actor }>(ctx: Given): Given => ({
  ...ctx,
  actor: { kind: "system" },
});

const idOf = (actor: Actor): string | null => {
  switch (actor.kind) {
    case "tenant":
    case "admin":
      return actor.keyId;
    case "member":
    case "operator":
      return actor.memberId;
    case "directory":
      return actor.directoryId;
    default:
      return null;
  }
};

/** "admin", "admin:adk_…", "tenant:key_…", "member:mem_…", "operator:mem_…", "directory:dir_…". */
export const actorName = (actor: Actor): string => [actor.kind, idOf(actor) ?? []].flat().join(":");

/** The id in "member:mem_…", "tenant:key_…" and the like; null: another actor, which has none. */
export const idOfActor = (actor: string): string | null => /^[a-z_]+:(.+)$/.exec(actor)?.[1] ?? null;
