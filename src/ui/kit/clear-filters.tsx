"use client";
import { X } from "lucide-react";
import { Button } from "./button.tsx";

type Props = {
  /** Every filter of the bar; empty where it is not set. */
  texts: Readonly<Record<string, string>>;
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

/** Takes all filters away; there as long as one is set. */
export const ClearFilters = ({ texts, onChange }: Props) =>
  Object.values(texts).some(Boolean) && (
    <Button
      look="ghost"
      onClick={() => onChange(Object.fromEntries(Object.keys(texts).map((name) => [name, ""])))}
    >
      <X size={14} aria-hidden="true" />
      Clear
    </Button>
  );
