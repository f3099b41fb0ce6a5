import { type HandoffState, handoffState } from "#core/handoff.ts";
import { qrSvg } from "#platform/qr-svg.ts";
import type { Deps } from "../../context.ts";
import type { Page } from "../page.ts";
import { handoffCode, handoffUrl } from "./code.ts";

export type HandoffView = {
  state: HandoffState;
  /** The code that the first device's screen shows while it waits for a phone: an image's data URL. */
  picture: string | null;
};

const pictureOf = (url: string): string => `data:image/svg+xml,${encodeURIComponent(qrSvg(url))}`;

/** Where a hand-off stands, for the page with this secret. */
export const handoffViewOf = (
  deps: Deps,
  { device, handoff }: Pick<Page, "device" | "handoff">,
  secret: string,
): HandoffView | null => {
  if (!handoff) return null;
  const state = handoffState(handoff, deps.now());
  const isShown = device === "first" && state === "waiting";
  if (!isShown) return { state, picture: null };
  return { state, picture: pictureOf(handoffUrl(deps, handoffCode(deps, secret, handoff.id))) };
};
