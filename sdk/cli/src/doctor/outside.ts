import { request as plainRequest } from "node:http";
import type { Io } from "../io.ts";
import { type Answer, callService, fieldIn, textIn } from "../request.ts";
import { isLoopback } from "../service.ts";
import { examineAdmin } from "./admin.ts";
import { ask, error, type Finding, type Report, reportTo, warning } from "./finding.ts";
import { examineProxy } from "./proxy.ts";
import { examineTls } from "./tls.ts";

export type Target = {
  url: string;
  adminKey?: string | undefined;
  /** Where plain http is answered; null: not asked. */
  httpPort: number | null;
};

const DEPLOYMENT = "docs/deployment.md#the-proxy-in-front";
const OPERATIONS = "docs/operations.md#health-and-readiness";

/** A webhook is refused when clocks differ by five minutes; long before that, tokens seem to come from the future. */
const MOST_SKEW_SECONDS = 30;

/** Asks a deployment from outside, as its tenants and end users reach it. */
export async function examineOutside(io: Io, target: Target, report: Report): Promise<void> {
  const url = new URL(target.url);
  const isEncrypted = url.protocol === "https:";
  if (isEncrypted) {
    const port = url.port === "" ? 443 : Number(url.port);
    const faults = await examineTls({ hostname: url.hostname, port }, io.now());
    for (const finding of faults) report.found(finding);
    if (faults.length === 0) report.passed("TLS certificate");
    if (faults.some(({ severity }) => severity === "error")) return;
  } else if (!isLoopback(url.hostname))
    report.found(
      error("tls.none", "The service is not encrypted. Put a proxy with TLS in front of it.", DEPLOYMENT),
    );
  if (isEncrypted && target.httpPort !== null)
    reportTo(report, "http leads to https", await plainHttp(url.hostname, target.httpPort));

  const health = await ask(io, `${target.url}/health`);
  if (typeof health === "string") {
    report.found(error("health.unreachable", `${url.host} did not answer: ${health}.`, OPERATIONS));
    return;
  }
  if (textIn(health.body, "status") === undefined || textIn(health.body, "database") === undefined) {
    const message = `${target.url}/health is not answered by a Lintel service (status ${health.status}). Check the address and the proxy.`;
    report.found(error("health.foreign", message, "docs/deployment.md"));
    return;
  }
  reportTo(report, "health", healthFinding(health));
  reportTo(report, "readiness", await readiness(io, target.url));
  reportTo(report, "clock", clockSkew(health, io.now()));
  if (isEncrypted) reportTo(report, "Strict-Transport-Security", hstsFinding(health));
  await examineProxy(io, target.url, health, report);
  reportTo(report, "headers of pages", await pageHeaders(io, target.url));
  // On the host itself the process is asked: PUBLIC_URL and the addresses of clients are its proxy's.
  const isOutside = isEncrypted || !isLoopback(url.hostname);
  reportTo(report, "OpenAPI document", await openApi(io, target.url, isOutside));
  reportTo(report, "token keys", await tokenKeys(io, target.url));
  await examineAdmin(io, { url: target.url, adminKey: target.adminKey, isOutside }, report);
  if (isOutside) reportTo(report, "client addresses", await forgedAddress(io, target.url));
}

const plainHttp = (host: string, port: number): Promise<Finding | null> =>
  new Promise((resolve) => {
    const asked = plainRequest({ host, port, path: "/health", timeout: 5_000, agent: false }, (response) => {
      const { statusCode = 0, headers } = response;
      response.resume();
      const leads =
        statusCode >= 300 && statusCode < 400 && headers.location?.startsWith("https://") === true;
      const isRefusal = statusCode >= 400;
      const message = `http://${host}${port === 80 ? "" : `:${port}`} answers without TLS. Redirect it to https, or close the port.`;
      resolve(leads || isRefusal ? null : error("http.unencrypted", message, DEPLOYMENT));
    });
    // A closed port is as good as a redirect.
    asked.once("timeout", () => asked.destroy());
    asked.once("error", () => resolve(null));
    asked.end();
  });

const REASONS: Readonly<Record<string, string>> = {
  database_unreachable: "the database does not answer. Check that PostgreSQL runs, and DATABASE_URL",
  database_silent: "the database accepts connections and does not answer. Look at its load and its disk",
  database_read_only: "the database is read-only. After a failover, point DATABASE_URL at the primary",
  cache_unreachable: "Redis does not answer, so each process counts rate limits alone. Check REDIS_URL",
  process_broken:
    "the process is broken, and ends by itself so that another one takes its place. Look at its last log lines",
  shutting_down: "the process is about to stop",
};

function healthFinding({ body }: Answer): Finding | null {
  if (textIn(body, "status") === "ok") return null;
  const reasons = fieldIn(body, "reasons");
  const codes = Array.isArray(reasons) ? reasons.map(String) : ["unknown"];
  const said = codes.map((code) => REASONS[code] ?? "it gives no reason this command knows").join("; ");
  return error(`health.${codes[0]}`, `The service is degraded: ${said}.`, OPERATIONS);
}

async function readiness(io: Io, url: string): Promise<Finding | null> {
  const answer = await ask(io, `${url}/health/ready`);
  if (typeof answer !== "string" && answer.status === 200) return null;
  const why =
    typeof answer === "string" ? answer : (textIn(answer.body, "message") ?? `status ${answer.status}`);
  return error("ready", `The service is not ready for requests: ${why}`, OPERATIONS);
}

function clockSkew({ headers }: Answer, now: Date): Finding | null {
  const theirs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(theirs))
    return warning("clock.unknown", "Answers carry no Date header. Let the proxy pass it on.", DEPLOYMENT);
  const seconds = Math.round((now.getTime() - theirs) / 1000);
  if (Math.abs(seconds) <= MOST_SKEW_SECONDS) return null;
  const message = `The clocks differ by ${Math.abs(seconds)} s: here ${now.toISOString()}, there ${new Date(theirs).toISOString()}. Synchronise both by NTP.`;
  return error("clock.skew", message, "docs/operations.md");
}

function hstsFinding({ headers }: Answer): Finding | null {
  const seconds = Number(/max-age="?(\d+)/i.exec(headers.get("strict-transport-security") ?? "")?.[1] ?? 0);
  if (seconds >= 15_768_000) return null;
  return warning(
    "headers.hsts",
    "Strict-Transport-Security is missing or shorter than half a year (RFC 6797). Lintel sends it with an https PUBLIC_URL; check the proxy.",
    DEPLOYMENT,
  );
}

const PAGE_HEADERS: readonly [name: string, accepts: RegExp][] = [
  ["content-security-policy", /frame-ancestors/],
  ["x-content-type-options", /^nosniff$/],
  ["referrer-policy", /no-referrer/],
];

async function pageHeaders(io: Io, url: string): Promise<Finding | null> {
  const answer = await ask(io, `${url}/console/sign-in`, { Accept: "text/html" });
  if (typeof answer === "string" || answer.status !== 200) {
    const why = typeof answer === "string" ? answer : `status ${answer.status}`;
    return error(
      "pages",
      `The console's sign-in page does not load: ${why}. Let the proxy pass on every path.`,
      DEPLOYMENT,
    );
  }
  const missing = PAGE_HEADERS.filter(([name, accepts]) => !accepts.test(answer.headers.get(name) ?? ""));
  if (missing.length === 0) return null;
  const names = missing.map(([name]) => name).join(", ");
  return error(
    "headers.pages",
    `Pages come without ${names} as Lintel sends them. Let the proxy leave these headers alone.`,
    DEPLOYMENT,
  );
}

async function openApi(io: Io, url: string, isOutside: boolean): Promise<Finding | null> {
  const answer = await ask(io, `${url}/openapi.json`);
  const version = typeof answer === "string" ? undefined : textIn(answer.body, "openapi");
  if (typeof answer === "string" || version?.startsWith("3.1") !== true)
    return error(
      "openapi",
      "There is no OpenAPI 3.1 document at /openapi.json. Let the proxy pass it on.",
      "docs/deployment.md",
    );
  const stated = textIn(fieldIn(answer.body, "servers"), "0", "url");
  if (!isOutside || stated === undefined || new URL(stated).origin === new URL(url).origin) return null;
  return error(
    "public-url",
    `The service calls itself ${stated}, and you reach it at ${url}. Set PUBLIC_URL to the address that people use: tokens and links carry it.`,
    "docs/deployment.md",
  );
}

async function tokenKeys(io: Io, url: string): Promise<Finding | null> {
  const answer = await ask(io, `${url}/.well-known/jwks.json`);
  const keys = typeof answer === "string" ? undefined : fieldIn(answer.body, "keys");
  const usable =
    Array.isArray(keys) && keys.some((key) => textIn(key, "crv") === "P-256" && textIn(key, "kid"));
  return usable
    ? null
    : error(
        "token-keys",
        "No ES256 key is published at /.well-known/jwks.json, so nobody can check tokens offline.",
        "docs/operations.md#token_signing_keys",
      );
}

/** The limit of /cli/device_authorization for each network, a minute. */
const ANNOUNCED_LIMIT = 10;

/**
 * Whether a client can choose the address that the service takes for its own: the calls below claim another network each,
 * and only a service that believes the claim lets all of them pass. They name no client, so nothing is begun.
 */
async function forgedAddress(io: Io, url: string): Promise<Finding | null> {
  for (let index = 0; index <= ANNOUNCED_LIMIT; index += 1) {
    const headers = { "X-Forwarded-For": `203.0.113.${index + 1}` };
    const answer = await callService(io, `${url}/cli/device_authorization`, { form: {}, headers }).catch(
      () => null,
    );
    // A limit was met, or the release has no such endpoint: nothing to say.
    if (answer === null || answer.status !== 400) return null;
  }
  return error(
    "proxy.forged-address",
    "The service believes any X-Forwarded-For that a client sends, so rate limits can be evaded. Set TRUSTED_PROXY_HOPS to the number of proxies in front of it.",
    DEPLOYMENT,
  );
}
