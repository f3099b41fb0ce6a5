// sample
import { Lintel, LintelApiError, LintelConnectionError } from "@lintel/sdk";

const lintel = new Lintel();

try {
  await lintel.status("ver_unknown");
} catch (error) {
  if (error instanceof LintelApiError) console.log(error.status, error.code, error.requestId);
  else if (error instanceof LintelConnectionError) console.log("no answer, after three tries");
  else throw error;
}
// end
