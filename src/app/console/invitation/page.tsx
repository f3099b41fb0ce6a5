import { ApiProvider } from "../client/api-provider.tsx";
import { InvitationScreen } from "./invitation-screen.tsx";

export const metadata = { title: "Invitation" };

export default function InvitationPage() {
  return (
    <ApiProvider tenantId={null}>
      <InvitationScreen />
    </ApiProvider>
  );
}
