/** A fault that the reader can mend: shown as its message, without a stack trace. */
export class Foreseen extends Error {
  override readonly name = "Foreseen";
}
