import { ApiProvider } from "#console/client/api-provider.tsx";
import { DeviceScreen } from "#console/device/device-screen.tsx";

export const metadata = { title: "Command line" };

export default function DevicePage() {
  return (
    <ApiProvider tenantId={null}>
      <DeviceScreen />
    </ApiProvider>
  );
}
