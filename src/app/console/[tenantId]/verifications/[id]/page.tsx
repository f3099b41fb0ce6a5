import { FromServer } from "#app/console/read-first.tsx";
import { VerificationScreen } from "#console/verifications/verification-screen.tsx";

type Props = { params: Promise<{ tenantId: string; id: string }> };

export const metadata = { title: "Verification" };

export default async function VerificationPage({ params }: Props) {
  const { tenantId, id } = await params;
  return (
    <FromServer
      tenantId={tenantId}
      ask={(queries, trpc) => queries.query(trpc.verifications.detail.queryOptions({ verificationId: id }))}
    >
      <VerificationScreen verificationId={id} />
    </FromServer>
  );
}
