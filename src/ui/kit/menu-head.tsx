"use client";
import { type ReactNode, useContext } from "react";
import { MenuParts } from "./menu-parts.ts";

export const MenuHead = ({ children }: { children: ReactNode }) => {
  const parts = useContext(MenuParts);
  return parts && <parts.Head>{children}</parts.Head>;
};
