import { CodeBlock } from "../../kit/code-block.tsx";
import { prettyJson } from "../../kit/pretty-json.ts";

type Props = { verificationId: string; eventId: string; url: string; body: string };

/** What is sent: the headers that stay the same, and the body, laid out for reading. */
export const RequestBlock = ({ verificationId, eventId, url, body }: Props) => (
  <div className="grid gap-3">
    <CodeBlock
      label="Request"
      isWrapped
      code={[
        `POST ${url}`,
        "Content-Type: application/json",
        `X-Event-Id: ${eventId}`,
        "User-Agent: Lintel-Webhooks/1",
        `X-Verification-Id: ${verificationId}`,
        "X-Delivery-Attempt: 1, and counted up",
        "X-Service-Signature: t=…,v1=… made anew for each attempt",
        `webhook-id: ${eventId}`,
        "webhook-timestamp, webhook-signature: the same, by Standard Webhooks",
      ].join("\n")}
    />
    <CodeBlock label="Body, laid out for reading" code={prettyJson(body)} />
  </div>
);
