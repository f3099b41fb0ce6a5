import type { GateAnswer, TabKeeps, Wanted } from "#core/gates/addresses.ts";
import type { Language } from "#core/language.ts";
import type { Refusal } from "./page-texts.ts";

/** What gate.js hears (public/gate.js). */
export type GateMessage = { lintel: 1; site: string } & (
  | { type: "answer"; code: string }
  | { type: "refused"; reason: "cancelled" | "failed" | "expired" | "under_age" }
  /** The start page is there, and waits for `{ lintel: 1, type: "start" }`. */
  | { type: "ready" }
);

type Ended = Exclude<GateMessage, { type: "ready" }>;

export type GatePage =
  | {
      kind: "start";
      language: Language;
      /** The gate's id. */
      site: string;
      siteName: string;
      /** An age in years, or `policy`. */
      threshold: string;
      /** Where the form goes; may be relative. */
      action: string;
      wanted: Wanted;
      answer: GateAnswer;
      /** The site's. */
      origin: string;
      /**
       * Where the form's answer leads, as far as these are other origins: browsers hold redirects to the page's
       * form-action too. Without them the policy names none.
       */
      hostedOrigins?: readonly string[];
    }
  /** Any page may frame it, so it does nothing but lead to a window whose first page is the gate's own. */
  | {
      kind: "framed";
      language: Language;
      siteName: string;
      threshold: string;
      /** The site's. */
      origin: string;
      startAddress: string;
    }
  | {
      kind: "refused";
      reason: Refusal;
      language: Language;
      siteName: string | null;
      /** Null: there is no other try. */
      startAddress: string | null;
      /** In place of a framed one. */
      isFramed?: boolean;
    }
  /** After the check, where the tab kept a part of the way back. */
  | { kind: "back"; language: Language; siteName: string; origin: string; to: string; kept: TabKeeps }
  | {
      kind: "message";
      language: Language;
      origin: string;
      message: Ended;
      siteName?: string;
      /** Where a window that lost its opener takes its code; `/` unless given. */
      returnPath?: string;
    };

export type PageOf<Kind extends GatePage["kind"]> = Extract<GatePage, { kind: Kind }>;
