// Return addresses, as someone could write them. The service decides on each; what a site runs itself (the Worker and the
// plugin for WordPress) reads them before it, and must come to the same.

// Ways to another host that redirect checks of others let through, each written plainly and in every form below.
const HOSTS = [
  "evil.example",
  "evil.example/",
  "shop.example.evil.example",
  "shop.example@evil.example",
  "[::1]",
];
const LEADS = [
  ...["//", "///", "////", "/\\", "\\/", "\\\\", "/\\/", "/\t/", "/\n/", "/\r/", "/\r\n/", "/ /", "/\u0000/"],
  ...[
    "/.//",
    "/..//",
    "/%2e//",
    "/%2e%2e//",
    "/a/..//",
    "/./..//",
    "/%2F",
    "/%5C",
    "/%09/",
    "/%0a/",
    "/%0d/",
  ],
  ...[
    "/%00/",
    "/%2f%2f",
    "/%5c%5c",
    "%2f%2f",
    "%5c%5c",
    "/%252f",
    "/%255c",
    "http://",
    "https://",
    "HTTPS:",
    "https:",
  ],
  ...[
    "ftp://",
    "ws://",
    "https:/",
    "javascript://",
    "data:text/html,//",
    "@",
    ".",
    "",
    "?//",
    "#//",
    "\u2028//",
  ],
  ...["\ufeff//", "/\u3000/", "/\uff0f", "\u2215\u2215"],
];
const OTHERS = [
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "mailto:a@b",
    "about:blank",
  ],
  ...[
    "/a\r\nSet-Cookie: x=1",
    "/a\nLocation: //x",
    "/a\u0000b",
    "/a\u007fb",
    "/a b",
    "/a\tb",
    '/a"b',
    "/a<b>",
    "/a\\b",
  ],
  ...[
    "/a%0d%0aSet-Cookie:x",
    "/a%00b",
    "/a%5cb",
    "/a%255cb",
    "/é",
    "/\ud800",
    `/${"a".repeat(4000)}`,
    "/{a}",
    "/a`b",
    "/a^b",
  ],
];
/**
 * What must lead to the front page, wherever it is read: by the service, by the Worker and by WordPress. More than 200.
 */
export const HOSTILE_RETURNS: readonly string[] = [
  ...new Set([...LEADS.flatMap((lead) => HOSTS.map((host) => lead + host)), ...OTHERS]),
];

/** What is asked for, and the path on the site to which it leads back. */
export const RETURNS: readonly (readonly [asked: string, path: string])[] = [
  ["/", "/"],
  ["/wine", "/wine"],
  ["/wine?year=2019&sort=price", "/wine?year=2019&sort=price"],
  ["/a//b", "/a//b"],
  ["/caf%C3%A9", "/caf%C3%A9"],
  ["/a;v=1,2(3)*'!$+:@~_-.", "/a;v=1,2(3)*'!$+:@~_-."],
  ["/search?q=a%20b%0a%2F%2Fx", "/search?q=a%20b%0a%2F%2Fx"],
  ["/go?to=https://other.example//x", "/go?to=https://other.example//x"],
  ["/a/../b", "/b"],
  ["/a#part", "/a"],
  ["/[x]|y", "/[x]|y"],
  // Browsers encode these in a path, and leave them as they are in a query.
  ["/filter?by={red}|^`x`", "/filter?by={red}|^`x`"],
  ["/filter?by=%7B%22a%22%3A1%7D", "/filter?by=%7B%22a%22%3A1%7D"],
];
