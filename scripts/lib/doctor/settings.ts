import { existsSync, readFileSync, statSync } from "node:fs";
import { parseEnv } from "node:util";
import type { Config } from "#config/config.ts";
import { SETTING_NAMES, SETTINGS } from "#config/settings-table.ts";
import { isOwnMachine } from "#core/own-machine.ts";
import { error, type Finding, PAGES, warning } from "./finding.ts";

const OTHERS_MAY_READ = 0o007;

const isOpenToOthers = (path: string): boolean =>
  process.platform !== "win32" && (statSync(path).mode & OTHERS_MAY_READ) !== 0;

/** The settings in a file, which may be missing, and whether others can read it. */
export function readEnvFile(path: string): { values: NodeJS.Dict<string>; findings: Finding[] } {
  try {
    const values = parseEnv(readFileSync(path, "utf8"));
    const message = `Every user of this host can read ${path} and the secrets in it. Run chmod 600 ${path}.`;
    return { values, findings: isOpenToOthers(path) ? [error("env-file.open", message, PAGES.secrets)] : [] };
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "ENOENT")
      return { values: {}, findings: [] };
    const message = `${path} cannot be read. Run this as the user of the service.`;
    return { values: {}, findings: [error("env-file.unreadable", message, PAGES.deployment)] };
  }
}

const KEY_FILES = SETTING_NAMES.filter((name) => SETTINGS[name].isKeyFile === true);

/** Files of private keys that others can read. Whether they exist is the settings' own question. */
export const keyFiles = (given: NodeJS.Dict<string>): Finding[] =>
  KEY_FILES.flatMap((name) => {
    const path = given[name];
    try {
      if (!path || !isOpenToOthers(path)) return [];
    } catch {
      return [];
    }
    return [
      error(
        "key-file.open",
        `Every user of this host can read the file of ${name}. Run chmod 600 on it.`,
        PAGES.secrets,
      ),
    ];
  });

/** Random bytes have nearly as many different values as there are bytes; 32 of them have 30 on average. */
const LEAST_DIFFERENT_BYTES = 20;
/** Of 32 random characters of base64, 25 differ on average; of hexadecimal ones, 14. */
const LEAST_DIFFERENT_CHARACTERS = 9;

const areDifferent = (values: Iterable<unknown>, least: number): boolean => new Set(values).size >= least;

/** Secrets that are not random, or used twice. */
export function secretStrength(config: Config): Finding[] {
  const weak = (name: string): Finding =>
    error(
      "secret.weak",
      `${name} is not random. Make a new one: npm run --silent settings prints some.`,
      PAGES.secrets,
    );
  const bytes = (
    [
      ["SECRETS_KEY", config.SECRETS_KEY],
      ["KEY_PEPPER", config.KEY_PEPPER],
    ] as const
  ).filter(([, value]) => !areDifferent(value.subarray(0, 64), LEAST_DIFFERENT_BYTES));
  const keys = (
    [
      ["ADMIN_KEYS", config.ADMIN_KEYS],
      ["METRICS_KEYS", config.METRICS_KEYS],
    ] as const
  ).filter(([, values]) => values.some((value) => !areDifferent(value, LEAST_DIFFERENT_CHARACTERS)));
  const isShared = config.SECRETS_KEY.equals(config.KEY_PEPPER);
  return [
    ...[...bytes, ...keys].map(([name]) => weak(name)),
    ...(isShared
      ? [error("secret.shared", "SECRETS_KEY and KEY_PEPPER are the same. Use two values.", PAGES.secrets)]
      : []),
  ];
}

const isPublicAddress = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" && !isOwnMachine(hostname);
};

/** Settings without which a page that people keep says less than it should. */
export function unsaidSettings({ PUBLIC_URL, OPERATOR_NAME }: Config): Finding[] {
  if (OPERATOR_NAME !== undefined || !isPublicAddress(PUBLIC_URL)) return [];
  const message =
    "OPERATOR_NAME is not set, so monthly statements name no seller and practice statements no operator. Set it to the name in your contracts.";
  return [warning("operator.unnamed", message, PAGES.billing)];
}

/** Without a provider the console is there, and nobody gets into it. */
export function noSignIn({ PUBLIC_URL, CONSOLE_PROVIDER }: Config): Finding[] {
  if (CONSOLE_PROVIDER !== undefined || !isPublicAddress(PUBLIC_URL)) return [];
  const message =
    "CONSOLE_PROVIDER is not set, so nobody can sign in to the console. Name your identity provider by it, CONSOLE_ISSUER, CONSOLE_CLIENT_ID and CONSOLE_CLIENT_SECRET.";
  return [warning("provider.none", message, PAGES.provider)];
}

/** Settings that are valid alone and wrong together. */
export function settingsThatDisagree({
  PUBLIC_URL,
  TRUSTED_PROXY_HOPS: hops,
  LINTEL_ENV,
}: Config): Finding[] {
  const { protocol } = new URL(PUBLIC_URL);
  const found: Finding[] = [];
  // serve speaks plain HTTP: with https, something in front of it terminates TLS.
  if (protocol === "https:" && hops === 0)
    found.push(
      error(
        "proxy.hops",
        "PUBLIC_URL is https and TRUSTED_PROXY_HOPS is 0, so all clients share the address and the limits of your proxy. Set it to the number of proxies.",
        PAGES.proxy,
      ),
    );
  if (isPublicAddress(PUBLIC_URL) && LINTEL_ENV === "development")
    found.push(
      error(
        "settings.development",
        "LINTEL_ENV is development on a public address. Remove it from the settings.",
        PAGES.deployment,
      ),
    );
  return found;
}

/** Docker's and Podman's mark of a container, and what Kubernetes puts into the environment of each. */
export const isInContainer = (env: NodeJS.Dict<string>): boolean =>
  existsSync("/.dockerenv") || existsSync("/run/.containerenv") || env.KUBERNETES_SERVICE_HOST !== undefined;

/**
 * A port that is open to every network of the host: serve speaks plain HTTP, and what /admin may do is the proxy's to keep in.
 * A container's network is its own. Without HOST in these settings the port is open too; where PUBLIC_URL is https, what starts
 * the service may say HOST, as the systemd unit does, and otherwise nothing speaks of a proxy either.
 */
export function openPort(
  { HOST }: NodeJS.Dict<string>,
  { PUBLIC_URL }: Pick<Config, "PUBLIC_URL">,
): Finding[] {
  if (HOST && !["0.0.0.0", "::"].includes(HOST)) return [];
  const isBehindTls = PUBLIC_URL.startsWith("https:");
  if (!HOST && isBehindTls) return [];
  const message = isBehindTls
    ? `HOST is ${HOST}, so every network of this host reaches the service past the proxy, unencrypted, and /admin with it. Set HOST to the address that your proxy connects to: 127.0.0.1 where it runs here.`
    : `HOST is ${HOST || "not set"} and PUBLIC_URL is http, so every network of this host reaches the service unencrypted, and /admin with it. Set HOST to 127.0.0.1 and, for others than this machine, put a proxy with https in front.`;
  return [warning("host.open", message, PAGES.proxy)];
}
