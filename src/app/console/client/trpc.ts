"use client";
import { createTRPCContext, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { ConsoleRouter } from "#trpc/root.ts";

/** The options of every query and mutation, in the browser and on the server alike. */
export type Trpc = TRPCOptionsProxy<ConsoleRouter>;

/** The console's procedures as queries and mutations. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<ConsoleRouter>();
