// sample
import { verify, WebhookVerificationError } from "@lintel/sdk/webhooks";

// end

const body = process.env.BODY ?? "";
const signature = process.env.SIGNATURE ?? "";

// sample
// body: the raw request body. signature: the header X-Service-Signature.
try {
  const event = await verify(body, signature, process.env.LINTEL_WEBHOOK_SECRET ?? "");
  console.log(event.event); // answer 200, then do what the event asks for
} catch (error) {
  if (!(error instanceof WebhookVerificationError)) throw error;
  console.log("refused"); // answer 401
}
// end
