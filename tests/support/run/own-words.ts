// Before each test file. The wallets' library, which only tests load, sets zod's words for the whole process, and a
// process takes one file after the other: the next one gets ours again.
import { z } from "zod";
import { plainWords } from "#contracts/public/plain-words.ts";

z.config({ customError: plainWords });
