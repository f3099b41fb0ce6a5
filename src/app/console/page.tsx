import { ApiProvider } from "#console/client/api-provider.tsx";
import { Entrance } from "#console/sign-in/entrance.tsx";

/** Nobody stays here: it leads to the tenant, or to the sign-in. */
export default function ConsolePage() {
  return (
    <ApiProvider tenantId={null}>
      <Entrance />
    </ApiProvider>
  );
}
