// A process of its own, frozen as the programs are; it tries to change what all objects inherit from, and tells what happened.
import "#program.ts";
import { freezeIntrinsics, strayNames } from "#platform/process/intrinsics.ts";

const everyone = [
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  BigInt,
  Symbol,
  Date,
  RegExp,
  Promise,
  Map,
  Set,
  WeakMap,
  Error,
  TypeError,
  AggregateError,
  Uint8Array,
  ArrayBuffer,
  DataView,
];
const hidden = [
  Object.getPrototypeOf(Uint8Array),
  Object.getPrototypeOf([].values()),
  Object.getPrototypeOf(async () => undefined),
  Object.getPrototypeOf(function* () {}),
  Object.getPrototypeOf(new Map().values()),
  JSON,
  Math,
  Intl,
  Atomics,
];

const namesOf = (object: object) => Reflect.ownKeys(object).map(String).join();
const targets: object[] = [...everyone, ...everyone.map(({ prototype }) => prototype), ...hidden];

freezeIntrinsics();
freezeIntrinsics(); // a second time changes nothing, and does not fail

const before = targets.map(namesOf).join("\n");
const changed: string[] = [];
for (const [at, target] of targets.entries()) {
  const writes: [string, () => unknown][] = [
    ["set", () => Reflect.set(target, "polluted", 1)],
    ["define", () => Reflect.defineProperty(target, "polluted", { value: 1 })],
    ["prototype", () => Reflect.setPrototypeOf(target, { polluted: 1 })],
    ...Reflect.ownKeys(target)
      .filter((name) => name !== "stackTraceLimit" && name !== "prepareStackTrace")
      .flatMap((name): [string, () => unknown][] => [
        [`set ${String(name)}`, () => Reflect.set(target, name, 1)],
        [`define ${String(name)}`, () => Reflect.defineProperty(target, name, { value: 1, writable: true })],
        [`delete ${String(name)}`, () => Reflect.deleteProperty(target, name)],
      ]),
  ];
  for (const [what, write] of writes) {
    try {
      // RegExp.lastMatch and its kind are accessors whose setters do nothing.
      if (write() === true && !(target === RegExp && what.startsWith("set "))) changed.push(`${at} ${what}`);
    } catch {
      // An accessor's setter says no.
    }
  }
}

/** What ordinary programs do with names that objects inherit. */
const ordinary = (): unknown[] => {
  // As classes were written before there were any.
  const methods: Record<string, unknown> = {};
  methods.toString = () => "own";
  methods.constructor = Object;
  const error = new TypeError("first");
  error.message = "second";
  error.name = "Named";
  const plain: Record<string, unknown> = {};
  for (const name of ["constructor", "hasOwnProperty"]) plain[name] = name;
  const fn = Object.assign(() => "called", { toString: () => "fn" });
  return [
    String(Object.create(methods)),
    `${error}`,
    JSON.stringify(plain),
    `${fn}`,
    { ...JSON.parse('{"__proto__":{"a":1}}') }.a ?? "none",
    Object.keys(new Error("x")).length,
  ];
};

process.stdout.write(
  JSON.stringify({
    changed,
    isSame: targets.map(namesOf).join("\n") === before,
    stray: strayNames(),
    hasProto: "__proto__" in {},
    ordinary: ordinary(),
  }),
);
process.exit(0);
