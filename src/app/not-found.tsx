import type { Metadata } from "next";
import { MissingPage } from "#ui/hosted/missing-page.tsx";
import { texts } from "#ui/hosted/texts.ts";

export const metadata: Metadata = { title: { absolute: texts.missing.title } };

export default function NotFound() {
  return <MissingPage />;
}
