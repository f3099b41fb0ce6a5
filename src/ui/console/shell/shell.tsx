"use client";
import { usePathname } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useWanted } from "../../kit/use-wanted.ts";
import { useAccess } from "../access.tsx";
import type { Theme } from "../theme.ts";
import { Allowed } from "./allowed.tsx";
import { Palette } from "./palette.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { SideContent } from "./side-content.tsx";
import type { TenantChoice } from "./tenant-switcher.tsx";

const Drawer = lazy(() => import("./drawer.tsx").then((module) => ({ default: module.Drawer })));

type Props = { memberName: string; tenants: readonly TenantChoice[]; theme: Theme; children: ReactNode };

/** What surrounds every page of a tenant. */
export const Shell = ({ memberName, tenants, theme, children }: Props) => {
  const { isActive } = useAccess();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const isMenuWanted = useWanted(isMenuOpen);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is what closes it
  useEffect(() => setIsMenuOpen(false), [pathname]);
  const search = (): void => {
    setIsMenuOpen(false);
    setIsSearching(true);
  };
  const side = <SideContent memberName={memberName} tenants={tenants} theme={theme} onSearch={search} />;
  return (
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
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl min-w-0 px-4 py-5 sm:px-6 lg:px-8 lg:py-7 print:p-0"
      >
        {!isActive && (
          <p className="mb-5 rounded-md bg-danger-soft px-3 py-2.5 text-sm text-danger">
            This tenant is closed: its keys are refused, and only the operator of this deployment can open it
            again.
          </p>
        )}
        <Allowed>{children}</Allowed>
      </main>
      <Palette isOpen={isSearching} setIsOpen={setIsSearching} tenants={tenants} />
    </div>
  );
};
