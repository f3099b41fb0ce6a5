"use client";
import { BrokenPage } from "#ui/hosted/broken-page.tsx";
import { page } from "#ui/hosted/texts/en/page.ts";
import "#ui/tokens.css";
import "#ui/base.css";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Takes the place of the root layout when that itself breaks, in English: what knew the language has gone with it. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body>
        <BrokenPage texts={page} reference={error.digest} retry={reset} />
      </body>
    </html>
  );
}
