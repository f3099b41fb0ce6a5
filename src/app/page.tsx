import type { Metadata } from "next";
import { LandingPage } from "#landing/landing-page.tsx";

export const metadata: Metadata = { title: { absolute: "Lintel: proof of age" } };

export default function Page() {
  return <LandingPage />;
}
