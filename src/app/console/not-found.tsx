import type { Metadata } from "next";
import { NowhereScreen } from "#ui/console/sign-in/nowhere-screen.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default function ConsoleNotFound() {
  return <NowhereScreen />;
}
