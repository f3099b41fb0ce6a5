import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "../../kit/card.tsx";
import { CodeBlock } from "../../kit/code-block.tsx";
import { Copyable } from "../../kit/copyable.tsx";
import { Facts } from "../../kit/facts.tsx";
import { samplesFor } from "./samples.ts";

type Props = {
  tenantId: string;
  baseUrl: string;
  /** How a key that works begins and ends; null where there is none, or this member may not see keys. */
  keyHint: string | null;
  keyLink: ReactNode;
};

const CHAPTERS = [
  { href: "/docs#verify.start", name: "Every endpoint" },
  { href: "/docs#webhooks", name: "Webhooks and signatures" },
  { href: "/docs#errors", name: "Errors" },
] as const;

export const QuickstartView = ({ tenantId, baseUrl, keyHint, keyLink }: Props) => {
  const keyName = keyHint?.startsWith("avk_live") ? "LINTEL_LIVE_KEY" : "LINTEL_TEST_KEY";
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-4">
        {samplesFor({ baseUrl, keyName, tenantId }).map(({ title, about, label, code }) => (
          <Card key={title} title={title} about={about}>
            <CodeBlock label={label} code={code} />
          </Card>
        ))}
      </div>
      <div className="grid gap-4">
        <Card title="Yours">
          <Facts
            facts={[
              { name: "Base URL", value: <Copyable text={baseUrl} label="base URL" /> },
              { name: "Tenant id", value: <Copyable text={tenantId} label="tenant id" /> },
              {
                name: keyHint?.startsWith("avk_live") ? "Live key" : "Test key",
                value: keyHint ? <code className="text-xs">{keyHint}</code> : keyLink,
              },
            ]}
          />
        </Card>
        <Card title="API reference">
          <ul className="grid gap-2 text-sm">
            {CHAPTERS.map(({ href, name }) => (
              <li key={href}>
                <a href={href} className="inline-flex items-center gap-2">
                  <FileText size={14} aria-hidden="true" />
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
};
