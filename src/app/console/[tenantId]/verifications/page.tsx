import { fromServer } from "../../from-server.ts";
import { listInput } from "./list-input.ts";
import { VerificationsScreen } from "./verifications-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Verifications" };

export default async function VerificationsPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = listInput((name) => [query[name]].flat()[0] ?? null);
  const data = await fromServer(tenantId, (api) => api.verifications.list(input));
  return <VerificationsScreen seed={data && { input, data }} />;
}
