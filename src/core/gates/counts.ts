/** What a process counted at a gate on one UTC day: docs/gate.md. */
export type GateCounts = {
  gateId: string;
  tenantId: string;
  /** YYYY-MM-DD. */
  day: string;
  /** Checks that were answered with yes, and with no. */
  passes: number;
  refusals: number;
  /** Visitors who pressed the button, and those who proved their age. */
  starts: number;
  approvals: number;
};

export type GateCount = "passes" | "refusals" | "starts" | "approvals";
