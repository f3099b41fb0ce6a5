"use client";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";
import { page } from "#hosted/texts/en-page.ts";
import "#kit/tokens.css";
import "#kit/base.css";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Replaces the root layout when it breaks; in English, because the chosen language is lost with it. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body>
        <BrokenPage texts={page} reference={error.digest} retry={reset} />
      </body>
    </html>
  );
}
