/** One thing that is unmet, in the shape that `lintel doctor` prints too (sdk/cli/src/doctor/finding.ts). */
export type Finding = { id: string; severity: "error" | "warning"; message: string; docs: string };

/** Where the documentation says what to do. */
export const PAGES = {
  secrets: "docs/operations.md#rotating-secrets",
  database: "docs/operations.md#when-postgres-goes-away-or-silent",
  deployment: "docs/deployment.md",
  proxy: "docs/deployment.md#the-proxy-in-front",
  alerts: "docs/operations.md#alerts",
  migrations: "docs/operations.md#migrations",
  health: "docs/operations.md#health-and-readiness",
  mail: "docs/mail.md#when-mail-does-not-arrive",
  billing: "docs/billing.md#the-seller",
  managed: "docs/managed-postgresql.md",
  replica: "docs/operations.md#a-replica-for-reports",
  sizing: "docs/operations.md#sizing",
  provider: "docs/console-sign-in.md",
  signIn: "docs/console-sign-in.md#when-a-sign-in-fails",
  telemetry: "docs/telemetry.md#when-the-collector-is-away",
  exports: "docs/exports.md#pushed-to-your-collector",
  wallet: "docs/wallet.md",
} as const;

export const error = (id: string, message: string, docs: string): Finding => ({
  id,
  severity: "error",
  message,
  docs,
});
export const warning = (id: string, message: string, docs: string): Finding => ({
  ...error(id, message, docs),
  severity: "warning",
});
