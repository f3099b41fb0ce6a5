// AWS Lambda behind API Gateway (payload 2.0) or a function URL, both of which may hand over the body in base64.
import { verify, WebhookVerificationError } from "@lintel/sdk/webhooks";
import { fulfil } from "../fulfil.mjs";

export const handler = async (event) => {
  const body = event.isBase64Encoded ? Buffer.from(event.body, "base64") : event.body;
  try {
    await fulfil(await verify(body, event.headers["x-service-signature"]));
    return { statusCode: 204 };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.error(error.message);
    return { statusCode: 401, body: error.reason };
  }
};
