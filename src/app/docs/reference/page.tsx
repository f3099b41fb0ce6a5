import type { Metadata } from "next";
import { program } from "#app/program.ts";
import { ReferencePage } from "#docs-page/reference-page.tsx";

export const metadata: Metadata = {
  title: "API reference",
  description: "Endpoints, events, errors and limits of the age verification interface.",
};

export default async function Page() {
  return <ReferencePage baseUrl={(await program().getDeps()).settings.publicUrl} />;
}
