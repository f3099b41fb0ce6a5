"use client";
import { lazy, Suspense, useEffect } from "react";
import { useWanted } from "../../kit/use-wanted.ts";
import type { TenantChoice } from "./tenant-switcher.tsx";

const load = () => import("./palette-window.tsx");
const Window = lazy(() => load().then((module) => ({ default: module.PaletteWindow })));

type Props = { isOpen: boolean; setIsOpen: (isOpen: boolean) => void; tenants: readonly TenantChoice[] };

/** Ctrl or Cmd and K: every page, the common actions, and anything by its id. */
export const Palette = (props: Props) => {
  const { isOpen, setIsOpen } = props;
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, [setIsOpen]);
  return useWanted(isOpen) ? (
    <Suspense fallback={null}>
      <Window {...props} />
    </Suspense>
  ) : null;
};
