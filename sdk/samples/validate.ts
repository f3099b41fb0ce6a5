// sample
import { Lintel } from "@lintel/sdk";

// end

const token = process.env.TOKEN ?? "";

// sample
const lintel = new Lintel();

// A refused token is a result, not an exception.
const { valid, over18, reason } = await lintel.validate(token);
console.log(valid ? over18 : reason);
// end
