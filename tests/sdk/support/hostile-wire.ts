/** An answer that no client of the service should trust more than it deserves, as the bytes on the wire. */
export type HostileAnswer = {
  id: string;
  /** What the client asks for when it gets this. */
  operation: "status" | "validate";
  maxRetries: number;
  step: { bytes: string; end: boolean; dripMs?: number; times: number };
  /** What the caller may be told, if anything; undefined: nothing but an error is right. */
  result?: unknown;
  /** An error is right, too. */
  orError: boolean;
};

/** What each client sends, and no error may show. */
export const HOSTILE_KEY = "avk_test_hostile0key0that0no0error0may0show";

export const GOOD = {
  status: { verificationId: "ver_1", status: "pending" },
  validate: { valid: false, over18: false },
};
export const FORGED = {
  verificationId: "ver_1",
  status: "completed",
  valid: true,
  over18: true,
  result: { verified: true },
};

type Parts = {
  status?: number | string;
  version?: string;
  reason?: string;
  type?: string | null;
  headers?: readonly string[];
  body?: string | Buffer;
  length?: string | null;
};

export const wire = ({
  version = "HTTP/1.1",
  status = 200,
  reason = "Fine",
  headers = [],
  ...parts
}: Parts): Buffer => {
  const { type = "application/json", body = "", length } = parts;
  const bytes = Buffer.from(body);
  const lines = [
    `${version} ${status} ${reason}`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(length === null ? [] : [`Content-Length: ${length ?? bytes.length}`]),
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
};

export const json = JSON.stringify;
export const problem = (more: object = {}): string =>
  json({ code: "INVALID_PARAMETERS", message: "No.", requestId: "req_1", ...more });

export type Made = {
  bytes: Buffer;
  end?: boolean;
  dripMs?: number;
  result?: unknown;
  orError?: boolean;
  maxRetries?: number;
};
export type Add = (name: string, made: Made) => void;
