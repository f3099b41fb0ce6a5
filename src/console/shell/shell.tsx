"use client";
import { FlaskConical, Menu, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { Allowed, useAccess } from "#console/client/access.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { isSharedByModes } from "#console/client/navigation.ts";
import { consolePath, inMode } from "#console/client/paths.ts";
import { useUrlState } from "#console/client/use-url-state.ts";
import { Wordmark } from "#kit/brand.tsx";
import { useWanted } from "#kit/hooks.ts";
import { LinkWay } from "#kit/link.tsx";
import { buttonStyle } from "#kit/styles.ts";
import { NavGroups, type Waiting } from "./nav.tsx";
import { Palette, type UseFind } from "./palette.tsx";
import { ModeSwitch, type TenantChoice, TenantMark, TenantSwitcher } from "./tenant-switcher.tsx";
import type { Theme } from "./theme.ts";
import { type Person, ThemeToggle, UserMenu } from "./user-menu.tsx";
import "#kit/leave-guard.ts";

type PhoneBarProps = { onMenu: () => void; onSearch: () => void };

const PhoneBar = ({ onMenu, onSearch }: PhoneBarProps) => {
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

type SideProps = Pick<ShellProps, "person" | "tenants" | "theme" | "waiting"> & { onSearch: () => void };

/** The content of the sidebar and the phone's drawer. */
const SideContent = ({ person, tenants, theme, waiting, onSearch }: SideProps) => (
  <div className="flex min-h-full flex-col gap-4 p-3">
    <div className="px-1.5 pt-1.5 text-md">
      <Wordmark size={18} />
    </div>
    <TenantSwitcher tenants={tenants} />
    <ModeSwitch />
    <button
      type="button"
      onClick={onSearch}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-8.5 w-full cursor-pointer items-center gap-2 rounded-md border bg-surface px-2.5 text-sm text-soft shadow-card hover:text-ink pointer-coarse:h-11"
    >
      <Search size={14} aria-hidden="true" />
      <span className="grow text-left">Search or jump to</span>
      <kbd className="rounded-xs border bg-sunken px-1 font-mono text-2xs leading-4">Ctrl K</kbd>
    </button>
    <NavGroups waiting={waiting} />
    <div className="mt-auto flex items-center justify-between gap-2 border-t pt-3">
      <UserMenu {...person} />
      <ThemeToggle initial={theme} />
    </div>
  </div>
);

/** On every page while the console is in test mode. */
const TestStrip = () => {
  const mode = useMode();
  const [, setUrl] = useUrlState();
  const { tenantId } = useAccess();
  const isShared = isSharedByModes(usePathname(), consolePath(tenantId));
  return mode === "live" ? null : (
    <section
      aria-label="Test mode"
      className="sticky top-13 z-20 flex min-h-9 items-center gap-2 border-b bg-test px-4 py-1 text-sm text-on-test sm:px-6 lg:top-0 lg:px-8"
    >
      <FlaskConical size={15} className="shrink-0" aria-hidden="true" />
      <p className="min-w-0 grow">
        <strong className="font-semibold">Test mode.</strong>{" "}
        {isShared
          ? "Live and test share this page: what you see and change here is live too."
          : "You are looking at test data."}
      </p>
      <button
        type="button"
        onClick={() => setUrl({ mode: "" })}
        className="h-7 shrink-0 cursor-pointer rounded-sm px-2 font-medium underline underline-offset-2 pointer-coarse:h-10"
      >
        Exit test mode
      </button>
    </section>
  );
};

const Drawer = lazy(() => import("./drawer.tsx").then((module) => ({ default: module.Drawer })));

type ShellProps = {
  person: Person;
  tenants: readonly TenantChoice[];
  theme: Theme;
  useFind: UseFind;
  /** How many things wait for an answer, by page. */
  waiting: Waiting;
  children: ReactNode;
};

/** The frame of every tenant page. */
export const Shell = ({ person, tenants, theme, useFind, waiting, children }: ShellProps) => {
  const { isActive } = useAccess();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const isMenuWanted = useWanted(isMenuOpen);
  const pathname = usePathname();
  const mode = useMode();
  const way = useCallback((href: string) => inMode(href, mode), [mode]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setIsMenuOpen(false), [pathname]);
  const search = (): void => {
    setIsMenuOpen(false);
    setIsSearching(true);
  };
  const side = (
    <SideContent person={person} tenants={tenants} theme={theme} waiting={waiting} onSearch={search} />
  );
  return (
    <LinkWay value={way}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-surface px-3 py-2 text-sm shadow-pop focus:translate-y-0"
        >
          Skip to content
        </a>
        <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r bg-paper lg:block print:hidden">
          {side}
        </aside>
        <PhoneBar onMenu={() => setIsMenuOpen(true)} onSearch={search} />
        {isMenuWanted && (
          <Suspense fallback={null}>
            <Drawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
              {side}
            </Drawer>
          </Suspense>
        )}
        <div className="min-w-0">
          <TestStrip />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl min-w-0 px-4 py-5 sm:px-6 lg:px-8 lg:py-7 print:p-0"
          >
            {!isActive && (
              <p className="mb-5 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger">
                This tenant is closed. Its keys no longer work and nothing can be changed. Only the operator
                of this deployment can reopen it.
              </p>
            )}
            <Allowed>{children}</Allowed>
          </main>
        </div>
        <Palette isOpen={isSearching} setIsOpen={setIsSearching} tenants={tenants} useFind={useFind} />
      </div>
    </LinkWay>
  );
};

/** In the outermost layout, so that it hears Back before the router does. */
export const LeaveWatch = () => null;
