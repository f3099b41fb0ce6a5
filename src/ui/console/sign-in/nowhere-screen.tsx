import { MissingState } from "../../kit/missing-state.tsx";

/** An address below /console that belongs to no tenant. */
export const NowhereScreen = () => (
  <main className="grid min-h-dvh place-content-center p-6">
    <h1 className="sr-only">Page not found</h1>
    <MissingState
      title="There is no page at this address"
      about="Check the address, or start from the console's first page."
      back={{ href: "/console", name: "Go to the console" }}
    />
  </main>
);
