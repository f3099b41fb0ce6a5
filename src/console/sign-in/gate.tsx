import type { ReactNode } from "react";
import { Wordmark } from "#kit/brand.tsx";
import { Doorway } from "#landing/landing-page.tsx";

/** Screens before a tenant's pages: one column of text, and the doorway where there is room. */
export const Gate = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
    <div className="flex min-w-0 flex-col px-6 py-7 sm:px-12">
      <header className="text-lg">
        <Wordmark size={22} />
      </header>
      <main className="my-auto w-full max-w-sm self-center py-12">{children}</main>
      <footer className="text-xs text-soft">
        Sent here for an age check? Open the link that the website gave you instead.
      </footer>
    </div>
    <div className="hidden place-items-center border-l bg-paper p-16 lg:grid" aria-hidden="true">
      <Doorway />
    </div>
  </div>
);
