"use client";
import { cloneElement, lazy, Suspense, useState } from "react";
import type { MenuProps } from "./menu-window.tsx";

const load = () => import("./menu-window.tsx");
const Window = lazy(() => load().then((module) => ({ default: module.MenuWindow })));

/** A button, until it is pressed: what a menu takes is fetched when somebody comes near it. */
export const Menu = (props: MenuProps) => {
  const [isWanted, setIsWanted] = useState(false);
  // What does not arrive now is asked for again at the press.
  const prepare = (): void => void load().catch(() => undefined);
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setIsWanted(true),
  });
  return isWanted ? (
    <Suspense fallback={button}>
      <Window {...props} />
    </Suspense>
  ) : (
    button
  );
};
