"use client";
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** Filters live in the address, so links and Back keep them. Empty values are left out. */
export const useUrlState = (): [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] => {
  const current = useSearchParams();
  const change = useCallback((changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    const query = next.toString();
    window.history.replaceState(null, "", `${window.location.pathname}${query && `?${query}`}`);
  }, []);
  return [new URLSearchParams(current), change];
};
