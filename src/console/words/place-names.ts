"use client";
import { useMemo } from "react";
import { COUNTRIES, placeName } from "#core/policy/places.ts";
import { DEFAULT_PLACE } from "#core/policy/policy.ts";
import { useIsClient } from "#kit/hooks.ts";

const codeOf = (place: string): string => (place === DEFAULT_PLACE ? placeName(place) : place);

/**
 * Names of the places of a policy's rules. On the server they are codes: the server's country names may
 * differ from the browser's by a letter, and both must render the same page.
 */
export const usePlaceName = (): ((place: string) => string) => (useIsClient() ? placeName : codeOf);

/** Sorts a list of places by name, as people look for them. */
export const byName = (a: string, b: string): number => a.localeCompare(b, "en-GB");

const NO_COUNTRY = { value: "", label: "Choose a country" };

/**
 * The countries as the options of a field, sorted by the browser's names for them: the server's may differ by a
 * letter. The first chooses none.
 */
export const useCountries = (none = NO_COUNTRY): { value: string; label: string }[] => {
  const nameOf = usePlaceName();
  return useMemo(
    () => [
      none,
      ...COUNTRIES.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => byName(a.label, b.label)),
    ],
    [nameOf, none],
  );
};
