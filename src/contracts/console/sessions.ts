import { z } from "zod";
import { id } from "./common.ts";

export const sessionId = z.strictObject({ sessionId: id });
