/** The text of a search box, and what it has sent to the address but not yet got back. */
export type SearchText = {
  typed: string;
  sent: readonly string[];
  /** The box has the focus and text that has not been sent yet. */
  isTyping: boolean;
};

export const searchTextOf = (value: string): SearchText => ({ typed: value, sent: [], isTyping: false });

export type SearchChange =
  | { kind: "typed"; text: string }
  /** Typing paused, and the text went to the address. */
  | { kind: "sent"; text: string }
  /** Clear was pressed, which empties the address as well. */
  | { kind: "cleared" }
  /** The box has lost its focus. */
  | { kind: "left" }
  /** The address now says this. */
  | { kind: "arrived"; text: string };

/**
 * What the box shows next. The address changes late, in a transition: what the box itself sent may arrive
 * after more was typed, and must not overwrite that. Any other text, such as from Back, a link or Clear,
 * replaces it unless the next search is already being typed. Clear empties the box at once: the next letter
 * must not be added to what the address has not dropped yet.
 */
export const searchText = (state: SearchText, change: SearchChange): SearchText => {
  if (change.kind === "left") return { ...state, isTyping: false };
  if (change.kind === "cleared") return { typed: "", sent: [...state.sent, ""], isTyping: false };
  const { kind, text } = change;
  if (kind === "typed") return { ...state, typed: text, isTyping: true };
  if (kind === "sent") return { ...state, sent: [...state.sent, text], isTyping: false };
  const at = state.sent.indexOf(text);
  if (at !== -1) return { ...state, sent: state.sent.slice(at + 1) };
  return state.isTyping ? state : searchTextOf(text);
};
