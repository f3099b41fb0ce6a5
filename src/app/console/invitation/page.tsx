import { ApiProvider } from "#console/client/api-provider.tsx";
import { InvitationScreen } from "#console/sign-in/invitation.tsx";

export const metadata = { title: "Invitation" };

export default function InvitationPage() {
  return (
    <ApiProvider tenantId={null}>
      <InvitationScreen />
    </ApiProvider>
  );
}
