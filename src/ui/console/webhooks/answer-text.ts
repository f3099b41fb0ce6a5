const CODES: Readonly<Record<string, string>> = {
  DNS: "The host's address could not be found",
  TLS: "No secure connection: the certificate was not accepted",
  TIMEOUT: "No answer in time",
  CONNECTION: "No connection",
  BLOCKED: "The host leads to an address that webhooks may not go to",
  STATUS: "The answer was not a success",
};

/** What came back, in a few words. */
export const answerText = (status: number | null, code: string | null): string => {
  if (status !== null) return `HTTP ${status}`;
  return code === null ? "–" : (CODES[code.toUpperCase()] ?? code);
};
