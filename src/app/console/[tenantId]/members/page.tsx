import { fromServer } from "../../from-server.ts";
import { MembersScreen } from "./members-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Members" };

export default async function MembersPage({ params }: Props) {
  const { tenantId } = await params;
  const data = await fromServer(tenantId, (api) => api.members.list());
  return <MembersScreen seed={data && { input: null, data }} />;
}
