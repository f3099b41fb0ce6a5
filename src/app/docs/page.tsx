import type { Metadata } from "next";
import { openApiDocument } from "#contracts/public/openapi.ts";
import { ERRORS } from "#core/errors.ts";
import { ReferencePage } from "#docs-page/reference-page.tsx";
import { getDeps } from "#runtime.ts";

export const metadata: Metadata = {
  title: "API reference",
  description: "Endpoints, events, errors and limits of the age verification interface.",
};

const errors = Object.entries(ERRORS).map(([code, { status, title }]) => ({
  code,
  status: String(status),
  title,
}));

export default async function Page() {
  const { publicUrl } = (await getDeps()).settings;
  return <ReferencePage document={openApiDocument(publicUrl)} baseUrl={publicUrl} errors={errors} />;
}
