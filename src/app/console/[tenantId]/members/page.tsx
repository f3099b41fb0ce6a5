import { FromServer } from "#app/console/read-first.tsx";
import { MembersScreen } from "#console/members/members-screen.tsx";

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
