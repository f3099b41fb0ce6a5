// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel();

const { status, result } = await lintel.status(verificationId);
console.log(status, result?.verified);
// end
