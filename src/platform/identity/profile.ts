import type { Profile } from "#core/member.ts";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import type { Claims } from "./userinfo.ts";

const textIn = (claims: Claims, name: string): string | null => {
  const value = claims[name];
  return typeof value === "string" && value.trim() !== "" ? value : null;
};

const firstText = (sources: readonly Claims[], name: string): string | null =>
  sources.map((claims) => textIn(claims, name)).find((text) => text !== null) ?? null;

/**
 * OpenID Connect Core 1.0 §5.1, and Microsoft's word for it: `xms_edov`, "email domain owner verified", which Entra ID
 * writes as true, 1 or either as a text.
 */
const isVerified = (claims: Claims, isMicrosoft: boolean): boolean =>
  claims.email_verified === true || (isMicrosoft && /^(true|1)$/.test(String(claims.xms_edov)));

// PostgreSQL stores no NUL, and half of a character cannot be encoded.
const isStorable = (text: string | null): boolean =>
  text === null || (text.isWellFormed() && !text.includes("\u0000"));

/** Whether an id_token leaves open what the console wants to know (§5.4 puts it at userinfo). */
export const isThin = (claims: Claims, isMicrosoft: boolean): boolean =>
  textIn(claims, "name") === null ||
  textIn(claims, "email") === null ||
  (claims.email_verified === undefined && !isMicrosoft);

/**
 * Who somebody is, from the sources in their order. An address counts only where the same source says that it is
 * theirs.
 * @throws SignInRefusal profile_unusable
 */
export const profileOf = (
  who: Pick<Profile, "issuer" | "subject">,
  sources: readonly Claims[],
  isMicrosoft = false,
): Profile => {
  const proven = sources.filter((claims) => isVerified(claims, isMicrosoft));
  const email = firstText(proven, "email");
  const name =
    ["name", "preferred_username", "email"].map((claim) => firstText(sources, claim)).find(Boolean) ?? "";
  if (!isStorable(name) || !isStorable(email)) throw new SignInRefusal("profile_unusable");
  return { ...who, name, email };
};
