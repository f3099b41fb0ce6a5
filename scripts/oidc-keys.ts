// npm run oidc-keys -- list|exchange: the keys that sign ID tokens of "Sign in with age". docs/operations.md says when.
import { ConfigError } from "#config/config.ts";
import { exchangeKeys, listKeys } from "#services/oidc/keys.ts";
import { Foreseen, parseCommand, runScript } from "./lib/foreseen.ts";
import { inService } from "./lib/in-service.ts";

const HELP = `npm run oidc-keys -- list
npm run oidc-keys -- exchange                 new keys, which are published now and sign in 24 hours
npm run oidc-keys -- exchange --in 2          the same, in 2 hours
npm run oidc-keys -- exchange --stolen        new keys sign at once, and no token of the old ones is good any more
It takes the settings of the service, which may keep running: its processes look for keys once a minute.`;

const HOUR_MS = 3_600_000;
const OPTIONS = {
  in: { type: "string", default: "24" },
  stolen: { type: "boolean", default: false },
} as const;

const parse = () => parseCommand(OPTIONS, HELP);

const main = async (): Promise<void> => {
  const { positionals, values } = parse();
  const [command, ...rest] = positionals;
  const hours = Number(values.in);
  if (rest.length > 0 || (command !== "list" && command !== "exchange")) throw new Foreseen(HELP);
  if (!(hours >= 0 && hours <= 24 * 365)) throw new Foreseen(`--in: expected hours, such as 24\n${HELP}`);
  await inService(async ({ deps }) => {
    if (command === "exchange") {
      await exchangeKeys(deps, { from: new Date(Date.now() + hours * HOUR_MS), isStolen: values.stolen });
    }
    for (const { kid, mode, alg, state, activeFrom } of await listKeys(deps)) {
      console.log(`${mode.padEnd(5)} ${alg} ${kid} ${state.padEnd(9)} from ${activeFrom.toISOString()}`);
    }
  });
};

await runScript(main, ConfigError);
