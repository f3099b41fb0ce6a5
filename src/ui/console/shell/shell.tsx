"use client";
import { usePathname } from "next/navigation";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { LinkWay } from "../../kit/link.tsx";
import { useWanted } from "../../kit/use-wanted.ts";
import { useAccess } from "../access.tsx";
import { inMode } from "../mode.ts";
import type { Theme } from "../theme.ts";
import { useMode } from "../use-mode.ts";
import { Allowed } from "./allowed.tsx";
import { Palette, type UseFind } from "./palette.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { SideContent } from "./side-content.tsx";
import type { TenantChoice } from "./tenant-switcher.tsx";
import { TestStrip } from "./test-strip.tsx";
import type { Person } from "./user-menu.tsx";

const Drawer = lazy(() => import("./drawer.tsx").then((module) => ({ default: module.Drawer })));

type Props = {
  person: Person;
  tenants: readonly TenantChoice[];
  theme: Theme;
  useFind: UseFind;
  children: ReactNode;
};

/** What surrounds every page of a tenant. */
export const Shell = ({ person, tenants, theme, useFind, children }: Props) => {
  const { isActive } = useAccess();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const isMenuWanted = useWanted(isMenuOpen);
  const pathname = usePathname();
  const mode = useMode();
  const way = useCallback((href: string) => inMode(href, mode), [mode]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is what closes it
  useEffect(() => setIsMenuOpen(false), [pathname]);
  const search = (): void => {
    setIsMenuOpen(false);
    setIsSearching(true);
  };
  const side = <SideContent person={person} tenants={tenants} theme={theme} onSearch={search} />;
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
