import { QuickstartScreen } from "#console/quickstart/quickstart-screen.tsx";

export const metadata = { title: "Quick start" };

export default function QuickstartPage() {
  return <QuickstartScreen />;
}
