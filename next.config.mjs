/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // No picture is resized here: an open resizer would be work for strangers.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Every visitor gets the title with the page, not streamed behind it: a page without one has no name to a screen reader.
  htmlLimitedBots: /.*/,
  // Types are checked by `npm run check`, for the whole tree at once and not for the app folder alone.
  typescript: { ignoreBuildErrors: true },
  // Every page of the documentation is there as Markdown too.
  rewrites: async () => [{ source: "/docs/:page([\\w/-]+).md", destination: "/docs/markdown/:page" }],
  // Sign in with age was a page by itself before *Sites* took it in; links in mails and bookmarks keep working.
  redirects: async () => [
    {
      source: "/console/:tenant/sign-in-with-age/:rest*",
      destination: "/console/:tenant/sites/sign-in-with-age/:rest*",
      permanent: true,
    },
  ],
  // Their sources are TypeScript, behind links in node_modules.
  transpilePackages: ["@lintel/age", "@lintel/document-reader"],
  // Native, WebAssembly and connection-holding packages stay outside the bundle.
  serverExternalPackages: [
    "@opentelemetry/exporter-metrics-otlp-http",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-metrics",
    "@opentelemetry/sdk-trace",
    "@prisma/adapter-pg",
    "@prisma/client",
    "ioredis",
    "libheif-js",
    "pg",
    "sharp",
    "zxing-wasm",
  ],
};

export default config;
