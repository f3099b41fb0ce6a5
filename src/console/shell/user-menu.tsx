"use client";
import {
  CircleUserRound,
  FileText,
  LifeBuoy,
  LogOut,
  MailQuestion,
  Monitor,
  Moon,
  Sun,
  UserRoundCog,
} from "lucide-react";
import { useId, useState } from "react";
import { OFFERS_PATH } from "#console/client/paths.ts";
import { signOut } from "#console/session/sign-in.ts";
import { Menu } from "#kit/menu/menu.tsx";
import { MenuHead, MenuItem, MenuSeparator } from "#kit/menu/menu-parts.tsx";
import { buttonStyle } from "#kit/styles.ts";
import { applyTheme, type Theme } from "./theme.ts";

export type Person = {
  name: string;
  email: string | null;
  /** How many tenants wait for the person's answer. */
  asked?: number;
};

type UserMenuProps = Person & {
  /** The person's own page; absent for operators without a tenant, which have none. */
  accountHref: string | null;
  supportUrl: string | null;
};

/** How many tenants wait for the person's answer, in words. */
const askedText = (count: number): string =>
  count === 1 ? "A tenant asks you to join" : `${count} tenants ask you to join`;

export const UserMenu = ({ name, email, asked = 0, accountHref, supportUrl }: UserMenuProps) => (
  <Menu
    isPinned
    side="top"
    align="start"
    trigger={
      <button
        type="button"
        aria-description={asked > 0 ? askedText(asked) : undefined}
        className={buttonStyle(
          "ghost",
          "md",
          "min-w-0 shrink! justify-start! px-2! data-popup-open:bg-hover",
        )}
      >
        <CircleUserRound size={17} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
        <span className="truncate">{name}</span>
        {asked > 0 && <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />}
      </button>
    }
  >
    <MenuHead>
      <p className="truncate font-medium">{name}</p>
      <p className="truncate text-xs text-soft">{email ?? "No confirmed e-mail address"}</p>
    </MenuHead>
    <MenuSeparator />
    {asked > 0 && (
      <MenuItem icon={<MailQuestion size={15} aria-hidden="true" />} href={OFFERS_PATH}>
        {askedText(asked)}
      </MenuItem>
    )}
    {accountHref !== null && (
      <MenuItem icon={<UserRoundCog size={15} aria-hidden="true" />} href={accountHref}>
        Account
      </MenuItem>
    )}
    <MenuItem
      icon={<FileText size={15} aria-hidden="true" />}
      onSelect={() => window.location.assign("/docs")}
    >
      Documentation
    </MenuItem>
    {supportUrl !== null && (
      <MenuItem
        icon={<LifeBuoy size={15} aria-hidden="true" />}
        onSelect={() => window.location.assign(supportUrl)}
      >
        Support
      </MenuItem>
    )}
    <MenuSeparator />
    <MenuItem icon={<LogOut size={15} aria-hidden="true" />} onSelect={() => void signOut()}>
      Sign out
    </MenuItem>
  </Menu>
);

const CHOICES = [
  { theme: "system", name: "As the system", Icon: Monitor },
  { theme: "light", name: "Light", Icon: Sun },
  { theme: "dark", name: "Dark", Icon: Moon },
] as const;

export const ThemeToggle = ({ initial }: { initial: Theme }) => {
  const [theme, setTheme] = useState(initial);
  const group = useId();
  const choose = (next: Theme): void => {
    setTheme(next);
    applyTheme(next);
  };
  return (
    <fieldset className="flex w-fit rounded-md border bg-neutral-soft p-0.5">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ theme: choice, name, Icon }) => (
        <label
          key={choice}
          title={name}
          className="forced-choice relative grid h-6 w-8 place-items-center rounded-sm text-soft hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-9 pointer-coarse:w-11"
        >
          <input
            type="radio"
            name={group}
            checked={theme === choice}
            onChange={() => choose(choice)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none!"
          />
          <Icon size={14} aria-hidden="true" />
          <span className="sr-only">{name}</span>
        </label>
      ))}
    </fieldset>
  );
};
