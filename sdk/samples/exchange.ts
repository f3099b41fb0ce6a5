// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";
const code = process.env.CODE ?? "";

// sample
const lintel = new Lintel();

// verificationId is from the person's session, code from the address that they came back to.
const { over18, token } = await lintel.exchange({ verificationId, code });
console.log(over18, token.length > 0);
// end
