import { en, type Texts } from "../en/index.ts";
import { camera } from "./camera.ts";
import { document } from "./document.ts";
import { handoff } from "./handoff.ts";
import { outcomes } from "./outcomes.ts";
import { page } from "./page.ts";
import { problems } from "./problems.ts";
import { session } from "./session.ts";
import { start } from "./start.ts";
import { wallet } from "./wallet.ts";

/** Polish. A part that is not translated yet is in English. */
export const pl: Texts = {
  ...en,
  ...page,
  ...start,
  ...session,
  ...document,
  ...camera,
  ...handoff,
  ...problems,
  ...outcomes,
  ...wallet,
};
