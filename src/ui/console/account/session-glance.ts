/** What the page shows of one session. */
export type SessionGlance = {
  id: string;
  /** "Firefox on Linux" */
  client: string;
  createdAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
};
