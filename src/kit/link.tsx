"use client";
import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, createContext, useCallback, useContext } from "react";
import { tryToLeave } from "./leave-guard.ts";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href"> & { href: string };

/** Maps the address of every link below it to the one that the link opens. */
export const LinkWay = createContext<(href: string) => string>((href) => href);

export const Link = ({ href, ...rest }: LinkProps) => <NextLink {...rest} href={useContext(LinkWay)(href)} />;

/** Navigates as a link would. */
export const useGo = (): ((href: string) => void) => {
  const way = useContext(LinkWay);
  const router = useRouter();
  return useCallback((href) => tryToLeave(() => router.push(way(href))), [way, router]);
};

type TabsNavProps = { label: string; tabs: readonly { href: string; name: string; isCurrent: boolean }[] };

/** Tabs whose pages each have their own address. */
export const TabsNav = ({ label, tabs }: TabsNavProps) => (
  <nav aria-label={label} className="mb-5 overflow-x-auto border-b">
    <ul className="flex gap-5">
      {tabs.map(({ href, name, isCurrent }) => (
        <li key={href}>
          <Link
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className="forced-choice focus-inset -mb-px flex h-9 items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink pointer-coarse:h-11"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
