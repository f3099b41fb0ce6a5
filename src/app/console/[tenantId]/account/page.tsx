import { FromServer } from "#app/console/read-first.tsx";
import { AccountScreen } from "#console/account/account-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Account" };

export default async function AccountPage({ params }: Props) {
  const { tenantId } = await params;
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.session.sessions.queryOptions())}
    >
      <AccountScreen />
    </FromServer>
  );
}
