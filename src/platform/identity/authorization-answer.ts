import { SignInRefusal } from "#core/sign-in-refusal.ts";
import type { AuthorizationAnswer } from "./identity-provider.ts";

/**
 * The code of an answer that belongs to this browser's request and comes from the provider that was asked (RFC 6749
 * §4.1.2, RFC 9207 §2.4).
 * @throws SignInRefusal
 */
export const codeOf = (
  { params, state }: AuthorizationAnswer,
  expected: { responseIssuer: string; isIssuerPromised: boolean },
): string => {
  if (params.state !== state) throw new SignInRefusal("state_mismatch");
  const isOther =
    params.iss === undefined ? expected.isIssuerPromised : params.iss !== expected.responseIssuer;
  if (isOther) throw new SignInRefusal("response_issuer");
  if (!params.code) throw new SignInRefusal("response_invalid");
  return params.code;
};
