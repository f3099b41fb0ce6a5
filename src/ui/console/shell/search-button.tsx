"use client";
import { Search } from "lucide-react";

export const SearchButton = ({ onOpen }: { onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    aria-keyshortcuts="Control+K Meta+K"
    className="flex h-8.5 w-full cursor-pointer items-center gap-2 rounded-md border bg-surface px-2.5 text-sm text-soft shadow-card hover:text-ink pointer-coarse:h-11"
  >
    <Search size={14} aria-hidden="true" />
    <span className="grow text-left">Search or jump to</span>
    <kbd className="rounded-xs border bg-sunken px-1 font-mono text-2xs leading-4">Ctrl K</kbd>
  </button>
);
