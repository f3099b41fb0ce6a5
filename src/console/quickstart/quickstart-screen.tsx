"use client";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { consolePath } from "#console/client/paths.ts";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";
import { CodeTabs } from "#kit/code.tsx";
import { CopyButton } from "#kit/copy.tsx";
import { Link } from "#kit/link.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { installsFrom, samplesFor } from "./samples.ts";

const CHAPTERS = [
  { href: "/docs/reference#verify.start", name: "Every endpoint" },
  { href: "/docs/packages", name: "Packages" },
  { href: "/docs/webhooks", name: "Webhooks and signatures" },
  { href: "/docs/errors", name: "Errors" },
] as const;

/** A value to copy, shown in full. */
const Value = ({ name, text }: { name: string; text: string }) => (
  <div className="grid gap-1">
    <dt className="text-xs text-soft">{name}</dt>
    <dd className="flex items-start justify-between gap-2">
      <code className="min-w-0 pt-1 text-xs break-all">{text}</code>
      <CopyButton text={text} label={`Copy ${name}`} />
    </dd>
  </div>
);

/** The first steps, with the tenant's own key and address filled in. */
export const QuickstartScreen = () => {
  const { tenantId, baseUrl, may } = useAccess();
  const keys = useQuery({ ...useTRPC().keys.list.queryOptions(), enabled: may("keys.read") });
  const settings = useQuery({ ...useTRPC().settings.get.queryOptions(), enabled: may("settings.read") });
  const mode = useMode();
  const [language, setLanguage] = useState("curl");
  const key = keys.data?.find((one) => one.state === "active" && one.mode === mode);
  const samples = samplesFor(
    { baseUrl, keyHint: key?.hint ?? `avk_${mode}_…`, tenantId },
    settings.data?.returnWith,
  );
  return (
    <>
      <PageHeader title="Quick start" about="Run one verification through your own backend, in two calls." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {samples.map(({ title, about, languages }) => (
            <Card key={title} title={title} about={about}>
              <CodeTabs label={title} languages={languages} chosen={language} onChoose={setLanguage} />
            </Card>
          ))}
          <Card
            title="Install a client"
            about="This service hands out its own packages, in the version that it runs."
          >
            <CodeTabs
              label="Install a client"
              languages={installsFrom(baseUrl, SOFTWARE_VERSION)}
              chosen={language}
              onChoose={setLanguage}
            />
          </Card>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Card title="Your tenant">
            <dl className="grid gap-3">
              <Value name="Base URL" text={baseUrl} />
              <Value name="Tenant id" text={tenantId} />
              <div className="grid gap-1">
                <dt className="text-xs text-soft">{mode === "live" ? "Live key" : "Test key"}</dt>
                <dd className="text-sm">
                  {key ? (
                    <code className="text-xs break-all">{key.hint}</code>
                  ) : may("keys.read") ? (
                    <Link href={consolePath(tenantId, "keys")}>Create a {mode} key</Link>
                  ) : (
                    <span className="text-soft">Ask a developer on your team</span>
                  )}
                </dd>
              </div>
            </dl>
          </Card>
          <Card title="Webhooks on your computer">
            <p className="text-sm text-soft">
              Webhooks go to public https addresses. For a server on your own computer, use the https address
              of a tunnel. If this service itself runs on your computer with <code>npm start</code>, it takes{" "}
              <code>http://localhost</code> addresses, and opens a page that shows every webhook; a service
              that you start otherwise takes them with <code>WEBHOOK_ALLOW_LOOPBACK=true</code>.
            </p>
          </Card>
          <Card title="Documentation">
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
    </>
  );
};
