const SEALED_TEXT = "[sealed]";

/**
 * A value that must not leak by accident: a date of birth, a document's text, a secret. In a log, a string or
 * JSON it shows as `[sealed]`; only `open()` returns the value, so every use can be found by that name. The
 * field is private, so neither object spread nor structuredClone copies it.
 */
export class Sealed<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value itself. Call it only where the value is used, not where it is passed on. */
  open(): T {
    return this.#value;
  }

  toJSON(): string {
    return SEALED_TEXT;
  }

  toString(): string {
    return SEALED_TEXT;
  }

  // util.inspect, hence console.log and assertion messages. The symbol is global: no import is needed.
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return SEALED_TEXT;
  }
}
