import type { LucideIcon } from "lucide-react";

export type Command = {
  id: string;
  group: string;
  name: string;
  /** What it is, in a word or two. */
  note?: string;
  Icon: LucideIcon;
  run: () => void;
};

/** Commands whose name has every typed word somewhere; those that begin with the first come first. */
export const matching = (commands: readonly Command[], typed: string): Command[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const rank = ({ name }: Command): number => (name.toLowerCase().startsWith(first) ? 0 : 1);
  return commands
    .filter(({ name, group }) => words.every((word) => `${group} ${name}`.toLowerCase().includes(word)))
    .sort((a, b) => (words.length === 0 ? 0 : rank(a) - rank(b)));
};
