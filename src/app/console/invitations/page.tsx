import { ApiProvider } from "#console/client/api-provider.tsx";
import { OffersScreen } from "#console/sign-in/offers.tsx";

export const metadata = { title: "Invitations" };

export default function InvitationsPage() {
  return (
    <ApiProvider tenantId={null}>
      <OffersScreen />
    </ApiProvider>
  );
}
