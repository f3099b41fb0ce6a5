import { ApiProvider } from "#console/client/api-provider.tsx";
import { Entrance } from "#console/sign-in/entrance.tsx";

/** Redirects to the tenant or to the sign-in page. */
export default function ConsolePage() {
  return (
    <ApiProvider tenantId={null}>
      <Entrance />
    </ApiProvider>
  );
}
