"use client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "#trpc/root.ts";

/** The console's procedures as queries and mutations. */
export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();
