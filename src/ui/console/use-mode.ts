"use client";
import { useSearchParams } from "next/navigation";
import type { Mode } from "#core/verification.ts";
import { modeOf } from "./mode.ts";

/** The mode that the console is in on this page. */
export const useMode = (): Mode => modeOf(useSearchParams().get("mode"));
