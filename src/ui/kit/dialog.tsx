"use client";
import { lazy, Suspense } from "react";
import type { DialogProps } from "./dialog-window.tsx";
import { useWanted } from "./use-wanted.ts";

// A page is there before any of its dialogs is asked for.
const Window = lazy(() => import("./dialog-window.tsx").then((module) => ({ default: module.DialogWindow })));

export const Dialog = (props: DialogProps) =>
  useWanted(props.isOpen) ? (
    <Suspense fallback={null}>
      <Window {...props} />
    </Suspense>
  ) : null;
