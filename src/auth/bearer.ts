import { ServiceError } from "#core/errors.ts";
import type { Deps, PersonCtx } from "#services/context.ts";
import { identifyPerson } from "#services/members/identify.ts";

// RFC 6750 §2.1; the scheme's letter case does not matter (RFC 9110 §11.1).
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
// The header length that common proxies accept.
const MAX_CHARACTERS = 8_192;

/** @throws SERVICE_UNAVAILABLE: this deployment has no identity provider */
export const requireIdentity = ({ identity }: Pick<Deps, "identity">): NonNullable<Deps["identity"]> => {
  if (identity) return identity;
  throw new ServiceError(
    "SERVICE_UNAVAILABLE",
    "Sign-in is not available: no identity provider is configured (CONSOLE_PROVIDER).",
  );
};

const refuse = (message: string): never => {
  throw new ServiceError("UNAUTHENTICATED_MEMBER", message);
};

/**
 * Identifies the caller by the identity provider's JWT in the Authorization header; cookies are ignored.
 * @throws UNAUTHENTICATED_MEMBER: no token, one that is expired, foreign or forged, or an unknown person
 * @throws SERVICE_UNAVAILABLE: the provider's keys cannot be fetched
 */
export const authenticateBearer = async (
  deps: Deps,
  request: Request,
  requestId: string,
): Promise<PersonCtx> => {
  const bearer = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!bearer)
    return refuse(
      "The access token is missing. Send it as `Authorization: Bearer …`. A cookie alone is not enough.",
    );
  if (bearer.length > MAX_CHARACTERS)
    refuse(
      `The access token is longer than ${MAX_CHARACTERS} characters. Configure the identity provider to include fewer claims, such as groups.`,
    );
  const subject = await requireIdentity(deps).verify(bearer);
  // One message for every check, so that a forger learns nothing.
  if (!subject) return refuse("The access token is not valid or has expired.");
  return identifyPerson({ deps, requestId }, subject, bearer);
};
