// AWS Lambda behind API Gateway (payload 2.0) or a function URL, both of which may hand over the body in base64.
import { handler as webhooks } from "../handler.mjs";

export const handler = async (event) => {
  const body = event.isBase64Encoded ? Buffer.from(event.body, "base64") : event.body;
  const { status, text } = await webhooks.receive(body, event.headers);
  return { statusCode: status, body: text };
};
