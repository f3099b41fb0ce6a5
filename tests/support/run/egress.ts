import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { withClient } from "../../../scripts/lib/database.ts";

const RECORDER = new URL("./egress-recorder.mjs", import.meta.url).href;

/** What the processes need whose connections are to be written down. */
export const recordingTo = (file: string): { NODE_OPTIONS: string; EGRESS_FILE: string } => ({
  NODE_OPTIONS: `--import ${RECORDER}`,
  EGRESS_FILE: file,
});

/** This machine has several names, and TLS and HTTP have usual ports. */
const sameName = (target: string): string => target.replace(/^(?:127\.0\.0\.1|::1|\[::1\]):/, "localhost:");

const hostOf = (address: string): string => {
  const { hostname, port, protocol } = new URL(address);
  const usual = { "http:": "80", "https:": "443", "postgres:": "5432", "postgresql:": "5432" }[protocol];
  return sameName(`${hostname}:${port || usual}`);
};

/** Every host that the recorded processes reached. */
export const readEgress = (file: string): string[] =>
  existsSync(file)
    ? [...new Set(readFileSync(file, "utf8").trim().split("\n").map(sameName))].toSorted()
    : [];

/** The recorded hosts that no statement names. */
export const unnamedHosts = (reached: readonly string[], named: readonly string[]): string[] => {
  const known = new Set(named.map(sameName));
  return reached.filter((host) => !known.has(host));
};

const published = z.object({
  statement: z.object({
    processors: z.array(z.object({ id: z.string(), host: z.string().nullable() })),
  }),
});

type Service = { baseUrl: string; env: NodeJS.ProcessEnv };

/**
 * The hosts behind every party that the statements of a running service name: by the statement where it says the host,
 * else by the settings and by what its tenants entered.
 */
export const namedHosts = async ({ baseUrl, env }: Service): Promise<string[]> => {
  const { DATABASE_URL: databaseUrl = "", CONSOLE_ISSUER: signIn, SMTP_URL: mail } = env;
  const read = async (query: string) => {
    const answer = await fetch(`${baseUrl}/.well-known/age-assurance.json${query}`);
    return published.parse(await answer.json()).statement.processors;
  };
  const entered = async () =>
    withClient(databaseUrl, async (client) => {
      // Those that were closed meanwhile, too: they have none any more.
      await client.query("update tenant set practice_published = true, is_active = true");
      const column = async (text: string): Promise<string[]> =>
        (await client.query<{ value: string }>(text)).rows.map(({ value }) => value);
      return {
        tenants: await column("select id as value from tenant"),
        receivers: await column("select url as value from webhook_endpoint"),
        // Those that were switched off meanwhile, too.
        identity_provider: await column("select issuer as value from identity_provider"),
        // A look for leaks asks a gate's own site as any visitor does, and brings nothing about a person.
        sites: await column("select origin as value from gate"),
      };
    });
  const { tenants, sites, ...own } = await entered();
  const ofDeployment = await read("");
  const ofTenants = await Promise.all(tenants.map((id) => read(`?tenant=${id}`)));
  const parties = [...ofDeployment, ...ofTenants.flat()];
  const said = parties.flatMap(({ host }) => (host === null ? [] : [hostOf(`https://${host}`)]));
  const behind: Record<string, readonly string[]> = {
    database: [databaseUrl],
    console_sign_in: signIn ? [signIn] : [],
    mail_server: mail ? [mail] : [],
    ...own,
  };
  // Next asks the service's own address for a page that is not there.
  return [
    hostOf(baseUrl),
    ...sites.map(hostOf),
    ...said,
    ...parties.flatMap(({ id }) => behind[id] ?? []).map(hostOf),
  ];
};
