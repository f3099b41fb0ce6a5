import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Config, signUpOf } from "#config/config.ts";
import { SETTING_NAMES, SETTINGS, type SettingName } from "#config/settings-table.ts";
import type { SettingPart, ShownSetting } from "#core/operator/settings.ts";
import type { Secrets } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";
import { practiceOf } from "./practice.ts";

const part = (text: string, label: string | null = null): SettingPart => ({ label, text });

type Given<Name extends SettingName> = NonNullable<Config[Name]>;

const mailboxParts = (mailbox: Config["MAIL_FROM"]): SettingPart[] =>
  mailbox ? [part(mailbox.name === "" ? mailbox.address : `${mailbox.name} <${mailbox.address}>`)] : [];

const choiceParts = ({ otherwise, byCredential }: Config["WALLET_STATUS_MISSING"]): SettingPart[] => {
  const exceptions = Object.entries(byCredential);
  return [
    part(otherwise, exceptions.length === 0 ? null : "All others"),
    ...exceptions.map(([credential, choice]) => part(choice, credential)),
  ];
};

type OwnCredential = Given<"WALLET_OWN_CREDENTIALS">[string];

const ownCredentialText = (type: OwnCredential): string => {
  if ("vct" in type) return `${type.vct}, claim ${type.claim}`;
  const { docType, namespace, element } = type;
  const ages = Object.entries(element).map(([id, age]) => `${id} from ${age}`);
  return `${docType}, ${namespace}: ${typeof element === "string" ? element : ages.join(", ")}`;
};

const displayParts = (display: Config["WALLET_REGISTRAR_DISPLAY"]): SettingPart[] =>
  display
    ? [
        part(display.display_name, "Name"),
        part(display.logo_uri, "Logo"),
        part(display.privacy_policy_uri, "Privacy policy"),
      ]
    : [];

// Settings with more structure than a list of texts, as a person reads them.
const READ: { [Name in SettingName]?: (config: Config) => SettingPart[] } = {
  MAIL_FROM: ({ MAIL_FROM }) => mailboxParts(MAIL_FROM),
  MAIL_REPLY_TO: ({ MAIL_REPLY_TO }) => mailboxParts(MAIL_REPLY_TO),
  OPERATORS: ({ OPERATORS: { emails, claims } }) => [
    ...emails.map((email) => part(email, "Address")),
    ...claims.map((claim) => part(claim.replace("=", " = "), "Claim")),
  ],
  WALLET_OWN_CREDENTIALS: ({ WALLET_OWN_CREDENTIALS: types }) =>
    Object.entries(types).map(([name, type]) => part(ownCredentialText(type), name)),
  WALLET_REGISTRAR_DISPLAY: ({ WALLET_REGISTRAR_DISPLAY }) => displayParts(WALLET_REGISTRAR_DISPLAY),
  WALLET_STATUS_UNREACHABLE: ({ WALLET_STATUS_UNREACHABLE }) => choiceParts(WALLET_STATUS_UNREACHABLE),
  WALLET_STATUS_MISSING: ({ WALLET_STATUS_MISSING }) => choiceParts(WALLET_STATUS_MISSING),
  WALLET_ZK_CIRCUITS: ({ WALLET_ZK_CIRCUITS: circuits }) =>
    circuits.map(({ hash, parameters }) => part([hash, ...Object.values(parameters ?? {})].join(":"))),
};

const FINGERPRINT_CHARACTERS = 10;

const asText = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return value.toString("base64");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Keyed and of one length: it tells whether two processes have the same value, and nothing about the value. */
const fingerprintOf = (secrets: Pick<Secrets, "fingerprint">, name: string, value: unknown): string =>
  secrets
    .fingerprint(`setting:${name}`, asText(value))
    .toString("base64url")
    .slice(0, FINGERPRINT_CHARACTERS);

/** Without user, password, query and fragment. */
const bareAddress = (text: string): string => {
  if (!URL.canParse(text)) return "";
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
};

const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/** What a setting that is not secret says: one part for each member of a list, and never JSON. */
const partsOf = (config: Config, name: SettingName): SettingPart[] => {
  const value: unknown = config[name];
  const read = READ[name];
  if (read) return read(config);
  return Array.isArray(value) ? value.map((each) => part(String(each))) : [part(asText(value))];
};

const shown = (config: Config, name: SettingName, secrets: Pick<Secrets, "fingerprint">): ShownSetting => {
  const { kind } = SETTINGS[name];
  const value: unknown = config[name];
  const absent: ShownSetting = { name, kind, value: null, fingerprint: null, isSet: false };
  if (isAbsent(value)) return absent;
  if (kind === "plain") {
    const parts = partsOf(config, name);
    return parts.length === 0 ? absent : { ...absent, value: parts, isSet: true };
  }
  const fingerprint = fingerprintOf(secrets, name, value);
  const address = kind === "address" ? [part(bareAddress(asText(value)))] : null;
  return { name, kind, value: address, fingerprint, isSet: true };
};

const byName = (one: ShownSetting, other: ShownSetting): number => (one.name < other.name ? -1 : 1);

/** Every setting as this process runs with it, by name, also those that are not set; secrets as fingerprints only. */
export const shownSettings = (config: Config, secrets: Pick<Secrets, "fingerprint">): ShownSetting[] =>
  SETTING_NAMES.map((name) => shown(config, name, secrets)).sort(byName);

/** The migrations beside this program, by name; null: it was packed without them. */
const knownMigrations = (): string[] | null => {
  try {
    return readdirSync(join(process.cwd(), "prisma", "migrations"), { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
      .sort();
  } catch {
    return null;
  }
};

/** Where usage is reported to; null: nowhere. */
const metersOf = (config: Config) => {
  const { STRIPE_METER_SECRET_KEY: secretKey, STRIPE_METER_EVENT_NAME: checks } = config;
  if (secretKey === undefined || checks === undefined) return null;
  return {
    baseUrl: config.STRIPE_STAND_IN_URL ?? "https://api.stripe.com",
    secretKey,
    eventNames: { checks, reused: config.STRIPE_METER_REUSED_EVENT_NAME ?? null },
  };
};

/** The settings that use cases ask for. */
export const settingsOf = (config: Config, secrets: Secrets, startedAt: Date): Deps["settings"] => {
  // Read now: a later release can be moved into place under a process that still runs this one.
  const migrations = knownMigrations();
  return {
    publicUrl: config.PUBLIC_URL,
    currency: config.CURRENCY,
    operatorName: config.OPERATOR_NAME ?? null,
    operatorAddress: config.OPERATOR_ADDRESS ?? null,
    operatorTaxId: config.OPERATOR_TAX_ID ?? null,
    adminKeys: config.ADMIN_KEYS,
    metricsKeys: config.METRICS_KEYS,
    authFailuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
    refusesWithoutCache: config.RATE_LIMIT_ON_CACHE_FAILURE === "deny",
    operatorTenantId: config.OPERATOR_TENANT ?? null,
    webhookAllowLoopback: config.WEBHOOK_ALLOW_LOOPBACK === "true",
    consoleCallsPerMinute: config.CONSOLE_CALLS_PER_MINUTE,
    signInsPerMinute: config.CONSOLE_SIGN_INS_PER_MINUTE,
    signUp: signUpOf(config),
    consoleSupportUrl: config.CONSOLE_SUPPORT_URL ?? null,
    practice: practiceOf(config),
    meters: metersOf(config),
    publishesNumbers: config.PUBLISH_NUMBERS === "true",
    mail: config.MAIL_FROM ? { from: config.MAIL_FROM.address } : null,
    operators: config.OPERATORS,
    shown: () => shownSettings(config, secrets),
    migrations: () => migrations,
    platformVersion: process.version,
    alerts: {
      emails: config.ALERT_EMAILS ?? [],
      slackUrl: config.ALERT_SLACK_URL ?? null,
      databaseGib: config.ALERT_DATABASE_GIB ?? null,
    },
    startedAt,
  };
};
