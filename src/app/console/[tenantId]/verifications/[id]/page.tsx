import { fromServer } from "../../../from-server.ts";
import { VerificationScreen } from "./verification-screen.tsx";

type Props = { params: Promise<{ tenantId: string; id: string }> };

export const metadata = { title: "Verification" };

export default async function VerificationPage({ params }: Props) {
  const { tenantId, id } = await params;
  const input = { verificationId: id };
  const data = await fromServer(tenantId, (api) => api.verifications.detail(input));
  return <VerificationScreen verificationId={id} seed={data && { input, data }} />;
}
