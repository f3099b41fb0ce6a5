import type { SignInRefusalCode } from "#core/sign-in-refusal.ts";

// RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6 and RFC 8707 §2.
const CODES: Readonly<Record<string, SignInRefusalCode>> = {
  access_denied: "cancelled",
  server_error: "provider_error",
  temporarily_unavailable: "provider_error",
  login_required: "provider_denied",
  interaction_required: "provider_denied",
  account_selection_required: "provider_denied",
  consent_required: "provider_denied",
  invalid_request: "request_refused",
  unauthorized_client: "request_refused",
  unsupported_response_type: "request_refused",
  invalid_scope: "request_refused",
  invalid_target: "request_refused",
  request_not_supported: "request_refused",
  // GitHub's own.
  redirect_uri_mismatch: "request_refused",
  application_suspended: "request_refused",
};

/** What a provider's `error` means here. Anybody can write one into an address, so the text itself goes nowhere. */
export const providerErrorCode = (error: string): SignInRefusalCode =>
  (Object.hasOwn(CODES, error) ? CODES[error] : undefined) ?? "provider_denied";
