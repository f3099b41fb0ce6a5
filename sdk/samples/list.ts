// sample
import { Lintel, pages } from "@lintel/sdk";

const lintel = new Lintel();

for await (const page of pages((cursor) => lintel.list({ status: "completed", cursor })))
  for (const { verificationId, status } of page.verifications) console.log(verificationId, status);
// end
