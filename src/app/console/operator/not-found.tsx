"use client";
import { operatorPath } from "#console/client/paths.ts";
import { PageHeader } from "#kit/page-layout.tsx";
import { MissingState } from "#kit/states.tsx";

export default function OperatorNotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <MissingState
        title="There is no page at this address"
        about="Check the address, or choose a page from the menu."
        back={{ href: operatorPath(), name: "Go to the overview" }}
      />
    </>
  );
}
