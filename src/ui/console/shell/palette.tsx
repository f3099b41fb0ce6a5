"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { CommandPalette } from "../../kit/command-palette.tsx";
import { useAccess } from "../access.tsx";
import { commandsFor, findById } from "./commands.ts";
import type { TenantChoice } from "./tenant-switcher.tsx";

type Props = { isOpen: boolean; setIsOpen: (isOpen: boolean) => void; tenants: readonly TenantChoice[] };

/** Ctrl or Cmd and K: every page, the common actions, and anything by its id. */
export const Palette = ({ isOpen, setIsOpen, tenants }: Props) => {
  const { tenantId, may } = useAccess();
  const router = useRouter();
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, [setIsOpen]);
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      commands={commandsFor({ tenantId, may, tenants, go: (href) => router.push(href) })}
      extra={(typed) => findById(typed, tenantId, (href) => router.push(href))}
    />
  );
};
