import { tenantPage } from "#app/console/read-first.tsx";
import { MembersScreen } from "#console/members/members-screen.tsx";

export const metadata = { title: "Members" };

export default tenantPage((queries, trpc) => queries.query(trpc.members.list.queryOptions()), MembersScreen);
