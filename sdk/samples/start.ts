// sample
import { Lintel } from "@lintel/sdk";

const lintel = new Lintel(); // reads LINTEL_URL and LINTEL_API_KEY

const verification = await lintel.start({
  minimumAge: 18,
  callback_url: "https://shop.example/age-checked",
});
console.log(verification.verificationId, verification.sessionUrl);
// end
