// npm run registrar -- init|root|issue|renew|announce|withdraw|list: the operator as Google's "Verifier Registrar".
// docs/wallet.md, Google Wallet, says when. It takes the settings of the service, which may keep running.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  faultOfParty,
  newRegistrarRoot,
  type PartyDisplay,
  RegistrarFault,
  readRegistrar,
} from "@lintel/wallet-verifier/certificates";
import { type Config, ConfigError, loadConfig } from "#config/config.ts";
import { csvLine } from "#core/text.ts";
import { randomBytes } from "#platform/random.ts";
import type { Ctx } from "#services/context.ts";
import { listedCertificate } from "#services/wallet/certificates.ts";
import {
  announceRegistrarCertificate,
  type IssuedCertificate,
  issueRegistrarCertificate,
  listIssuedCertificates,
  type RegistrarSettings,
  renewRegistrarCertificate,
  withdrawRegistrarCertificates,
} from "#services/wallet/registrar.ts";
import { Foreseen, parseCommand, runScript } from "./lib/foreseen.ts";
import { inService } from "./lib/in-service.ts";

const HELP = `npm run registrar -- init             a new CA key and its root, in the files that the settings name
npm run --silent registrar -- root > root.pem
                                      the root, for Google's form
npm run registrar -- issue ten_… --name "Corner Shop" --logo https://… --privacy https://…
                                      a certificate and metadata for a tenant; nothing is signed with it yet
npm run registrar -- announce ten_…   Google knows the tenant: its requests are signed from now on
npm run registrar -- renew ten_… [--name …] [--logo …] [--privacy …]
                                      the next certificate; the former one signs until the new one is announced
npm run registrar -- withdraw ten_…   deletes the tenant's certificates and keys: nothing more is signed with them
npm run --silent registrar -- list [--json]
                                      what was issued, as CSV or JSON, for Google's form
Settings: WALLET_REGISTRAR_KEY_FILE, WALLET_REGISTRAR_CERTIFICATE_FILE and, for init, issue and renew, WALLET_REGISTRAR_DISPLAY.`;

const OPTIONS = {
  name: { type: "string" },
  logo: { type: "string" },
  privacy: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

const parse = () => parseCommand(OPTIONS, HELP);
type Options = ReturnType<typeof parse>["values"];

const filesOf = ({
  WALLET_REGISTRAR_KEY_FILE: key,
  WALLET_REGISTRAR_CERTIFICATE_FILE: certificate,
}: Config) => {
  if (key === undefined || certificate === undefined)
    throw new Foreseen("Set WALLET_REGISTRAR_KEY_FILE and WALLET_REGISTRAR_CERTIFICATE_FILE first.");
  return { key, certificate };
};

/** @throws Foreseen when it is missing, or when wallets could not show it */
const displayOf = ({ WALLET_REGISTRAR_DISPLAY: given }: Config): PartyDisplay => {
  if (!given)
    throw new Foreseen("Set WALLET_REGISTRAR_DISPLAY first: wallets show the operator beside the tenant.");
  const { display_name: name, logo_uri: logoUri, privacy_policy_uri: privacyPolicyUri } = given;
  const display = { name, logoUri, privacyPolicyUri };
  const wrong = faultOfParty(display);
  if (wrong) throw new Foreseen(`WALLET_REGISTRAR_DISPLAY: ${wrong.field}: ${wrong.fault}`);
  return display;
};

/** A file's text. @throws Foreseen by the setting's name, without the path */
const read = (setting: string, path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Foreseen(`${setting}: the file cannot be read. \`npm run registrar -- init\` makes it.`);
  }
};

const SETTINGS = {
  key: "WALLET_REGISTRAR_KEY_FILE",
  certificate: "WALLET_REGISTRAR_CERTIFICATE_FILE",
} as const;

const registrarOf = (config: Config): RegistrarSettings => {
  const files = filesOf(config);
  const operator = displayOf(config);
  const key = read(SETTINGS.key, files.key);
  const certificate = read(SETTINGS.certificate, files.certificate);
  try {
    return { ...readRegistrar(key, certificate, new Date()), operator };
  } catch (error) {
    if (error instanceof RegistrarFault) throw new Foreseen(`${SETTINGS[error.part]}: ${error.message}`);
    throw error;
  }
};

const THERE =
  "the file is there already, and is left as it is. A new root has to be registered with Google again.";

const writeNew = (setting: string, path: string, content: string, mode: number): void => {
  try {
    writeFileSync(path, content, { flag: "wx", mode });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new Foreseen(isThere ? `${setting}: ${THERE}` : `${setting}: the file cannot be written.`);
  }
};

const init = (config: Config): void => {
  const files = filesOf(config);
  const { name } = displayOf(config);
  for (const [part, path] of Object.entries(files)) {
    if (existsSync(path))
      throw new Foreseen(`${part === "key" ? SETTINGS.key : SETTINGS.certificate}: ${THERE}`);
  }
  const { key, certificate } = newRegistrarRoot(name, { now: new Date(), random: randomBytes });
  writeNew(SETTINGS.key, files.key, key, 0o600);
  try {
    writeNew(SETTINGS.certificate, files.certificate, certificate, 0o644);
  } catch (error) {
    // A key without its root would stand in the way of the next try.
    rmSync(files.key);
    throw error;
  }
  console.log("The CA's key and its root are made. Keep a copy of the key, and keep it secret.");
  console.log("Send the root to Google: `npm run --silent registrar -- root > root.pem`.");
};

/** The last certificate of the file: the root, if the operator's CA is below one. */
const root = (config: Config): void => {
  const { certificate } = filesOf(config);
  const pems = read(SETTINGS.certificate, certificate).match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  );
  console.log(pems?.at(-1) ?? "");
};

const day = (date: Date): string => date.toISOString().slice(0, 10);

const print = (one: IssuedCertificate): void => {
  console.log(`${one.tenantId}  ${one.display.name}  ${one.announcedAt ? "announced" : "not announced"}`);
  console.log(`  ${one.subject}\n  ${day(one.validFrom)} to ${day(one.validUntil)}  ${one.fingerprint}`);
};

type Cell = string | Date | null;

/** What the list says of each certificate, by the names of its columns. */
const COLUMNS: Record<string, (one: IssuedCertificate) => Cell> = {
  tenant: ({ tenantId }) => tenantId,
  tenantName: ({ tenantName }) => tenantName,
  subject: ({ subject }) => subject,
  sha256Fingerprint: ({ fingerprint }) => fingerprint,
  validFrom: ({ validFrom }) => validFrom,
  validUntil: ({ validUntil }) => validUntil,
  displayName: ({ display }) => display.name,
  logoUri: ({ display }) => display.logoUri,
  privacyPolicyUri: ({ display }) => display.privacyPolicyUri,
  announcedAt: ({ announcedAt }) => announcedAt,
};

const cellsOf = (one: IssuedCertificate): [string, Cell][] =>
  Object.entries(COLUMNS).map(([name, cell]) => [name, cell(one)]);

type Work = (ctx: Ctx, tenantId: string, options: Options, config: Config) => Promise<void>;

const COMMANDS: Record<string, Work> = {
  async issue(ctx, tenantId, { name, logo, privacy }, config) {
    if (name === undefined || logo === undefined || privacy === undefined)
      throw new Foreseen("--name, --logo and --privacy: what shall wallets show of the tenant?");
    const display = { name, logoUri: logo, privacyPolicyUri: privacy };
    print(await issueRegistrarCertificate(ctx, registrarOf(config), { tenantId, display }));
    console.log(`Tell Google of the tenant, and then: npm run registrar -- announce ${tenantId}`);
  },

  async renew(ctx, tenantId, { name, logo, privacy }, config) {
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(logo === undefined ? {} : { logoUri: logo }),
      ...(privacy === undefined ? {} : { privacyPolicyUri: privacy }),
    };
    print(await renewRegistrarCertificate(ctx, registrarOf(config), { tenantId, changes }));
    console.log(`The former one signs until: npm run registrar -- announce ${tenantId}`);
  },

  async announce(ctx, tenantId) {
    print(await announceRegistrarCertificate(ctx, tenantId));
    if (await listedCertificate(ctx.deps, tenantId))
      console.log("The tenant has set its own certificate, which signs in place of this one.");
  },

  async withdraw(ctx, tenantId) {
    await withdrawRegistrarCertificates(ctx, tenantId);
    console.log("Withdrawn. Tell Google as well.");
  },

  async list(ctx, _tenantId, { json }) {
    const issued = (await listIssuedCertificates(ctx)).map(cellsOf);
    if (json)
      console.log(
        JSON.stringify(
          issued.map((cells) => Object.fromEntries(cells)),
          null,
          2,
        ),
      );
    else {
      const lines = [Object.keys(COLUMNS), ...issued.map((cells) => cells.map(([, cell]) => cell))];
      process.stdout.write(lines.map(csvLine).join(""));
    }
  },
};

const main = async (): Promise<void> => {
  const { positionals, values } = parse();
  const [name = "", tenantId = "", ...rest] = positionals;
  const command = COMMANDS[name];
  const isAlone = name === "list" || name === "init" || name === "root";
  if (rest.length > 0 || isAlone !== (tenantId === "")) throw new Foreseen(HELP);
  if (name === "init") return init(loadConfig());
  if (name === "root") return root(loadConfig());
  if (!command) throw new Foreseen(HELP);
  const config = loadConfig();
  await inService((ctx) => command(ctx, tenantId, values, config), { config });
};

await runScript(main, ConfigError);
