import type { Metadata } from "next";
import { FrontPage } from "#docs-page/site/front-page.tsx";

export const metadata: Metadata = {
  title: "Documentation",
  description: "How to integrate, decide, operate and audit age verification with Lintel.",
};

export default function Page() {
  return <FrontPage />;
}
