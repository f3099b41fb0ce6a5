/** The only thing that a log, an error or a JSON answer ever shows of a sealed value. */
export const SEALED_TEXT = "[sealed]";

/**
 * A value that must not leave by accident: a date of birth, a document's text, a secret. Logging it, putting it
 * in a string or in JSON shows `[sealed]`; only `open()` gives the value, so every use can be found by its name.
 * The value is in a private field, so neither object spread nor structuredClone carries it away.
 */
export class Sealed<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The value itself. Call it where the value is used, never where it is passed on. */
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
