// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel(); // with a test key

// What a tester would choose on the hosted page, for tests that run without a browser.
const { status, result } = await lintel.simulate({ verificationId, outcome: "approve" });
console.log(status, result?.verified);
// end
