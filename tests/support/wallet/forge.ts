import {
  type Forgery as AnyForgery,
  forgeMdoc as forge,
  forgeMdocs as forgeAll,
} from "../../../lab/conformance/forge/forge-mdoc.ts";
import { NOW } from "./authority.ts";

export { coseKeyOf, validity } from "../../../lab/conformance/forge/forge-mdoc.ts";

export type Forgery = Omit<AnyForgery, "now">;

/** An encoded DeviceResponse of the tests' time; honest if nothing was changed. */
export const forgeMdoc = (forgery: Forgery): Uint8Array => forge({ now: NOW, ...forgery });

/** The same with several documents in one response. */
export const forgeMdocs = (forgeries: readonly Forgery[]): Uint8Array =>
  forgeAll(forgeries.map((forgery) => ({ now: NOW, ...forgery })));
