"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, startTransition } from "react";
import actions from "#hosted/frame/actions.module.css";

/**
 * Tries again by fetching the page again. Kept apart from the forms: error boundaries load it in every
 * browser.
 */
export const RetryButton = ({ retry, children }: { retry: () => void; children: ReactNode }) => {
  const router = useRouter();
  const again = (): void =>
    startTransition(() => {
      router.refresh();
      retry();
    });
  return (
    <button type="button" className={actions.primary} onClick={again}>
      {children}
    </button>
  );
};
