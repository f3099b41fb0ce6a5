// What a webhook receiver answered, or why there was no answer.

const CODES: Readonly<Record<string, string>> = {
  DNS: "DNS lookup failed",
  TLS: "TLS failed: certificate not accepted",
  TIMEOUT: "Timed out",
  CONNECTION: "Could not connect",
  BLOCKED: "Blocked: private network address",
  STATUS: "Not a success status",
};

/** The response in a few words. */
export const answerText = (status: number | null, code: string | null): string => {
  if (status !== null) return `HTTP ${status}`;
  return code === null ? "–" : (CODES[code.toUpperCase()] ?? code);
};
