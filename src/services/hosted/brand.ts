import { checkBrandColour } from "#core/brand.ts";
import type { PageTenant } from "#data/verifications/hosted-page.ts";

/** How the tenant wants to be seen on the hosted page. */
export type Brand = {
  name: string;
  /** `#rrggbb` of the main button, with the more readable of black and white on it; null: ours. */
  colour: { button: string; text: string } | null;
  supportUrl: string | null;
  /** `data:image/png;base64,…`, so that the page loads nothing from elsewhere. */
  logo: string | null;
};

type Branded = Pick<PageTenant, "name" | "displayName" | "brandColour" | "supportUrl">;

// The colour was checked when it was set; it is checked again, because it becomes part of a style sheet.
const colourOf = (colour: string | null): Brand["colour"] => {
  const check = colour === null ? null : checkBrandColour(colour);
  return colour !== null && check?.ok ? { button: colour, text: check.textColour } : null;
};

/** The tenant's brand; its own name where it set no other. */
export const brandOf = (tenant: Branded, logo: Uint8Array | null): Brand => ({
  name: tenant.displayName ?? tenant.name,
  colour: colourOf(tenant.brandColour),
  supportUrl: tenant.supportUrl,
  logo: logo && `data:image/png;base64,${Buffer.from(logo).toString("base64")}`,
});
