import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { FromServer, isReadByOperator, readerOf } from "#app/console/read-first.tsx";
import { program } from "#app/program.ts";
import { ApiProvider } from "#console/client/api-provider.tsx";
import { OperatorFrame } from "#console/operator/operator-frame.tsx";
import { THEME_COOKIE, themeOf } from "#console/shell/theme.ts";

/** For the people of OPERATORS; anyone else who is signed in gets the console's page for unknown addresses. */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  if ((await isReadByOperator()) === false) notFound();
  const [jar, deps, memberId] = await Promise.all([cookies(), program().getDeps(), readerOf(null)]);
  return (
    <ApiProvider tenantId={null} memberId={memberId}>
      <FromServer tenantId={null} ask={(queries, trpc) => queries.query(trpc.session.me.queryOptions())}>
        <OperatorFrame
          theme={themeOf(jar.get(THEME_COOKIE)?.value)}
          supportUrl={deps.settings.consoleSupportUrl}
        >
          {children}
        </OperatorFrame>
      </FromServer>
    </ApiProvider>
  );
}
