import { z } from "zod";

const order = z.strictObject({
  program: z.string(),
  args: z.array(z.string()),
  account: z.strictObject({ uid: z.number(), gid: z.number() }).optional(),
  dataFolder: z.string(),
  restart: z.boolean(),
  /** What to delete when the server has been stopped: databases of tests leave nothing behind. */
  removeAfterwards: z.array(z.string()),
});

/** What the guard is told to run. */
export type GuardOrder = z.infer<typeof order>;

export const parseOrder = (text: string): GuardOrder => order.parse(JSON.parse(text));
