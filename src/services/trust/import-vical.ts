import { newestListDate, removeOlderOfList } from "#data/trust-anchors.ts";
import { readVical } from "#methods/wallet/trust/read-vical.ts";
import { fingerprintOf } from "#methods/wallet/x509/fingerprint.ts";
import type { Ctx } from "../context.ts";
import { pinnedProviders } from "./anchors.ts";
import { recordRemoval } from "./record-removal.ts";
import { contentRefused, importRefused } from "./refusal.ts";
import { saveAnchors } from "./save.ts";
import type { AnchorView } from "./view.ts";

const CLOCK_LEEWAY_MS = 86_400_000;

export type VicalImport = {
  format: "vical";
  /** Base64 of the file. */
  content: string;
};

/**
 * Trusts the authorities of a list (ISO/IEC 18013-5 Annex C) in place of those of the same provider's former list.
 * @throws INVALID_REQUEST_BODY: unreadable, not signed by a pinned provider, or older than the one that is there
 */
export const importVical = async (
  ctx: Ctx,
  { content }: VicalImport,
): Promise<{ anchors: AnchorView[]; skipped: number }> => {
  const bytes = new Uint8Array(Buffer.from(content, "base64"));
  const read = readVical(bytes, { pinned: await pinnedProviders(ctx.deps), now: ctx.deps.now() });
  if (!read.ok) throw contentRefused(read.code);
  const { pin, date, skipped } = read.value;
  if (date.getTime() > ctx.deps.now().getTime() + CLOCK_LEEWAY_MS) {
    throw importRefused("content", "the list's date lies in the future");
  }
  // By its signer: the name in the list is whatever the signer wrote.
  const provider = fingerprintOf(pin.certificate);
  const anchors = await saveAnchors(
    ctx,
    read.value.anchors,
    { listProvider: provider, listDate: date },
    async (db) => {
      const newest = await newestListDate(db, provider);
      if (newest && newest.getTime() > date.getTime()) {
        throw importRefused(
          "content",
          `an older list than the one of ${newest.toISOString()} that is in use`,
        );
      }
      for (const anchor of await removeOlderOfList(db, provider, date)) await recordRemoval(ctx, db, anchor);
    },
  );
  return { anchors, skipped };
};
