import {
  type Binding,
  type Bound,
  bindingText,
  Carried,
  endOf,
  type SealedPurpose,
  type SignedPurpose,
} from "#core/access/carried.ts";
import { constantTimeIncludes, fingerprintsOf } from "#platform/secrets.ts";
import type { Deps } from "./context.ts";
import { openSealed } from "./sealing.ts";

// The only place that seals or signs what leaves the service and comes back (core/access/carried.ts). What does not fit to its
// binding opens nowhere, and it does not say why.

type Using = Pick<Deps, "secrets" | "now">;

const MAC_BYTES = 16;
const END = /^[0-9a-z]{1,11}$/;

const contextOf = (binding: Parameters<typeof bindingText>[0]): string => `carried:${bindingText(binding)}`;

/** Whether an end, milliseconds in base 36, is still to come. */
const isToCome = (end: string, { now }: Using): boolean =>
  END.test(end) && Number.parseInt(end, 36) > now().getTime();

/** Seals a text for its way out and back. */
export const sealCarried = <P extends SealedPurpose>(
  using: Using,
  bound: Bound<P>,
  content: string,
): Carried<P> => {
  const end = endOf(bound, using.now()).toString(36);
  return new Carried(bound.purpose, using.secrets.seal(`${end}.${content}`, contextOf(bound)));
};

/**
 * Opens what came back.
 * @returns null: not ours, for another subject, purpose or place, or past its end
 */
export const openCarried = <P extends SealedPurpose>(
  using: Using,
  binding: Binding<P>,
  text: string | null,
): string | null => {
  const opened = openSealed(using.secrets, text, contextOf(binding));
  if (opened === null) return null;
  const dot = opened.indexOf(".");
  return isToCome(opened.slice(0, Math.max(0, dot)), using) ? opened.slice(dot + 1) : null;
};

const macsOf = <P extends SignedPurpose>({ secrets }: Using, binding: Binding<P>, end: string): string[] =>
  fingerprintsOf(secrets, contextOf(binding), end).map((mac) =>
    Buffer.from(mac.subarray(0, MAC_BYTES)).toString("base64url"),
  );

/** The end of a text that others may read, and the proof that it is ours: `<end>.<mac>`, to stand behind it. */
export const signCarried = <P extends SignedPurpose>(using: Using, bound: Bound<P>): string => {
  const end = endOf(bound, using.now()).toString(36);
  return `${end}.${macsOf(using, bound, end)[0] ?? ""}`;
};

/** Whether `signCarried` made this for the same subject, purpose and place, and its end is still to come. */
export const isSignedCarried = <P extends SignedPurpose>(
  using: Using,
  binding: Binding<P>,
  signed: string,
): boolean => {
  const [end = "", mac = ""] = signed.split(".");
  return isToCome(end, using) && constantTimeIncludes(macsOf(using, binding, end), mac);
};
