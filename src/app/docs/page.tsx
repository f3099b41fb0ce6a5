import type { Metadata } from "next";
import { ReferencePage } from "#docs-page/reference-page.tsx";
import { getDeps } from "#runtime.ts";

export const metadata: Metadata = {
  title: "API reference",
  description: "Endpoints, events, errors and limits of the age verification interface.",
};

export default async function Page() {
  return <ReferencePage baseUrl={(await getDeps()).settings.publicUrl} />;
}
