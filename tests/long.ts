// What `npm test` leaves to `npm run test:all`: repetition of what shorter tests show, and long drills; never a behaviour.
// CONTRIBUTING.md has the same list with its reasons; tests/unit/test-plan.test.ts compares them.

/** True in `npm test`. What is named, `npm run test:all` and the runners themselves run everything. */
export const isShort = process.env.LINTEL_TESTS === "short";

/** Projects of vitest.config.ts: other programs' servers, or the same tests over another way to the same answers. */
export const LONG_PROJECTS = ["api-next", "built", "gates", "sdk-installed"];

/** Files, as globs from the root. */
export const LONG_FILES = [
  "tests/faults/*.test.ts",
  "tests/sdk/cli/packed.test.ts",
  "tests/sdk/engines.test.ts",
  "tests/integration/postgres-silent.test.ts",
  "tests/integration/sign-in-two-processes.test.ts",
  "tests/integration/upgrade-from-0-7.test.ts",
  "tests/sdk/language{s,-packages,-peers,-receivers}.test.ts",
  "tests/sdk/{hostile-answers,webhook-handler-killed}.test.ts",
  "tests/served/{memory,npm-signals,processes,stand-in}.test.ts",
  "tests/unit/lists-and-partners.test.ts",
  "packages/wallet-verifier/tests/mutants.test.ts",
];

/** Browser tests, by file and name: the same question on further pages, in further languages, colours and scenes. */
export const LONG_BROWSER_TESTS = [
  /axe finds nothing (?!on the way from start)/,
  /console-(accessibility|long-values|script-size|walk)\.spec/,
  /console-filters.*however fast or slowly/,
  /console-lists\.spec\.ts (deliveries|logs|audit)/,
  /console-mode.*on every page$/,
  /console-operator\.spec.*every control of every page/,
  /console-resend.*ten thousand/,
  /console-secret-once.*(webhook secret|invitation link) stays/,
  /hosted-camera.*(on a computer|a minor's|out of focus|far away|half outside|no camera)/,
  /hosted-document.*three poor photos/,
  /hosted-languages.*scrolls sideways/,
  /(eight|every) language/,
  /without JavaScript/,
];

/** How many examples of one kind: `few` in `npm test`, `all` otherwise. */
export const examples = (all: number, few: number): number => (isShort ? few : all);
