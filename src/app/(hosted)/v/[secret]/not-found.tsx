import { MissingPage } from "#ui/hosted/missing-page.tsx";

export default function NotFound() {
  return <MissingPage />;
}
