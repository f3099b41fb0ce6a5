// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel(); // with a key that may erase

// Everything about the ended verification is erased. Keep the receipt: it is signed.
const { redactedAt, receipt, salt } = await lintel.redact(verificationId);
console.log(redactedAt, receipt.length > 0, salt.length > 0);
// end
