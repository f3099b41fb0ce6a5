/** What a configuration is made of. Nothing in it is secret: where a server verifies cookies itself, its text has a placeholder. */
export type GateToConfigure = {
  /** `gat_…` */
  siteId: string;
  /** The site's address: `https://shop.example`, with a port only if it is not the usual one. */
  origin: string;
  /** The host of the origin, as browsers send it. */
  host: string;
  /** The age as text, or `policy` where the tenant's policy decides it. */
  threshold: string;
  cookieName: string;
  /** What needs no proof: exact paths (`/health`), or all below one that ends in `/` (`/assets/`). */
  openPaths: readonly string[];
  /** Where this deployment answers: `https://age.example.com`. */
  publicUrl: string;
  lifetimeSeconds: number;
};
