/** The text of a search box, and what it has sent to the address that has not come back from there yet. */
export type SearchText = { typed: string; sent: readonly string[] };

export type SearchChange =
  | { kind: "typed"; text: string }
  /** Typing paused, and the text went to the address. */
  | { kind: "sent"; text: string }
  /** The address says this now. */
  | { kind: "arrived"; text: string };

/**
 * What the box shows next. The address changes late, in a transition: what the box itself has sent may arrive after more was
 * typed, and takes nothing of that away. Any other text, as of Back or a link, replaces it.
 */
export const searchText = ({ typed, sent }: SearchText, change: SearchChange): SearchText => {
  const { kind, text } = change;
  if (kind === "typed") return { typed: text, sent };
  if (kind === "sent") return { typed, sent: [...sent, text] };
  const at = sent.indexOf(text);
  return at === -1 ? { typed: text, sent: [] } : { typed, sent: sent.slice(at + 1) };
};
