import type { Mode } from "#core/verification.ts";

export type LogLine = {
  id: string;
  time: Date;
  requestId: string;
  method: string;
  url: string;
  status: number;
  durationMs: number;
  event: string;
  code: string | null;
  verificationId: string | null;
};

/** One request with what is known of its caller. */
export type RequestLine = LogLine & { key: { name: string; mode: Mode; lastFour: string } | null };
