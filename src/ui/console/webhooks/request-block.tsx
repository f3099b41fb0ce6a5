import { deliveryHeaders } from "#core/delivery-headers.ts";
import { CodeBlock } from "../../kit/code-block.tsx";
import { prettyJson } from "../../kit/pretty-json.ts";

type Props = { verificationId: string; eventId: string; url: string; body: string };

const linesOf = (verificationId: string, eventId: string): string[] => {
  const headers = deliveryHeaders({
    eventId,
    verificationId,
    attempt: "1 for the first attempt, then 2, …",
    mode: "live or test",
    signature: {
      "X-Service-Signature": "t=…,v1=… (new for each attempt)",
      "webhook-id": eventId,
      "webhook-timestamp": "… (new for each attempt)",
      "webhook-signature": "v1,… (new for each attempt)",
    },
  });
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
};

/** What is sent: the headers that stay the same, and the body, laid out for reading. */
export const RequestBlock = ({ verificationId, eventId, url, body }: Props) => (
  <div className="grid gap-3">
    <CodeBlock
      label="Request"
      isWrapped
      code={[`POST ${url}`, ...linesOf(verificationId, eventId)].join("\n")}
    />
    <CodeBlock label="Body, formatted" code={prettyJson(body)} />
  </div>
);
