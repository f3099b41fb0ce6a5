"use client";
import { Menu, Search } from "lucide-react";
import { buttonStyle } from "../../kit/button-style.ts";
import { useAccess } from "../access.tsx";
import { TenantMark } from "./tenant-mark.tsx";

type Props = { onMenu: () => void; onSearch: () => void };

export const PhoneBar = ({ onMenu, onSearch }: Props) => {
  const { tenantName } = useAccess();
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-paper px-2 lg:hidden print:hidden">
      <button type="button" aria-label="Open menu" onClick={onMenu} className={buttonStyle("ghost", "icon")}>
        <Menu size={18} aria-hidden="true" />
      </button>
      <TenantMark name={tenantName} isSmall />
      <span className="min-w-0 grow truncate text-sm font-semibold">{tenantName}</span>
      <button
        type="button"
        aria-label="Search or jump to"
        onClick={onSearch}
        className={buttonStyle("ghost", "icon")}
      >
        <Search size={17} aria-hidden="true" />
      </button>
    </header>
  );
};
