import { z } from "zod";
import { mode, timestamp, verificationStatus } from "./common.ts";

/** The whole page, for a script that cancels or that hands over a wallet's credential. */
export const hostedAnswer = z.object({
  verificationId: z.string(),
  mode,
  minimumAge: z.number().int(),
  status: verificationStatus,
  methods: z.array(z.string()),
  attemptsLeft: z.number().int(),
  hasOthers: z.literal(true).optional(),
  fruitlessAnswers: z.number().int(),
  expiresAt: timestamp,
  outcome: z.enum(["approved", "rejected"]).nullable(),
  problem: z
    .object({ code: z.string(), reason: z.string().nullable(), closed: z.string().optional() })
    .nullable(),
  returnUrl: z.string().nullable(),
  device: z.enum(["first", "phone"]),
  handoff: z.object({ state: z.enum(["waiting", "opened", "expired", "taken_back"]) }).nullable(),
});

/** The state of a verification, for scripts of the page that submit evidence or poll. */
export const hostedState = hostedAnswer.pick({
  status: true,
  outcome: true,
  methods: true,
  attemptsLeft: true,
  hasOthers: true,
  fruitlessAnswers: true,
  handoff: true,
});

/** The state for an open page; `evidence`: what has become of the photo or answer whose key came along. */
export const polledState = hostedState.extend({
  evidence: z
    .object({ is: z.enum(["unknown", "reading", "judged", "refused"]), code: z.string().optional() })
    .optional(),
});
