import { z } from "zod";
import { mode, timestamp, verificationStatus } from "./common.ts";

/** The page as a whole, as a script gets it that cancels or hands over a wallet's credential. */
export const hostedAnswer = z.object({
  verificationId: z.string(),
  mode,
  minimumAge: z.number().int(),
  status: verificationStatus,
  methods: z.array(z.string()),
  attemptsLeft: z.number().int(),
  fruitlessAnswers: z.number().int(),
  expiresAt: timestamp,
  outcome: z.enum(["approved", "rejected"]).nullable(),
  problem: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
  returnUrl: z.string().nullable(),
  device: z.enum(["first", "phone"]),
  handoff: z.object({ state: z.enum(["waiting", "opened", "expired", "taken_back"]) }).nullable(),
});

/** Where a verification stands: what the page's scripts get that hand in evidence or look for news. */
export const hostedState = hostedAnswer.pick({
  status: true,
  outcome: true,
  methods: true,
  attemptsLeft: true,
  fruitlessAnswers: true,
  handoff: true,
});
