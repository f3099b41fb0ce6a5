// npm run trust -- import|list|remove: whose wallets' signatures this deployment believes. For DATABASE_URL, or the
// database of a running `npm start`.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type TrustImport, trustImport } from "#contracts/public/trust.ts";
import { ServiceError } from "#core/errors.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Ctx } from "#services/context.ts";
import { type AnchorView, listTrustAnchors, removeTrustAnchor } from "#services/trust/anchors.ts";
import { type AnchorCandidate, importTrustAnchors } from "#services/trust/import-list.ts";
import { explainDatabaseError, findDatabaseUrl } from "./lib/database.ts";
import { Foreseen, runScript } from "./lib/foreseen.ts";
import { scriptRuntime } from "./lib/script-runtime.ts";

const HELP = `npm run trust -- list
npm run trust -- remove tra_…
npm run trust -- import ca.pem --type org.iso.18013.5.1.mDL [--type …] [--label "Utopia"] [--eku 1.2.3 [--eku …] | --eku none]
npm run trust -- import provider.pem --type vical [--vouches-for org.iso.18013.5.1.mDL [--vouches-for …]]
                                                            pins a provider of lists, for these types alone
npm run trust -- import list.vical                          a list by a pinned provider (ISO/IEC 18013-5 Annex C)
npm run trust -- import av-tl.xml                           shows what the EU's trusted list for age verification holds
npm run trust -- import av-tl.xml --confirm <fingerprint>   trusts that of it`;

const OPTIONS = {
  type: { type: "string", multiple: true },
  label: { type: "string" },
  eku: { type: "string", multiple: true },
  "vouches-for": { type: "string", multiple: true },
  confirm: { type: "string", multiple: true },
} as const;

type Options = ReturnType<typeof parse>["values"];
const parse = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: true });

/** What kind of file it is, by what is in it. */
const usagesOf = (eku: string[] | undefined): object => {
  if (eku === undefined) return {};
  return eku.length === 1 && eku[0] === "none" ? { eku: null } : { ekus: eku };
};

const importOf = (file: Buffer, { type, label, eku, confirm, ...more }: Options): unknown => {
  const text = file.toString("utf8");
  if (text.includes("-----BEGIN CERTIFICATE-----")) {
    if (!type) throw new Foreseen("--type: which type of credential shall these certificates count for?");
    const vouchesFor = more["vouches-for"];
    return { format: "pem", content: text, credentialTypes: type, label, vouchesFor, ...usagesOf(eku) };
  }
  if (text.includes("TrustServiceStatusList")) return { format: "eu_trusted_list", content: text, confirm };
  return { format: "vical", content: file.toString("base64") };
};

const checked = (input: unknown): TrustImport => {
  const parsed = trustImport.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Foreseen(
    parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"),
  );
};

const day = (date: Date): string => date.toISOString().slice(0, 10);

const printAnchor = (anchor: AnchorView) => {
  const { label, vouchesFor, isValid, isStale, listNextUpdate } = anchor;
  const lists = vouchesFor.length > 0 ? `, lists of ${vouchesFor.join(", ")}` : "";
  const stale =
    isStale && listNextUpdate ? `, its list should have been replaced on ${day(listNextUpdate)}` : "";
  const state = `${isValid ? "" : ", does not count now"}${stale}`;
  console.log(`${anchor.id}  ${anchor.credentialType}  ${label}${lists}`);
  console.log(`  ${day(anchor.validFrom)} to ${day(anchor.validUntil)}${state}  ${anchor.fingerprint}`);
};

const printCandidate = (candidate: AnchorCandidate) =>
  console.log(
    `${candidate.service} (${candidate.serviceType}, ${candidate.status})\n  ${candidate.subject}\n  ${day(candidate.validFrom)} to ${day(candidate.validUntil)}  ${candidate.fingerprint}`,
  );

const COMMANDS: Record<string, (ctx: Ctx, given: string, options: Options) => Promise<void>> = {
  async list(ctx) {
    const anchors = await listTrustAnchors(ctx);
    for (const anchor of anchors) printAnchor(anchor);
    if (anchors.length === 0) console.log("Nothing is trusted yet.");
  },

  async remove(ctx, id) {
    await removeTrustAnchor(ctx, id);
    console.log(`${id} is not trusted any more.`);
  },

  async import(ctx, path, options) {
    const { anchors, candidates, skipped, outside, replacedHigherIssueId } = await importTrustAnchors(
      ctx,
      checked(importOf(readFileSync(path), options)),
    );
    for (const candidate of candidates) printCandidate(candidate);
    for (const anchor of anchors) printAnchor(anchor);
    if (skipped > 0) console.log(`${skipped} entries could not be read, or can be no anchors.`);
    if (outside > 0) console.log(`${outside} types are outside of what this provider vouches for.`);
    if (replacedHigherIssueId !== null)
      console.log(
        `The list that it replaced had a higher number, ${replacedHigherIssueId}. The later date counts.`,
      );
    console.log(`${anchors.length} trusted.`);
    if (candidates.length > 0 && anchors.length === 0)
      console.log(
        "The list's signature is not checked. Compare each fingerprint with what its authority publishes, then name it with --confirm.",
      );
  },
};

const main = async (): Promise<void> => {
  const { positionals, values } = parse(process.argv.slice(2));
  const [name = "", given = ""] = positionals;
  const command = COMMANDS[name];
  if (!command || (name !== "list" && given === "")) throw new Foreseen(HELP);
  const databaseUrl = findDatabaseUrl();
  const runtime = await scriptRuntime(databaseUrl);
  try {
    // Through the driver: Prisma would not say why there is no answer.
    await runtime.deps.db.pool.query("select 1");
    await command(systemCtx(runtime.deps), given, values);
  } catch (error) {
    if (error instanceof ServiceError) throw new Foreseen(error.message);
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await runtime.close();
  }
};

await runScript(main);
