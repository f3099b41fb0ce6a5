import { fromServer } from "../from-server.ts";
import { overviewInput } from "./overview-input.ts";
import { OverviewScreen } from "./overview-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Overview" };

export default async function OverviewPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = overviewInput(query.mode, query.days);
  const data = await fromServer(tenantId, (api) => api.reports.overview(input));
  return <OverviewScreen seed={data && { input, data }} />;
}
