import { z } from "zod";
import { mode, timestamp, verificationStatus } from "./common.ts";

/** What POST /v/<secret>/<method> answers to a script; a plain form is sent back to the page instead. */
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
