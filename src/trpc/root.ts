import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { router } from "./init.ts";
import { keys } from "./routers/keys.ts";
import { members } from "./routers/members.ts";
import { reports } from "./routers/reports.ts";
import { session } from "./routers/session.ts";
import { settings } from "./routers/settings.ts";
import { verifications } from "./routers/verifications.ts";
import { webhooks } from "./routers/webhooks.ts";

/** The console's whole interface. package.json exports its types as "./console"; docs/console-api.md says how to use them. */
export const appRouter = router({ session, members, keys, verifications, webhooks, reports, settings });

export type ConsoleRouter = typeof appRouter;

export type ConsoleInputs = inferRouterInputs<ConsoleRouter>;
export type ConsoleOutputs = inferRouterOutputs<ConsoleRouter>;
