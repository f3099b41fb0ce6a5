/** How long the verifier of proofs is left in peace once it gave no usable answer. */
export const PROOF_COOL_DOWN_MS = 60_000;

/** The time after trouble, in this process. */
export type CoolDown = {
  /**
   * There is trouble now: another minute begins.
   * @returns whether to report it: once a minute, so that lasting trouble neither floods the log nor falls silent
   */
  begin(now: Date): boolean;
  isOn(now: Date): boolean;
};

export const createCoolDown = (): CoolDown => {
  let until = 0;
  let reportedUntil = 0;
  return {
    begin: (now) => {
      const end = now.getTime() + PROOF_COOL_DOWN_MS;
      until = end;
      const isReported = now.getTime() < reportedUntil;
      if (!isReported) reportedUntil = end;
      return !isReported;
    },
    isOn: (now) => now.getTime() < until,
  };
};

/**
 * The time after trouble, by tenant: one whose caller sends proofs that the verifier cannot read takes proofs from no other.
 * Where the verifier itself is away, each tenant finds out by its own next answer, which costs no attempt.
 */
export const createCoolDowns = () => {
  const byTenant = new Map<string, CoolDown>();
  return {
    begin: (tenantId: string, now: Date): void => {
      for (const [id, { isOn }] of byTenant) if (!isOn(now)) byTenant.delete(id);
      const own = byTenant.get(tenantId) ?? createCoolDown();
      byTenant.set(tenantId, own);
      own.begin(now);
    },
    isOn: (tenantId: string, now: Date): boolean => byTenant.get(tenantId)?.isOn(now) ?? false,
    size: (): number => byTenant.size,
  };
};
