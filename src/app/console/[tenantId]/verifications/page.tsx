import { FromServer } from "#app/console/read-first.tsx";
import { listInput, verificationsOptions } from "#console/verifications/list-input.ts";
import { VerificationsScreen } from "#console/verifications/verifications-screen.tsx";

type Props = {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata = { title: "Verifications" };

export default async function VerificationsPage({ params, searchParams }: Props) {
  const [{ tenantId }, query] = await Promise.all([params, searchParams]);
  const input = listInput((name) => [query[name]].flat()[0] ?? null);
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.infiniteQuery(verificationsOptions(trpc, input))}
    >
      <VerificationsScreen />
    </FromServer>
  );
}
