import { z } from "zod";
import { text } from "#contracts/public/common.ts";

/** The code that `lintel login` shows, however the member types it: WDJB-MJHT, wdjbmjht, WDJB MJHT. */
export const userCode = z.strictObject({ userCode: text(40).min(1) });
