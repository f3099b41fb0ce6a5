/** One entry of the trail. */
export type AuditGlance = {
  id: string;
  at: Date;
  /** "member:mem_…", "tenant:key_…", "admin", "system". */
  actor: string;
  actorName: string | null;
  action: string;
  target: string;
  targetName: string | null;
  changes: unknown;
  requestId: string;
};
