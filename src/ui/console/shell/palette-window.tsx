"use client";
import { useRouter } from "next/navigation";
import { CommandPalette } from "../../kit/command-palette.tsx";
import { useAccess } from "../access.tsx";
import { commandsFor, findById } from "./commands.ts";
import type { TenantChoice } from "./tenant-switcher.tsx";

type Props = { isOpen: boolean; setIsOpen: (isOpen: boolean) => void; tenants: readonly TenantChoice[] };

export const PaletteWindow = ({ isOpen, setIsOpen, tenants }: Props) => {
  const { tenantId, may } = useAccess();
  const router = useRouter();
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      commands={commandsFor({ tenantId, may, tenants, go: (href) => router.push(href) })}
      extra={(typed) => findById(typed, tenantId, (href) => router.push(href))}
    />
  );
};
