import { tenantPage } from "#app/console/read-first.tsx";
import { VerificationScreen } from "#console/verifications/verification-screen.tsx";

export const metadata = { title: "Verification" };

export default tenantPage<{ id: string }>(
  (queries, trpc, { params }) =>
    queries.query(trpc.verifications.detail.queryOptions({ verificationId: params.id })),
  ({ id }) => <VerificationScreen verificationId={id} />,
);
