// The objects that all others inherit from. A parser that writes a caller's names onto one of them changes the whole
// process, for every tenant: so once the program is loaded, nothing can be written there (docs/adr/0060).

/** What the language itself brings (ECMA-262 §19, ECMA-402). What Node adds, such as `fetch`, stays open to observers. */
const GLOBALS = [
  ...["Object", "Function", "Array", "String", "Number", "Boolean", "BigInt", "Symbol", "Date", "RegExp"],
  ...["Promise", "Map", "Set", "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry", "Proxy", "Iterator"],
  ...["Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError"],
  ...["URIError", "ArrayBuffer", "SharedArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Int16Array"],
  ...["Uint8ClampedArray", "Uint16Array", "Int32Array", "Uint32Array", "Float16Array", "Float32Array"],
  ...["Float64Array", "BigInt64Array", "BigUint64Array", "JSON", "Math", "Reflect", "Atomics", "Intl"],
  ...["parseInt", "parseFloat", "isNaN", "isFinite", "decodeURI", "decodeURIComponent", "encodeURI"],
  ...["encodeURIComponent", "escape", "unescape", "eval"],
] as const;

/** Those that no global name leads to (ECMA-262 §22 to §27): asynchronous functions, generators, iterators. */
const nameless = (): object[] => [
  async () => undefined,
  function* () {},
  async function* () {},
  ...[[].values(), "".matchAll(/a/g), ""[Symbol.iterator](), new Map().values(), new Set().values()],
];

/**
 * Names that programs give to their own objects, which inherit the same name from here. A frozen property would refuse
 * that too (ECMA-262 §10.1.9.2), so an accessor stands in its place. Those cost time: nothing else is listed, and no
 * `constructor` or method of arrays and promises, which V8 has fast ways for while they are plain properties.
 */
const overridden = (): (readonly [prototype: object, names: readonly PropertyKey[]])[] => [
  [Object.prototype, Reflect.ownKeys(Object.prototype)],
  [Function.prototype, ["constructor", "toString", "name", "length"]],
  ...[Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    ({ prototype }) => [prototype, ["constructor", "name", "message", "toString"]] as const,
  ),
];

/** V8 reads these of `Error`, and frameworks set them for a moment: the only values that stay open. */
const SETTINGS = ["prepareStackTrace", "stackTraceLimit"] as const;

const isShared = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** Reading gives what was there; assigning to an object that inherits it makes a property of that object's own. */
const allowOverride = (prototype: object, name: PropertyKey): void => {
  const found = Object.getOwnPropertyDescriptor(prototype, name);
  if (!found?.configurable || !("value" in found)) return;
  const { value } = found;
  Object.defineProperty(prototype, name, {
    configurable: false,
    get: () => value,
    set(this: unknown, own: unknown) {
      if (this === prototype || !isShared(this))
        throw new TypeError(`${String(name)} belongs to an object that the whole process shares`);
      const descriptor = { value: own, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(this, name, descriptor);
    },
  });
};

/** Everything that the given objects lead to, by properties, accessors and prototypes. */
const reachable = (roots: readonly unknown[]): ReadonlySet<object> => {
  const seen = new Set<object>();
  const open = [...roots];
  while (open.length > 0) {
    const next = open.pop();
    if (!isShared(next) || seen.has(next)) continue;
    seen.add(next);
    open.push(Object.getPrototypeOf(next));
    for (const key of Reflect.ownKeys(next)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(next, key) ?? {};
      open.push(value, get, set);
    }
  }
  return seen;
};

/** Keeps what is there, but for the settings of `Error`, and whether more may come. */
const keepWhatIsThere = (object: object): void => {
  for (const key of Reflect.ownKeys(object)) {
    const isSetting = object === Error && SETTINGS.some((name) => name === key);
    const isValue = Object.hasOwn(Object.getOwnPropertyDescriptor(object, key) ?? {}, "value");
    const isClosed = isValue && !isSetting;
    Object.defineProperty(object, key, { configurable: false, ...(isClosed && { writable: false }) });
  }
};

const close = (object: object): void => {
  // A library that is loaded late puts metadata on Reflect, from which nothing inherits.
  if (object === Reflect) keepWhatIsThere(object);
  else if (object === Error) {
    for (const name of SETTINGS)
      if (!Object.hasOwn(Error, name))
        Object.defineProperty(Error, name, { value: undefined, writable: true, configurable: true });
    keepWhatIsThere(Error);
    Object.preventExtensions(Error);
  } else Object.freeze(object);
};

/**
 * Makes the language's own objects unchangeable for the rest of this process, and takes `__proto__` away as
 * `node --disable-proto=delete` does. For programs, once all their modules are loaded: modules may add what they need
 * until then. Writing to a shared object throws a TypeError; an object's own `toString` or `message` may still be set.
 */
export const freezeIntrinsics = (): void => {
  Reflect.deleteProperty(Object.prototype, "__proto__");
  const shared = reachable([...GLOBALS.map((name) => Reflect.get(globalThis, name)), ...nameless()]);
  for (const [prototype, names] of overridden()) for (const name of names) allowOverride(prototype, name);
  for (const object of shared) close(object);
};

/**
 * What a parser has left on the objects that all others inherit from; none in a sound process, frozen or not.
 * @returns names such as `isAdmin`, which every object would have
 */
export const strayNames = (): string[] => {
  const stray: string[] = [];
  for (const canary of [{}, [], Object(""), Object(0), Object(false), () => undefined, new Error()])
    for (const name in canary) stray.push(name);
  // Those to which a caller's own values lead by their `constructor`.
  for (const kind of [Object, Function, Array, String, Number, Boolean]) stray.push(...Object.keys(kind));
  return [...new Set(stray)];
};
