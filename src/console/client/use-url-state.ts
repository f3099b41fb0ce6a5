"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useLayoutEffect, useState } from "react";

const inAddress = (): string => new URLSearchParams(window.location.search).toString();

/**
 * Filters live in the address, so links and Back keep them. Empty values are left out. The address changes at
 * once, but Next.js announces it later, one change after another; on a busy machine it announces older ones in
 * between. Until it has caught up, the controls hold the chosen value; otherwise an old one would come back, and
 * the next letter would be added to it.
 */
export const useUrlState = (): [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] => {
  const announced = useSearchParams().toString();
  const [chosen, choose] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (announced === inAddress()) choose(null);
  }, [announced]);
  const change = useCallback((changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    const query = next.toString();
    choose(query);
    window.history.replaceState(null, "", `${window.location.pathname}${query && `?${query}`}`);
  }, []);
  return [new URLSearchParams(chosen ?? announced), change];
};
