import { type Forgery as AnyForgery, forgeMdoc as forge } from "../../../lab/conformance/forge/forge-mdoc.ts";
import { NOW } from "./authority.ts";

export { coseKeyOf, validity } from "../../../lab/conformance/forge/forge-mdoc.ts";

export type Forgery = Omit<AnyForgery, "now">;

/** An encoded DeviceResponse of the tests' time, with a document for each forgery; honest if nothing was changed. */
export const forgeMdoc = (...forgeries: readonly Forgery[]): Uint8Array =>
  forge(...forgeries.map((forgery) => ({ now: NOW, ...forgery })));
