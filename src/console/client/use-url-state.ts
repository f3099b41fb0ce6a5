"use client";
import { useSearchParams } from "next/navigation";
import { startTransition, useCallback, useOptimistic } from "react";

/**
 * Filters live in the address, so links and Back keep them. Empty values are left out. Next.js announces a
 * new address in a transition, which is late on a busy machine. Until then the controls hold the chosen
 * value; otherwise React would put the old one back, and the browser's next event would choose it.
 */
export const useUrlState = (): [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] => {
  const [query, show] = useOptimistic(useSearchParams().toString());
  const change = useCallback(
    (changes: Readonly<Record<string, string>>) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      startTransition(() => {
        show(query);
        window.history.replaceState(null, "", `${window.location.pathname}${query && `?${query}`}`);
      });
    },
    [show],
  );
  return [new URLSearchParams(query), change];
};
