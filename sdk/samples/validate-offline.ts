// sample
import { Lintel } from "@lintel/sdk";

// end

const token = process.env.TOKEN ?? "";
const tenantId = process.env.TENANT_ID ?? "";

// sample
const lintel = new Lintel();

// No call for each token: the public keys are fetched now and then. A revoked token is not noticed.
const { valid, over18, reason } = await lintel.validate(token, { offline: true, audience: tenantId });
console.log(valid ? over18 : reason);
// end
