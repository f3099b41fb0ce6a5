import type { Metadata } from "next";
import { NowhereScreen } from "#console/sign-in/entrance.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default function ConsoleNotFound() {
  return <NowhereScreen />;
}
