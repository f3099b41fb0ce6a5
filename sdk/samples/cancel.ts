// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel();

// The order was withdrawn: the person's page says that the check has ended.
const cancelled = await lintel.cancel(verificationId);
console.log(cancelled.status, cancelled.error?.code);
// end
