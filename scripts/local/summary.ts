import { networkInterfaces } from "node:os";
import { isLocalhostName, isOwnAddress } from "#core/own-machine.ts";
import type { Demo } from "./demo.ts";
import { DEMO_ACCOUNTS } from "./oidc-people.ts";
import { bold, dim } from "./terminal.ts";

const row = (name: string, value: string) => `  ${dim(name.padEnd(14))}${value}`;

/** This machine's address in the network that a phone would be in; a word in its place where there is none. */
const networkAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "<this machine's address>";

/** How other devices, such as a phone for a hand-off, reach the service. */
export const otherDevices = (host: string, port: string, address = networkAddress()): string =>
  isLocalhostName(host) || isOwnAddress(host)
    ? `only this machine is let in. For a phone: HOST=0.0.0.0 PORT=${port} PUBLIC_URL=http://${address}:${port} npm start`
    : `all who reach ${host}:${port} are let in`;

type Run = { issuer: string; isDevelopment: boolean; host: string };

/** What to open, which keys to use, and lines to paste that run the main job. */
export function summary(demo: Demo, { issuer, isDevelopment, host }: Run): string {
  const { baseUrl, adminKey, tenant, demoWallet, webhook, vendors, site, mailPage } = demo;
  const people = DEMO_ACCOUNTS.map(({ name, about }) => `${name} (${about})`).join(", ");
  const isOurs = issuer.startsWith("http://localhost:");
  const signIn = isOurs ? `as ${people}, at ${issuer}` : issuer || "set CONSOLE_PROVIDER: see .env.example";
  const receiver = "shows what the demo tenant's endpoint gets, and answers as you choose";
  return [
    row("Service", bold(baseUrl)),
    row("Console", `${baseUrl}/console`),
    row("  sign in", signIn),
    row(
      "  operator",
      `${baseUrl}/console/operator${isOurs ? ", for Olivia Operator" : ", for people of OPERATORS"}`,
    ),
    ...(demoWallet ? [row("Demo wallet", `${demoWallet}, for verifications of the test key`)] : []),
    ...(vendors
      ? [row("Vendors", "stand-ins of Stripe Identity, Yoti and Didit, on pages of the test key")]
      : []),
    ...(webhook ? [row("Webhooks", `${webhook.page} ${receiver}`)] : []),
    ...(mailPage ? [row("Mail", `${mailPage} shows what the service sends by e-mail`)] : []),
    ...(site ? [row("Demo site", `${site.url}, a shop with a gate before it`)] : []),
    row("Docs", `${baseUrl}/docs`),
    row("Health", `${baseUrl}/health`),
    row("Other devices", otherDevices(host, new URL(baseUrl).port || "80")),
    "",
    row("Admin key", adminKey),
    row("Demo tenant", tenant.id),
    row("  live key", tenant.liveKey),
    row("  test key", tenant.testKey),
    row("For scripts", ".local/demo.json"),
    isDevelopment
      ? row("Edits", "pages and endpoints reload; what holds connections or runs in the worker restarts")
      : row("Logs", ".local/service.log, .local/worker.log, .local/postgres.log"),
    "",
    `  ${bold("Try it")}: paste into another terminal, in this folder.`,
    "",
    ...tryIt(demo),
    "",
    dim("  Ctrl-C stops everything."),
    "",
  ].join("\n");
}

/** The main job in plain curl, sed and grep, so that it runs wherever a shell does. */
export function tryIt({ baseUrl, tenant, webhook }: Demo): string[] {
  const headers = `-H "x-tenant-api-key: $KEY" -H 'content-type: application/json'`;
  return [
    `  KEY=${tenant.liveKey}`,
    "",
    dim("  # 1. Your backend starts a verification, and gets an address for the end user's browser."),
    `  STARTED=$(curl -s ${baseUrl}/verify/start ${headers} -d '{"callback_url":"${baseUrl}/docs"}')`,
    `  SESSION=$(echo "$STARTED" | sed -n 's/.*"sessionUrl":"\\([^"]*\\)".*/\\1/p'); echo "$SESSION"`,
    "",
    dim("  # 2. The end user uploads a photo of their licence: open that address, or send the sample."),
    `  curl -s "$SESSION/document" -H 'accept: application/json' -H 'content-type: image/jpeg' \\`,
    "    --data-binary @public/samples/licence-adult.jpg",
    "",
    dim("  # 3. The page's link back brings the token, and your backend confirms it."),
    `  TOKEN=$(curl -s "$SESSION" | grep -o 'token=[A-Za-z0-9._-]*' | head -n 1 | cut -d= -f2)`,
    `  curl -s ${baseUrl}/tokens/validate ${headers} -d "{\\"token\\":\\"$TOKEN\\"}"`,
    ...(webhook ? ["", dim(`  # The webhook about it has arrived: see ${webhook.page}.`)] : []),
  ];
}
