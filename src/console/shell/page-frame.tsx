"use client";
import { Menu, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { MissingDialog } from "#kit/dialog/plain-dialog.tsx";
import { useWanted } from "#kit/hooks.ts";
import { late } from "#kit/late/late.tsx";
import { buttonStyle } from "#kit/styles.ts";
import { UpToDate } from "./up-to-date.tsx";

type SideFrameProps = { foot: ReactNode; children: ReactNode };

/**
 * The column of the sidebar and of the phone's drawer: the foot stays in view at every height, and what is above it
 * scrolls.
 */
export const SideFrame = ({ foot, children }: SideFrameProps) => (
  <div className="flex h-full flex-col">
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto p-3">
      {children}
    </div>
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-3 border-t p-3">{foot}</div>
  </div>
);

/** Opens the palette, from the sidebar. */
export const SearchButton = ({ onSearch }: { onSearch: () => void }) => (
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
);

type PhoneBarProps = Pick<PageFrameProps, "mark" | "name"> & { onMenu: () => void; onSearch: () => void };

const PhoneBar = ({ mark, name, onMenu, onSearch }: PhoneBarProps) => (
  <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-paper px-2 lg:hidden print:hidden">
    <button type="button" aria-label="Open menu" onClick={onMenu} className={buttonStyle("ghost", "icon")}>
      <Menu size={18} aria-hidden="true" />
    </button>
    {mark}
    <span className="min-w-0 grow truncate text-sm font-semibold">{name}</span>
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

const Drawer = late(() => import("./drawer.tsx").then((module) => module.Drawer), {
  missing: ({ props: { isOpen, onClose }, failure, again }) => (
    <MissingDialog isOpen={isOpen} onClose={onClose} title="Menu" failure={failure} again={again} />
  ),
});

type PageFrameProps = {
  /** Beside the name, in the bar of a phone. */
  mark: ReactNode;
  name: string;
  /** The content of the sidebar and of the phone's drawer. */
  side: (onSearch: () => void) => ReactNode;
  palette: (search: { isOpen: boolean; setIsOpen: (isOpen: boolean) => void }) => ReactNode;
  /** Above the content, across its whole width. */
  strips?: ReactNode;
  children: ReactNode;
};

/** The frame of a console's pages: the sidebar, a drawer on a phone, and the palette. */
export const PageFrame = ({ mark, name, side, palette, strips, children }: PageFrameProps) => {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const isMenuWanted = useWanted(isMenuOpen);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setIsMenuOpen(false), [pathname]);
  const search = (): void => {
    setIsMenuOpen(false);
    setIsSearching(true);
  };
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-surface px-3 py-2 text-sm shadow-pop focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r bg-paper lg:block print:hidden">
        {side(search)}
      </aside>
      <PhoneBar mark={mark} name={name} onMenu={() => setIsMenuOpen(true)} onSearch={search} />
      {isMenuWanted && (
        <Drawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
          {side(search)}
        </Drawer>
      )}
      <div className="min-w-0">
        {strips}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl min-w-0 px-4 py-5 sm:px-6 lg:px-8 lg:py-7 print:p-0"
        >
          <UpToDate />
          {children}
        </main>
      </div>
      {palette({ isOpen: isSearching, setIsOpen: setIsSearching })}
    </div>
  );
};
