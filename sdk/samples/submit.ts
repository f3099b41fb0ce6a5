// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel();

// You decided elsewhere: the service records it, without a token.
const recorded = await lintel.submit({ verificationId, result: "approved" });
console.log(recorded.status);
// end
