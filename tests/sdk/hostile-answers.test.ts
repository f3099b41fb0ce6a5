import { inspect, isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as sdk from "../../sdk/typescript/src/index.ts";
import { runCli } from "../support/cli/run-cli.ts";
import { seeded } from "../support/world/seeded.ts";
import { startStandIn } from "./support/cases.ts";
import { hostileAnswers } from "./support/hostile-answers.ts";
import { HOSTILE_KEY, type HostileAnswer } from "./support/hostile-wire.ts";
import {
  createGoBuilds,
  lacksGo,
  lacksPhp,
  lacksPython,
  PYTHON_ENV,
  php,
  python,
  run,
} from "./support/languages.ts";

// Hundreds of answers that no service gives, each in five clients. One judge says what none of them may do.

const MIXTURES = 60;
const TIMES = { timeout: 0.6, deadline: 1.5 }; // seconds
/** What a busy machine may add. */
const GRACE_SECONDS = 5;
/** The command line's own timeout of a request, which nobody can set. */
const CLI_SECONDS = 15;
const MOST_CHARACTERS = 1_500; // a thousand of the server's words, and ours around them

type Server = Pick<HostileAnswer, "id" | "operation" | "maxRetries"> & { baseUrl: string };
type Outcome = {
  id: string;
  result?: unknown;
  error?: string;
  isOurs?: boolean;
  message?: string;
  dump?: string;
  seconds: number;
};

const answers = hostileAnswers(seeded(20_261_201), MIXTURES);

/** @returns what is wrong; null: the client has kept every promise */
const faultOf = (given: HostileAnswer, outcome: Outcome | undefined, mostSeconds: number): string | null => {
  if (outcome === undefined) return "nothing was printed";
  const { error, isOurs, message = "", dump = "", result, seconds } = outcome;
  if (seconds > mostSeconds) return `it took ${seconds.toFixed(1)} s`;
  if (error === undefined) {
    const isTrue = given.result !== undefined && isDeepStrictEqual(result, given.result);
    return isTrue ? null : `a forged success: ${JSON.stringify(result)?.slice(0, 200)}`;
  }
  if (!given.orError) return `an error for a good answer: ${message.slice(0, 200)}`;
  if (!isOurs) return `a foreign error: ${error}: ${message.slice(0, 200)}`;
  if (`${message}${dump}`.includes(HOSTILE_KEY)) return `the key is in the error: ${error}`;
  if (message === "") return "an error that says nothing";
  return message.length > MOST_CHARACTERS ? `a message of ${message.length} characters` : null;
};

let standIn: Awaited<ReturnType<typeof startStandIn>>;
const noGo = lacksGo();
const builds = createGoBuilds();
let goProgram = "";
beforeAll(async () => {
  standIn = await startStandIn();
  if (noGo === null) goProgram = builds.build("./internal/hostile");
}, 180_000);
afterAll(async () => {
  builds.remove();
  await standIn[Symbol.asyncDispose]();
});

/** A server for each answer, which gives it whatever it is asked. */
const startServers = (): Promise<Server[]> =>
  Promise.all(
    answers.map(async ({ id, operation, maxRetries, step }) => {
      const body = JSON.stringify({ script: [step] });
      const { baseUrl } = await (await fetch(`${standIn.url}/script`, { method: "POST", body })).json();
      return { id, operation, maxRetries, baseUrl };
    }),
  );

const inTurns = async (
  servers: readonly Server[],
  atOnce: number,
  ask: (one: Server) => Promise<Outcome>,
) => {
  const left = [...servers];
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) outcomes.push(await ask(one));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
};

const byTypeScript = async ({ id, operation, maxRetries, baseUrl }: Server): Promise<Outcome> => {
  const began = performance.now();
  const took = () => (performance.now() - began) / 1_000;
  const times = { timeout: TIMES.timeout * 1_000, deadline: TIMES.deadline * 1_000 };
  const client = new sdk.Lintel({ apiKey: HOSTILE_KEY, baseUrl, maxRetries, ...times });
  try {
    const result = await (operation === "status" ? client.status("ver_1") : client.validate("x.y.z"));
    return { id, result: JSON.parse(JSON.stringify(result)), seconds: took() };
  } catch (error) {
    const isError = error instanceof Error;
    return {
      id,
      error: isError ? error.name : typeof error,
      isOurs: error instanceof sdk.LintelError,
      message: isError ? error.message : "",
      dump: `${inspect(error, { depth: 9 })}${JSON.stringify(error)}${isError ? error.stack : ""}`,
      seconds: took(),
    };
  }
};

const byCommandLine = async ({ id, operation, baseUrl }: Server): Promise<Outcome> => {
  const began = performance.now();
  const env = { LINTEL_URL: baseUrl, LINTEL_API_KEY: HOSTILE_KEY };
  const { exitCode, stdout, stderr } = await runCli(["status", "ver_1", "--json"], { env });
  const seconds = (performance.now() - began) / 1_000;
  if (exitCode === 0) return { id, result: JSON.parse(stdout), seconds };
  const isOurs = /^\{"error":\{/.test(stderr);
  return { id, error: `${operation} ended with ${exitCode}`, isOurs, message: stderr, dump: stdout, seconds };
};

const byProgram = async (
  command: readonly [string, ...string[]],
  servers: readonly Server[],
  env: Record<string, string> = {},
): Promise<Outcome[]> => {
  const { stdout, stderr } = await run(command, env, JSON.stringify({ key: HOSTILE_KEY, ...TIMES, servers }));
  const lines = stdout.trim().split("\n");
  if (lines.length !== servers.length) throw new Error(`${lines.length} lines: ${stderr.slice(-1_000)}`);
  return lines.map((line) => JSON.parse(line));
};

type Client = {
  name: string;
  lacks: string | null;
  mostSeconds?: number;
  play: (servers: readonly Server[]) => Promise<Outcome[]>;
};

const CLIENTS: readonly Client[] = [
  { name: "TypeScript", lacks: null, play: (servers) => inTurns(servers, 12, byTypeScript) },
  {
    name: "Python",
    lacks: lacksPython(),
    play: (servers) => byProgram(python("tests/hostile.py"), servers, PYTHON_ENV),
  },
  { name: "PHP", lacks: lacksPhp(), play: (servers) => byProgram(php("tests/hostile.php"), servers) },
  { name: "Go", lacks: noGo, play: (servers) => byProgram([goProgram], servers) },
  {
    name: "the command line",
    lacks: null,
    mostSeconds: CLI_SECONDS,
    play: (servers) => inTurns(servers, 24, byCommandLine),
  },
];

test("there are at least 400 answers, each with its own name", () => {
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
  expect(answers.length).toBeGreaterThanOrEqual(400);
});

for (const { name, lacks, mostSeconds = TIMES.deadline, play } of CLIENTS) {
  describe.skipIf(lacks !== null)(lacks === null ? name : `${name}: ${lacks}`, () => {
    test("ends in time, believes no forgery, shows no key, and says in its own words what happened", async () => {
      const outcomes = new Map((await play(await startServers())).map((one) => [one.id, one]));
      const faults = answers.flatMap((given) => {
        const fault = faultOf(given, outcomes.get(given.id), mostSeconds + GRACE_SECONDS);
        return fault === null ? [] : [`${given.id}: ${fault}`];
      });
      expect(faults).toEqual([]);
    }, 300_000);
  });
}
