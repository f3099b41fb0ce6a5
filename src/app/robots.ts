import type { MetadataRoute } from "next";

/** The address of a hosted page is its key, and the console is private. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: ["/$", "/docs", "/llms.txt", "/llms-full.txt", "/practice"],
      disallow: "/",
    },
  };
}
