import { z } from "zod";

const order = z.strictObject({
  program: z.string(),
  args: z.array(z.string()),
  account: z.strictObject({ uid: z.number(), gid: z.number() }).optional(),
  dataFolder: z.string(),
  restart: z.boolean(),
  /** A folder to delete when the server has stopped: databases of tests leave nothing behind. */
  removeAfterwards: z.string().nullable(),
});

/** What the guard is told to run. */
export type GuardOrder = z.infer<typeof order>;

export const parseOrder = (text: string): GuardOrder => order.parse(JSON.parse(text));
