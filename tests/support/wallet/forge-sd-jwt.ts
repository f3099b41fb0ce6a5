import {
  type SdJwtForgery as AnySdJwtForgery,
  forgeSdJwt as forgeSdJwtAt,
} from "../../../lab/conformance/forge/forge-sd-jwt.ts";
import { NOW } from "./authority.ts";

export { disclosureDigest, salt } from "../../../lab/conformance/forge/forge-sd-jwt.ts";

export type SdJwtForgery = Omit<AnySdJwtForgery, "now">;

/** A presentation of the tests' time; honest if nothing was changed. */
export const forgeSdJwt = (forgery: SdJwtForgery): string => forgeSdJwtAt({ now: NOW, ...forgery });
