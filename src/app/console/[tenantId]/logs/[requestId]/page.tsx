import { fromServer } from "../../../from-server.ts";
import { RequestScreen } from "./request-screen.tsx";

type Props = { params: Promise<{ tenantId: string; requestId: string }> };

export const metadata = { title: "Request" };

export default async function RequestPage({ params }: Props) {
  const { tenantId, ...sent } = await params;
  const input = { requestId: decodeURIComponent(sent.requestId) };
  const data = await fromServer(tenantId, (api) => api.reports.request(input));
  return <RequestScreen requestId={input.requestId} seed={data && { input, data }} />;
}
