"use client";
import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, createContext, useCallback, useContext } from "react";
import { tryToLeave } from "./leave-guards.ts";

type Props = Omit<ComponentProps<typeof NextLink>, "href"> & { href: string };

/** What every link of the pages below carries along: it makes of an address the one that is gone to. */
export const LinkWay = createContext<(href: string) => string>((href) => href);

export const Link = ({ href, ...rest }: Props) => <NextLink {...rest} href={useContext(LinkWay)(href)} />;

/** Goes somewhere as a link would. */
export const useGo = (): ((href: string) => void) => {
  const way = useContext(LinkWay);
  const router = useRouter();
  return useCallback((href) => tryToLeave(() => router.push(way(href))), [way, router]);
};
