/** The page's sections in their order: their anchors, and what the index calls them. */
export const PARTS = {
  branding: "Name and branding",
  checks: "Checks",
  lists: "Lists",
  callbacks: "Callback hosts",
  tokens: "Tokens and retention",
  documents: "Documents",
  close: "Danger zone",
} as const;

export type PartId = keyof typeof PARTS;

export const PART_IDS = ["branding", "checks", "lists", "callbacks", "tokens", "documents", "close"] as const;
