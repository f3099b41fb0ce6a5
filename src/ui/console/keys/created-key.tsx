import { CodeBlock } from "../../kit/code-block.tsx";
import { SecretOnce } from "../../kit/secret-once.tsx";
import { curlLine } from "../overview/curl-line.ts";

type Props = { value: string; baseUrl: string; onDone: () => void };

/** The one time that a key is in sight. */
export const CreatedKey = ({ value, baseUrl, onDone }: Props) => (
  <SecretOnce
    label="API key"
    secret={value}
    note="Copy this key now and store it with your other secrets. You will not see it again."
    onDone={onDone}
  >
    <CodeBlock label="Try it" code={curlLine(baseUrl, value)} isWrapped />
  </SecretOnce>
);
