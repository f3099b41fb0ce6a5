import { ServiceError } from "#core/errors.ts";
import { SignInRefusal, type SignInRefusalCode } from "#core/sign-in-refusal.ts";
import type { Deps } from "#services/context.ts";

type SignedIn = Awaited<ReturnType<NonNullable<Deps["identity"]>["exchange"]>>;

/** What became of one sign-in: next-auth tells its caller no more than that something went wrong. */
export type Attempt = {
  requestId: string;
  userAgent: string;
  signedIn: SignedIn | null;
  memberId: string | null;
  sessionId: string | null;
  refusal: SignInRefusalCode | null;
};

export const newAttempt = (request: Request, requestId: string): Attempt => ({
  requestId,
  userAgent: request.headers.get("user-agent") ?? "",
  signedIn: null,
  memberId: null,
  sessionId: null,
  refusal: null,
});

/** Why a sign-in ended, by whatever was thrown. What nobody foresaw is logged besides. */
export const refusalOf = (deps: Pick<Deps, "log">, error: unknown, requestId: string): SignInRefusalCode => {
  if (error instanceof SignInRefusal) return error.code;
  if (error instanceof ServiceError && error.code === "SERVICE_UNAVAILABLE") return "provider_away";
  deps.log.error("an unexpected error", { error, requestId });
  return "service_error";
};

/** Does a part of the sign-in for next-auth, and remembers why it failed. */
export const noting = async <Result>(
  deps: Pick<Deps, "log">,
  attempt: Attempt,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    attempt.refusal = refusalOf(deps, error, attempt.requestId);
    throw error;
  }
};
