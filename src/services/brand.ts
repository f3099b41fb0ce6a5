import { checkBrandColour } from "#core/brand.ts";
import type { PageTenant } from "#data/verifications/hosted-page.ts";

/** The tenant's appearance on the hosted page. */
export type Brand = {
  name: string;
  /** `#rrggbb` of the main button, with black or white text on it, whichever is more readable; null: ours. */
  colour: { button: string; text: string } | null;
  supportUrl: string | null;
  /** `data:image/png;base64,…`, so that the page loads nothing from elsewhere. */
  logo: string | null;
};

type Branded = Pick<PageTenant, "name" | "displayName" | "brandColour" | "supportUrl">;

// Checked when it was set, and again here, because it becomes part of a style sheet.
const colourOf = (colour: string | null): Brand["colour"] => {
  const check = colour === null ? null : checkBrandColour(colour);
  return colour !== null && check?.ok ? { button: colour, text: check.textColour } : null;
};

/** A PNG as a data URL. */
export const pngUrl = (png: Uint8Array | null): string | null =>
  png && `data:image/png;base64,${Buffer.from(png).toString("base64")}`;

/** The tenant's brand, with the tenant's own name as the default. */
export const brandOf = (tenant: Branded, logo: Uint8Array | null): Brand => ({
  name: tenant.displayName ?? tenant.name,
  colour: colourOf(tenant.brandColour),
  supportUrl: tenant.supportUrl,
  logo: pngUrl(logo),
});
