import { fromServer } from "../../from-server.ts";
import { USAGE_INPUT } from "./usage-input.ts";
import { UsageScreen } from "./usage-screen.tsx";

type Props = { params: Promise<{ tenantId: string }> };

export const metadata = { title: "Usage and billing" };

export default async function UsagePage({ params }: Props) {
  const { tenantId } = await params;
  const data = await fromServer(tenantId, (api) => api.reports.usage(USAGE_INPUT));
  return <UsageScreen seed={data && { input: USAGE_INPUT, data }} />;
}
