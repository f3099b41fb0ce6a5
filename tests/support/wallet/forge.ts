import {
  type Forgery as AnyForgery,
  forgeMdoc as forge,
} from "../../../tools/conformance/forge/forge-mdoc.ts";
import { NOW } from "./authority.ts";

export { coseKeyOf, validity } from "../../../tools/conformance/forge/forge-mdoc.ts";

export type Forgery = Omit<AnyForgery, "now">;

/** An encoded DeviceResponse of the tests' time; honest if nothing was changed. */
export const forgeMdoc = (forgery: Forgery): Uint8Array => forge({ now: NOW, ...forgery });
