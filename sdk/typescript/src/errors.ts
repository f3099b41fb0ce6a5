// What callers catch. No error holds a key, a secret, a request or another library's error: these end up in logs.

/** The base of every error of this package; itself for wrong use, such as a missing key. */
export class LintelError extends Error {
  static {
    // Bundlers rename classes, so the name is a text.
    LintelError.prototype.name = "LintelError";
  }
}

/** No answer, a broken one, one that is not the service's, or a redirect. */
export class LintelConnectionError extends LintelError {
  static {
    LintelConnectionError.prototype.name = "LintelConnectionError";
  }
}

/** One try, or all of them, took too long; or `wait` did. */
export class LintelTimeoutError extends LintelError {
  static {
    LintelTimeoutError.prototype.name = "LintelTimeoutError";
  }
}

/** One fault in the input: where it is, and what is expected there. */
export type Issue = { path: string; message: string };

/** An error answer, as read. */
export type ApiProblem = {
  status: number;
  code: string | null;
  message: string;
  requestId: string | null;
  issues: readonly Issue[];
  retryAfterSeconds: number | null;
};

/** The service refused the request. Decide by `code`: docs/errors.md has a paragraph for each. */
export class LintelApiError extends LintelError {
  /** The HTTP status. */
  readonly status: number;
  /** Null: the answer is not the service's own, but for example a proxy's. */
  readonly code: string | null;
  /** Quote it when you ask for help. */
  readonly requestId: string | null;
  /** With 400: what is wrong, and where. */
  readonly issues: readonly Issue[];
  /** Null: the service names no time after which a repeat can succeed. */
  readonly retryAfterSeconds: number | null;

  static {
    LintelApiError.prototype.name = "LintelApiError";
  }

  constructor({ status, code, message, requestId, issues, retryAfterSeconds }: ApiProblem) {
    const about = [code ?? `status ${status}`, ...(requestId === null ? [] : [`request ${requestId}`])];
    super(`${message} (${about.join(", ")})`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400, 413 or 422: correct the request; a repeat will not help. */
export class InvalidRequestError extends LintelApiError {
  static {
    InvalidRequestError.prototype.name = "InvalidRequestError";
  }
}

/** 401: the key is missing, wrong or revoked, or its tenant is inactive. */
export class AuthenticationError extends LintelApiError {
  static {
    AuthenticationError.prototype.name = "AuthenticationError";
  }
}

/** 403: the key is good, but may not do this. */
export class PermissionDeniedError extends LintelApiError {
  static {
    PermissionDeniedError.prototype.name = "PermissionDeniedError";
  }
}

/** 404: absent, or another tenant's. */
export class NotFoundError extends LintelApiError {
  static {
    NotFoundError.prototype.name = "NotFoundError";
  }
}

/** 409: the request does not fit the present state. */
export class ConflictError extends LintelApiError {
  static {
    ConflictError.prototype.name = "ConflictError";
  }
}

/** 429: too many requests, or a quota is used up. */
export class RateLimitError extends LintelApiError {
  static {
    RateLimitError.prototype.name = "RateLimitError";
  }
}

/** 500 and above. */
export class ServerError extends LintelApiError {
  static {
    ServerError.prototype.name = "ServerError";
  }
}

const BY_STATUS: Readonly<Record<number, typeof LintelApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/** The error of this status. */
export const apiErrorOf = (problem: ApiProblem): LintelApiError =>
  new (BY_STATUS[problem.status] ?? (problem.status >= 500 ? ServerError : LintelApiError))(problem);
