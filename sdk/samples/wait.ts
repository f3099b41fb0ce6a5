// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel();

// Asks again until the verification is completed, failed or expired.
const ended = await lintel.wait(verificationId, { timeout: 10 * 60_000 });
console.log(ended.status, ended.result?.verified);
// end
