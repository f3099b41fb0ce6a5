import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { FromServer, readerOf } from "#app/console/read-first.tsx";
import { program } from "#app/program.ts";
import { ApiProvider } from "#console/client/api-provider.tsx";
import { TenantFrame } from "#console/shell/tenant-frame.tsx";
import { THEME_COOKIE, themeOf } from "#console/shell/theme.ts";
import { isId } from "#core/ids.ts";

type Props = { params: Promise<{ tenantId: string }>; children: ReactNode };

export default async function TenantLayout({ params, children }: Props) {
  const { tenantId } = await params;
  // No tenant has such an id: a mistyped address needs no sign-in.
  if (!isId("tenant", tenantId)) notFound();
  const [jar, deps, memberId] = await Promise.all([cookies(), program().getDeps(), readerOf(tenantId)]);
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  return (
    <ApiProvider key={tenantId} tenantId={tenantId} memberId={memberId}>
      <FromServer tenantId={tenantId} ask={(queries, trpc) => queries.query(trpc.session.me.queryOptions())}>
        <TenantFrame
          tenantId={tenantId}
          theme={theme}
          baseUrl={deps.settings.publicUrl}
          supportUrl={deps.settings.consoleSupportUrl}
        >
          {children}
        </TenantFrame>
      </FromServer>
    </ApiProvider>
  );
}
