// Addresses before a gate of which some paths stay open. Each server decides by itself, in its own language, and must decide so.

/** What the gate's owner has left open. */
export const OPEN_PATHS = ["/health", "/a.b", "/assets/"] as const;

/** What that opens: paths, without a query. */
export const OPEN = [
  ...[
    "/health",
    "/a.b",
    "/assets/",
    "/assets/app.css",
    "/assets/a/b-c_d~e/app.min.js",
    "/assets/@x/y+z,1:2!.js",
  ],
];

/** What it does not open, because another program might read it as another path, or because it is one. */
export const CLOSED = [
  ...["/", "/healthy", "/health/", "/Health", "/health;x", "/health%00", "//health", "/%68ealth"],
  ...["/aXb", "/x/a.b", "/assets", "/ASSETS/a", "/secret/../assets/a", "//assets/a"],
  ...["/assets/../x", "/assets/..", "/assets/a/../../x", "/assets/./a", "/assets/a/./b"],
  ...["/assets/%2e%2e/x", "/assets/..%2fx", "/assets/%2fx", "/assets//a", "/assets/a//b"],
  ...["/assets/a;b", "/assets/a\\b", "/assets/.git/config", "/assets/a/.env", "/assets/a..b", '/assets/a"b'],
];
