import { FromServer } from "../../from-server.tsx";
import { MembersScreen } from "./members-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Members" };

export default async function MembersPage({ params }: Props) {
  const { tenantId } = await params;
  return (
    <FromServer tenantId={tenantId} ask={(queries, trpc) => queries.query(trpc.members.list.queryOptions())}>
      <MembersScreen />
    </FromServer>
  );
}
