import type { z } from "zod";
import type { hostedAnswer } from "#contracts/hosted.ts";

/** How the tenant wants to be seen. */
export type PageBrand = {
  colour: { button: string; text: string } | null;
  supportUrl: string | null;
  logo: string | null;
};

/** What the page shows: the answer that scripts get, and who asks. */
export type PageView = Omit<z.infer<typeof hostedAnswer>, "expiresAt"> & {
  tenantName: string;
  brand: PageBrand;
  /** Hosts whose pages may embed this one. */
  embedHosts: readonly string[];
  expiresAt: Date;
};

/** A check that led to no decision, or a request that was refused. */
export type Problem = { code: string; reason: string | null };

export type ScreenName = "prove" | "approved" | "rejected" | "failed" | "expired";

/** Which screen a verification is at. */
export const screenOf = ({ status, outcome }: Pick<PageView, "status" | "outcome">): ScreenName => {
  switch (status) {
    case "pending":
    case "in_progress":
      return "prove";
    case "completed":
      return outcome === "approved" ? "approved" : "rejected";
    case "failed":
    case "expired":
      return status;
    default:
      return status satisfies never;
  }
};

export const pagePath = (secret: string): string => `/v/${encodeURIComponent(secret)}`;

export const evidencePath = (secret: string, method: string): string =>
  `${pagePath(secret)}/${encodeURIComponent(method)}`;

/** Whole minutes that are left, rounded down so that the page never promises too much. */
export const minutesLeft = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 60_000));
