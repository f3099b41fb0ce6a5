import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { getDeps } from "#runtime.ts";
import { THEME_COOKIE, themeOf } from "#ui/console/theme.ts";
import { ApiProvider } from "../client/api-provider.tsx";
import { TenantFrame } from "../client/tenant-frame.tsx";
import { fromServer } from "../from-server.ts";

type Props = { params: Promise<{ tenantId: string }>; children: ReactNode };

export default async function TenantLayout({ params, children }: Props) {
  const { tenantId } = await params;
  const [jar, deps, me] = await Promise.all([
    cookies(),
    getDeps(),
    fromServer(tenantId, (api) => api.session.me()),
  ]);
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  return (
    <ApiProvider key={tenantId} tenantId={tenantId}>
      <TenantFrame tenantId={tenantId} initialMe={me} theme={theme} baseUrl={deps.settings.publicUrl}>
        {children}
      </TenantFrame>
    </ApiProvider>
  );
}
