/** Every error that a caller can get. `docs/errors.md` has a paragraph for each; a test compares the two. */
export const ERRORS = {
  AUTH_INVALID_KEY: { status: 401, title: "The tenant API key is missing, malformed, unknown or revoked." },
  UNAUTHENTICATED_TENANT: { status: 401, title: "The tenant of this API key is not active." },
  UNAUTHENTICATED_ADMIN: { status: 401, title: "The admin key is missing or wrong." },
  INVALID_REQUEST_BODY: { status: 400, title: "The request body is not valid." },
  INVALID_PARAMETERS: { status: 400, title: "A query, path or header parameter is not valid." },
  VERIFICATION_NOT_FOUND: { status: 404, title: "There is no such verification." },
  VERIFICATION_ALREADY_COMPLETED: { status: 400, title: "The verification has already ended." },
  VERIFICATION_NOT_FINAL: { status: 400, title: "The verification has not ended yet." },
  VERIFICATION_NOT_REDACTED: { status: 404, title: "The verification was not erased." },
  DELIVERY_IN_PROGRESS: { status: 409, title: "A webhook about the verification is being sent right now." },
  CODE_INVALID: { status: 400, title: "The code is not one of this verification." },
  CODE_EXPIRED: { status: 400, title: "The code has expired." },
  CODE_USED: { status: 400, title: "The token of this verification was already exchanged." },
  AUTHORIZATION_PENDING: { status: 400, title: "The sign-in has not been confirmed in the console yet." },
  SLOW_DOWN: { status: 400, title: "The client asks more often than it was allowed to." },
  ACCESS_DENIED: { status: 400, title: "The sign-in was declined, or the member may no longer create keys." },
  EXPIRED_TOKEN: { status: 400, title: "The device code is unknown, used or expired." },
  REFERENCE_TAKEN: { status: 409, title: "Another verification of the tenant has this reference." },
  TENANT_NOT_FOUND: { status: 404, title: "There is no such tenant." },
  POLICY_NOT_FOUND: { status: 404, title: "The tenant has no such version of its policy." },
  MEMBER_NOT_FOUND: { status: 404, title: "The tenant has no such member." },
  INVITATION_NOT_FOUND: {
    status: 404,
    title: "The tenant has no such invitation, or it was accepted or withdrawn.",
  },
  WALLET_DECLINED: { status: 422, title: "The person declined in their wallet." },
  TRUST_ANCHOR_NOT_FOUND: { status: 404, title: "There is no such trust anchor." },
  RATE_LIMIT_EXCEEDED: { status: 429, title: "Too many requests in a minute." },
  QUOTA_EXCEEDED: { status: 429, title: "The monthly quota of verifications is used up." },
  SUBJECT_LIMIT_REACHED: {
    status: 429,
    title: "The person of this subjectRef has started three verifications within a day.",
  },
  HARD_LIMIT_EXCEEDED: { status: 429, title: "The monthly hard limit of verifications is reached." },
  INTERNAL_ERROR: { status: 500, title: "Something went wrong on our side." },
  DATABASE_ERROR: { status: 500, title: "The database did not answer." },
  CACHE_ERROR: {
    status: 503,
    title: "The cache is unavailable, and this deployment refuses requests without it.",
  },
  SERVICE_UNAVAILABLE: { status: 503, title: "The service is temporarily unavailable." },
  UNAUTHENTICATED_MEMBER: {
    status: 401,
    title: "The console access token is missing, expired or not valid.",
  },
  PERMISSION_DENIED: {
    status: 403,
    title: "Your role in this tenant, or this API key, does not allow this.",
  },
  CROSS_SITE_REFUSED: { status: 403, title: "The request did not come from our own pages." },
  TENANT_CLOSED: {
    status: 403,
    title: "This tenant is closed. You can still read its data, but you cannot change anything.",
  },
  TENANT_REQUIRED: { status: 400, title: "You are a member of several tenants, and the call names none." },
  SIGN_UP_CLOSED: {
    status: 403,
    title: "Signing in does not create a tenant for you. Ask for an invitation.",
  },
  INVITATION_INVALID: { status: 404, title: "The invitation is unknown, used, expired or not for you." },
  LAST_OWNER: { status: 409, title: "A tenant needs at least one owner." },
  CONFLICT: { status: 409, title: "The request conflicts with the current state." },
  PLAN_REQUIRED: { status: 403, title: "The tenant's plan does not include this." },
  NOT_FOUND: { status: 404, title: "There is nothing at this address." },
  METHOD_NOT_ALLOWED: { status: 405, title: "This address does not support that HTTP method." },
  REQUEST_TIMEOUT: { status: 408, title: "The request body arrived too slowly." },
  PAYLOAD_TOO_LARGE: { status: 413, title: "The request body is too large." },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, title: "A request with this Idempotency-Key is still running." },
  CHECK_IN_PROGRESS: {
    status: 409,
    title: "Evidence for this verification is already being checked.",
  },
  METHOD_UNAVAILABLE: { status: 400, title: "The verification does not offer this method." },
  APPEAL_UNAVAILABLE: { status: 409, title: "This decision cannot be appealed here." },
  DOCUMENT_QUALITY_LOW: { status: 422, title: "The quality of the photo is too low." },
  DOCUMENT_UNREADABLE: { status: 422, title: "The document in the photo could not be read." },
  DOCUMENT_NOT_FOUND: { status: 422, title: "The photo does not show a readable document." },
  DOCUMENT_TWO_PEOPLE: { status: 422, title: "The photo shows documents of two people." },
  DOCUMENT_MRZ_INVALID: {
    status: 422,
    title: "The document's machine-readable zone does not match its check digits.",
  },
  DOCUMENT_EXPIRED: { status: 422, title: "The document is no longer valid." },
  DOCUMENT_TYPE_UNSUPPORTED: { status: 422, title: "This kind of document is not accepted." },
  IMAGE_FORMAT_UNSUPPORTED: {
    status: 422,
    title: "The file is not a JPEG, PNG, WebP, HEIC or AVIF image.",
  },
  IMAGE_TOO_LARGE: { status: 422, title: "The image is too large." },
  AGE_INCONCLUSIVE: { status: 422, title: "The estimate of the age is too close to the limit to decide." },
  CANCELLED: { status: 422, title: "The tenant cancelled the check." },
  CANCELLED_BY_USER: { status: 422, title: "The end user cancelled the check." },
  VOUCHER_UNKNOWN: { status: 422, title: "The code is no voucher that can be used here." },
  VOUCHER_UNDECIDED: { status: 422, title: "The voucher does not say whether the minimum age is reached." },
  VOUCHER_WRONG: { status: 422, title: "Too many wrong voucher codes were entered." },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    status: 503,
    title: "The identity provider does not answer as it should.",
  },
  IDENTITY_PROVIDER_DECLINED: { status: 422, title: "The person cancelled at the identity provider." },
  IDENTITY_PROVIDER_REFUSED: { status: 422, title: "The identity provider's answer was not accepted." },
  IDENTITY_PROVIDER_UNDECIDED: {
    status: 422,
    title: "The identity provider does not say, or not reliably enough, whether the minimum age is reached.",
  },
  VENDOR_UNAVAILABLE: { status: 503, title: "The vendor does not answer as it should." },
  VENDOR_DECLINED: { status: 422, title: "The person cancelled at the vendor." },
  VENDOR_REFUSED: { status: 422, title: "The vendor's answer was not accepted." },
  VENDOR_UNDECIDED: {
    status: 422,
    title: "The vendor looked, and does not say whether the minimum age is reached.",
  },
  BIRTHDAY_TODAY: {
    status: 422,
    title: "The birthday that decides has not begun everywhere on Earth.",
  },
  VENDOR_PENDING: { status: 409, title: "The vendor has not answered yet." },
  METHOD_FAILED: { status: 422, title: "The method failed and no decision was reached." },
  AGE_KEY_UNAVAILABLE: { status: 409, title: "There is nothing here that an age key could remember." },
  AGE_KEY_CHALLENGE: {
    status: 422,
    title: "The passkey answered a question that was not asked, or is over.",
  },
  AGE_KEY_ORIGIN: { status: 422, title: "The passkey was asked by another site." },
  AGE_KEY_RP: { status: 422, title: "The passkey is one of another site." },
  AGE_KEY_NOT_VERIFIED: { status: 422, title: "The device did not check that its owner uses the passkey." },
  AGE_KEY_SIGNATURE: { status: 422, title: "The passkey's answer is malformed or not signed by it." },
  AGE_KEY_COUNTER: { status: 422, title: "The passkey has counted back: there may be a copy of it." },
  AGE_KEY_ALGORITHM: { status: 422, title: "The passkey signs by an algorithm that was not offered." },
  AGE_KEY_UNKNOWN: { status: 422, title: "There is no age key for this passkey, or no longer." },
  AGE_KEY_OTHER_MODE: {
    status: 422,
    title: "Age keys of test mode do not count in live mode, nor the other way.",
  },
  AGE_KEY_OTHER_TENANT: { status: 422, title: "The age key counts for another tenant only." },
  AGE_KEY_EXPIRED: { status: 422, title: "The age key has expired." },
  AGE_KEY_TOO_OLD: { status: 422, title: "The age key's proof is older than the policy allows." },
  AGE_KEY_UNDECIDED: { status: 422, title: "The age key does not say whether the minimum age is reached." },
  AGE_KEY_ASSURANCE: { status: 422, title: "The age key rests on a proof that is too weak here." },
  AGE_KEY_SYNCED: { status: 422, title: "The policy asks for passkeys that stay on one device." },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Why a token is not valid. Not an error: `/tokens/validate` answers it with status 200. */
export const TOKEN_REASONS = [
  "TOKEN_INVALID",
  "TENANT_MISMATCH",
  "TOKEN_NOT_FOUND",
  "TOKEN_EXPIRED",
] as const;

export type TokenReason = (typeof TOKEN_REASONS)[number];

/** One fault in the input: where it is, what was given and what is expected. */
export type Issue = { path: string; message: string };

type ErrorDetails = { issues?: Issue[]; retryAfterSeconds?: number; allow?: string[] };

/** The only error that services throw on purpose. Its message is written for the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    super(message ?? ERRORS[code].title);
    this.name = "ServiceError";
    this.code = code;
    this.details = details;
  }
}

/**
 * INVALID_REQUEST_BODY for a field of the body.
 * @param path such as `methods.0`; "": the body as a whole
 * @param issues every fault, if there is more than this one
 */
export const invalid = (path: string, message: string, issues: Issue[] = [{ path, message }]): ServiceError =>
  new ServiceError("INVALID_REQUEST_BODY", path === "" ? message : `${path}: ${message}`, { issues });

/** INVALID_PARAMETERS for a parameter of the query or the path, or for a header. */
export const invalidParameter = (path: string, message: string): ServiceError =>
  new ServiceError("INVALID_PARAMETERS", `${path}: ${message}`, { issues: [{ path, message }] });

/** INVALID_PARAMETERS for a `cursor` that no page of this list has named. */
export const foreignCursor = (): ServiceError =>
  invalidParameter("cursor", "expected the nextCursor of the previous page");

/** @throws INVALID_REQUEST_BODY if there is an issue */
export const refuseIssues = (issues: Issue[]): void => {
  const [first] = issues;
  if (first) throw invalid(first.path, first.message, issues);
};

/** The value that was looked for. @throws the error with this code if there is no value */
export const required = <Value>(found: Value | null, code: ErrorCode, message?: string): Value => {
  if (found === null) throw new ServiceError(code, message);
  return found;
};

/** What an error code means, for a code that may come from an earlier release. */
export const titleOf = (code: string): string =>
  Object.entries(ERRORS).find(([name]) => name === code)?.[1].title ?? "No decision was reached.";

/** Makes the compiler prove that every case was handled. */
export const unreachable = (value: never): never => {
  throw new TypeError(`a case was not handled: ${String(value)}`);
};
