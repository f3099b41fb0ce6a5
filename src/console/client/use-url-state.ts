"use client";
import { useSearchParams } from "next/navigation";
import { startTransition, useCallback, useOptimistic } from "react";

/**
 * Filters live in the address, so links and Back keep them. Empty values are left out. Next.js tells of a new address in a
 * transition, which comes late on a busy machine: until then the controls have what was chosen, or React would put the old
 * value back into them, and the browser's next event would choose that.
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
