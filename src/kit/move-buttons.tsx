"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "./button.tsx";

const MOVES = [
  { way: "up", by: -1, Icon: ArrowUp },
  { way: "down", by: 1, Icon: ArrowDown },
] as const;

type Props<Item> = {
  /** What is moved, as a screen reader announces it. */
  name: string;
  items: readonly Item[];
  index: number;
  onChange: (items: Item[]) => void;
};

/** Moves an item of a list up or down, by keyboard or pointer. */
export const MoveButtons = <Item,>({ name, items, index, onChange }: Props<Item>) =>
  MOVES.map(({ way, by, Icon }) => (
    <Button
      key={way}
      look="ghost"
      size="icon-sm"
      aria-label={`Move ${name} ${way}`}
      disabled={items[index + by] === undefined}
      onClick={() =>
        onChange(items.toSpliced(index, 1).toSpliced(index + by, 0, ...items.slice(index, index + 1)))
      }
    >
      <Icon size={14} aria-hidden="true" />
    </Button>
  ));
