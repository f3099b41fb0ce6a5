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
