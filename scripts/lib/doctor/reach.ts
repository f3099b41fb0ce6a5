import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Config } from "#config/config.ts";
import {
  CERTIFICATE_WORDS,
  type CertificateFault,
  certificateFaultOf,
} from "#core/identity/certificate-fault.ts";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { exportSendersOf } from "#runtime/exports.ts";
import type { Runtime } from "#runtime/runtime.ts";
import { error, type Finding, PAGES, warning } from "./finding.ts";

// Whether what the settings name answers, with a certificate that is trusted: provider, collectors, Redis.

const TIMEOUT_MS = 8_000;

/** What is wrong with the certificate of a server that speaks TLS from the first byte; null: nothing, or it does not answer. */
export const certificateAt = (host: string, port: number): Promise<CertificateFault | null> =>
  new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, timeout: TIMEOUT_MS });
    const end = (fault: CertificateFault | null): void => {
      socket.destroy();
      resolve(fault);
    };
    socket.once("secureConnect", () => end(null));
    socket.once("timeout", () => end(null));
    // It stays: a connection that is cut says so twice.
    socket.on("error", (failure) => end(certificateFaultOf(failure)));
  });

const whyUnanswered = (failure: unknown): string => {
  const fault = certificateFaultOf(failure);
  return fault === null ? "it does not answer. Start it, or correct the address" : CERTIFICATE_WORDS[fault];
};

/** The provider that signs people in to the console, asked as at the beginning of a sign-in. */
export async function providerFindings(config: Config, { deps }: Runtime): Promise<Finding[]> {
  const { identity } = deps;
  if (!identity) return [];
  const { issuer } = identity.signIn;
  const { host } = new URL(issuer);
  try {
    // GitHub has no description that a sign-in reads first.
    if (config.CONSOLE_PROVIDER === "github")
      await fetch(issuer, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    else await identity.authorization();
    return [];
  } catch (failure) {
    if (failure instanceof SignInRefusal) {
      const message = `${host} does not describe itself as the identity provider of CONSOLE_ISSUER. Compare the setting with the issuer in its description, to the letter.`;
      return [error("provider.description", message, PAGES.signIn)];
    }
    const fault = certificateFaultOf(failure);
    if (fault === null) {
      const message = `The console's identity provider ${host} does not answer, so no one can sign in. Check CONSOLE_ISSUER, and the network from here to it.`;
      return [error("provider.away", message, PAGES.signIn)];
    }
    const message = `The certificate of the console's identity provider ${host} is not trusted, so no one can sign in: ${CERTIFICATE_WORDS[fault]}.`;
    return [error("provider.certificate", message, PAGES.signIn)];
  }
}

/** Answers about us; all others say that something is there. */
const REFUSALS = [401, 403, 404, 405];

const refusal = (status: number, headers: string): string | null => {
  if (REFUSALS.includes(status))
    return `it refuses what is sent (status ${status}). Check the address and ${headers}`;
  return status >= 500 ? `it answers with status ${status}. Look at its log` : null;
};

/** The collector of traces and metrics, which gets an empty list of traces. */
export async function telemetryFindings(config: Config): Promise<Finding[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config;
  if (endpoint === undefined) return [];
  const why = await fetch(`${endpoint}/v1/traces`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ resourceSpans: [] }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(({ status }) => refusal(status, "OTEL_EXPORTER_OTLP_HEADERS"), whyUnanswered);
  const message = `No telemetry arrives at OTEL_EXPORTER_OTLP_ENDPOINT: ${why}.`;
  return why === null ? [] : [warning("telemetry.away", message, PAGES.telemetry)];
}

const whyNotPushed = (code: string): string => {
  if (code === "tls")
    return "its certificate is not trusted. EXPORT_EXTRA_CA_FILE or EXTRA_CA_FILE names the file of your own authority";
  const status = /^http_(\d+)$/.exec(code)?.[1];
  return (
    (status === undefined ? null : refusal(Number(status), "EXPORT_OTLP_HEADERS")) ??
    "it does not answer. Start it, or correct the address"
  );
};

/** Where the audit trail and the request log are pushed, which gets an empty list of lines. */
export async function exportFindings(config: Config, now: () => Date): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const sender of exportSendersOf(config, now)) {
    const pushed = await sender.send([]);
    await sender.close();
    // A collector that refuses an empty list is there.
    if (pushed.is === "taken" || pushed.fault === "lines") continue;
    const message = `Nothing arrives at ${sender.id}: ${whyNotPushed(pushed.code)}.`;
    found.push(error("export.away", message, PAGES.exports));
  }
  return found;
}
