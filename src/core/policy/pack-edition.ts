import type { Pack } from "./packs.ts";

// A version names the editions of packs that it adopted. Apart from the packs' texts, which only their own view reads.

/** A pack's edition, as a version names it: `uk@2026-11-30`. Until November 2026 versions named only the pack: `uk`. */
export const editionOf = ({ id, asOf }: Pick<Pack, "id" | "asOf">): string => `${id}@${asOf}`;

/** `asOf`: empty where the version names only the pack. */
export const editionIn = (edition: string): Pick<Pack, "id" | "asOf"> => {
  const [id = "", asOf = ""] = edition.split("@");
  return { id, asOf };
};

/** The editions that a draft has adopted once it also adopts this pack: one of each pack. */
export const withEdition = (editions: readonly string[], pack: Pick<Pack, "id" | "asOf">): string[] => [
  ...editions.filter((edition) => editionIn(edition).id !== pack.id),
  editionOf(pack),
];
