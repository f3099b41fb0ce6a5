import { z } from "zod";
import type { FetchRequest } from "../demo-wallet/wallet/read-request.ts";
import type { ResponseParameters } from "../demo-wallet/wallet/respond.ts";

/** The four ways in which a deployment asks a wallet. */
export type Kind = "eu_link" | "signed_link" | "dc_api" | "iso_mdoc";

/** What a wallet posts to a response address, or what the page hands in after the browser's dialogue. */
export type Answer =
  | { responseUri: string; form: ResponseParameters | string }
  | { protocol: string; data: Record<string, unknown> };

export type Reply = {
  isTaken: boolean;
  /** Where the browser is to go next: after a link on the same device. */
  redirectUri: string | null;
};

/** One transaction: a request, and the place for its answer. */
export type Ask = {
  /** A link, or the `data` of a request over the Digital Credentials API. */
  request: string | Record<string, unknown>;
  /** Over the Digital Credentials API: all that were offered in this protocol, of which `request` is the first. */
  alternatives?: readonly Record<string, unknown>[];
  /** The site, as a browser sees it. */
  origin: string;
  fetchRequest: FetchRequest;
  send(answer: Answer): Promise<Reply>;
};

/** `open`: nothing is decided, and the end user may try again. */
export type State = "open" | "over" | "under" | "failed" | "expired";

export type SameDevice = Ask & {
  /** The browser comes back, with the cookie of the page that began or in another browser. */
  comeBack(address: string, options: { withCookie: boolean }): Promise<void>;
};

/** One verification. */
export type Verification = {
  /** @throws NotOffered */
  ask(kind: Kind): Promise<Ask>;
  /** A link for this very browser. @throws NotOffered */
  askSameDevice(): Promise<SameDevice>;
  state(): Promise<State>;
};

/** An anchor as the deployment answers it. */
export const trustedAnchor = z.object({
  id: z.string(),
  label: z.string(),
  credentialType: z.string(),
  fingerprint: z.string(),
  listProvider: z.string().nullable(),
});

type TrustedAnchor = z.infer<typeof trustedAnchor>;

/** The endpoints for trust anchors. */
export type TrustAdmin = {
  list(): Promise<TrustedAnchor[]>;
  import(body: object): Promise<{ isImported: boolean; anchors: TrustedAnchor[]; message: string }>;
  remove(id: string): Promise<void>;
  /** A tenant of the kit's own that offers wallets: its live key, and its end. */
  tenant(): Promise<{ liveKey: string; end(): Promise<void> }>;
};

/** The deployment under test. */
export type Target = {
  /** @param options.mode with `live`, by a live key: for what must not work there. @throws NotOffered */
  begin(options: { minimumAge: number; mode?: "test" | "live"; liveKey?: string }): Promise<Verification>;
  /** The trust anchors, to list and to change. @throws NotOffered */
  trust(): Promise<TrustAdmin>;
};

/** The deployment does not offer this, by its settings; so it cannot be wrong in it. */
export class NotOffered extends Error {
  override name = "NotOffered";
}
