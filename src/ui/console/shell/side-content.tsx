"use client";
import { Wordmark } from "../../brand/wordmark.tsx";
import type { Theme } from "../theme.ts";
import { ModeSwitch } from "./mode-switch.tsx";
import { NavGroups } from "./nav-groups.tsx";
import { SearchButton } from "./search-button.tsx";
import { type TenantChoice, TenantSwitcher } from "./tenant-switcher.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { type Person, UserMenu } from "./user-menu.tsx";

export type SideProps = {
  person: Person;
  tenants: readonly TenantChoice[];
  theme: Theme;
  onSearch: () => void;
};

/** What the sidebar and the phone's drawer have in common. */
export const SideContent = ({ person, tenants, theme, onSearch }: SideProps) => (
  <div className="flex min-h-full flex-col gap-4 p-3">
    <div className="px-1.5 pt-1.5 text-md">
      <Wordmark size={18} />
    </div>
    <TenantSwitcher tenants={tenants} />
    <ModeSwitch />
    <SearchButton onOpen={onSearch} />
    <NavGroups />
    <div className="mt-auto flex items-center justify-between gap-2 border-t pt-3">
      <UserMenu name={person.name} email={person.email} />
      <ThemeToggle initial={theme} />
    </div>
  </div>
);
