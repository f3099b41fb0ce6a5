"use client";
import { BrokenPage } from "#ui/hosted/broken-page.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Props) {
  return <BrokenPage reference={error.digest} retry={reset} />;
}
