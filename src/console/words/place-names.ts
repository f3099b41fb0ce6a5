"use client";
import { placeName } from "#core/policy/places.ts";
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
