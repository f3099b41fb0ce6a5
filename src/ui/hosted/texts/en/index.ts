import type { Translated } from "../text.ts";
import { camera } from "./camera.ts";
import { document } from "./document.ts";
import { handoff } from "./handoff.ts";
import { outcomes } from "./outcomes.ts";
import { page } from "./page.ts";
import { problems } from "./problems.ts";
import { session } from "./session.ts";
import { start } from "./start.ts";
import { wallet } from "./wallet.ts";

/** English: the catalogue that all others follow. */
export const en = {
  ...page,
  ...start,
  ...session,
  ...document,
  ...camera,
  ...handoff,
  ...problems,
  ...outcomes,
  ...wallet,
} as const;

/** Every text of the hosted page in one language. */
export type Texts = Translated<typeof en>;
