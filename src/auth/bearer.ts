import { ServiceError } from "#core/errors.ts";
import type { Deps, PersonCtx } from "#services/context.ts";
import { identifyPerson } from "#services/members/identify.ts";

// RFC 6750 §2.1; the scheme's letter case does not matter (RFC 9110 §11.1).
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
// What a header line carries through common proxies.
const MAX_CHARACTERS = 8_192;

/** @throws SERVICE_UNAVAILABLE: this deployment has no identity provider */
export const requireIdentity = ({ identity }: Pick<Deps, "identity">): NonNullable<Deps["identity"]> => {
  if (identity) return identity;
  throw new ServiceError(
    "SERVICE_UNAVAILABLE",
    "Nobody can sign in: no identity provider is configured (CONSOLE_PROVIDER).",
  );
};

const missing = (): ServiceError =>
  new ServiceError(
    "UNAUTHENTICATED_MEMBER",
    "The access token is missing: send it as `Authorization: Bearer …`. A cookie alone is not enough.",
  );

const tooLong = (): ServiceError =>
  new ServiceError(
    "UNAUTHENTICATED_MEMBER",
    `The access token is longer than ${MAX_CHARACTERS} characters. Have the identity provider put fewer claims into it, such as groups.`,
  );

/**
 * Who calls, by the identity provider's JWT in the Authorization header; cookies are not looked at.
 * @throws UNAUTHENTICATED_MEMBER: none, or one that is expired, foreign or forged, or of somebody unknown here
 * @throws SERVICE_UNAVAILABLE: the provider's keys cannot be had
 */
export const authenticateBearer = async (
  deps: Deps,
  request: Request,
  requestId: string,
): Promise<PersonCtx> => {
  const bearer = BEARER.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!bearer) throw missing();
  if (bearer.length > MAX_CHARACTERS) throw tooLong();
  const subject = await requireIdentity(deps).verify(bearer);
  // One message: a forger learns nothing about which check it was.
  if (!subject)
    throw new ServiceError("UNAUTHENTICATED_MEMBER", "The access token is not valid, or has expired.");
  return identifyPerson({ deps, requestId }, subject, bearer);
};
