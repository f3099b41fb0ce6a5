// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel();

// You know the age already: the service decides, and an approval has a token.
const decided = await lintel.complete({ verificationId, verifiedAge: 24 });
console.log(decided.status, decided.token !== undefined);
// end
