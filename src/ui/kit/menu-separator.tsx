"use client";
import { useContext } from "react";
import { MenuParts } from "./menu-parts.ts";

export const MenuSeparator = () => {
  const parts = useContext(MenuParts);
  return parts && <parts.Separator />;
};
