import { FromServer } from "../../from-server.tsx";
import { AccountScreen } from "./account-screen.tsx";

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
