// Writes gate-cookies.json: node_modules/.bin/node sdk/cases/make-gate-cookies.ts. It makes the cookies from their description
// in README.md with node:crypto alone, so that no verifier is tested with its own idea of them.
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";

const NOW = 1_800_000_000; // a multiple of 300
const LONGEST = 43_200;
const SITE = "gat_01k5zq8v7m3x9d2h4c6b0n1p5r";
const HOST = "shop.example";
const SECRET = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 167 + 251) % 256));
const PREVIOUS = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 59 + 190) % 256));
const textOf = (key: Buffer): string => `gs_${key.toString("base64url")}`;

type Parts = { key?: Buffer; site?: string; host?: string; threshold?: string; exp?: number | string };

const macOf = ({
  key = SECRET,
  site = SITE,
  host = HOST,
  threshold = "18",
  exp = NOW + 14_400,
}: Parts = {}) =>
  createHmac("sha256", key).update(`lintel-gate.v1.${site}.${host}.${threshold}.${exp}`, "latin1").digest();
const gateCookie = (parts: Parts = {}): string =>
  `v1.${parts.threshold ?? "18"}.${parts.exp ?? NOW + 14_400}.${macOf(parts).toString("base64url")}`;
const NAME = "__Host-lintel_gate_18";
const cookie = (value: string, name = NAME): string => `${name}=${value}`;

const GOOD = gateCookie();
const [, , EXP = "", MAC = ""] = GOOD.split(".");
const withMac = (mac: string): string => cookie(`v1.18.${EXP}.${mac}`);

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** The same text with one character changed for another of the alphabet. */
const changedAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
/** The same 32 bytes with another last character, which a lenient decoder takes for the same (RFC 4648 §3.5). */
const otherSpelling = (text: string): string =>
  text.slice(0, -1) + ALPHABET[ALPHABET.indexOf(text.at(-1) ?? "") + 1];

/** The first end within the lifetime for which the cookie has what a case needs. */
const expWith = (fits: (mac: string) => boolean): number => {
  for (let exp = NOW + 300; exp <= NOW + LONGEST; exp += 300) {
    if (fits(macOf({ exp }).toString("base64url"))) return exp;
  }
  throw new Error("No end within the lifetime makes such a cookie.");
};
const mixed = expWith((mac) => mac.includes("-") && mac.includes("_"));
const MIXED = macOf({ exp: mixed });

type More = { now?: number; threshold?: string };
const cases: object[] = [];
const add = (
  isGood: boolean,
  name: string,
  cookieHeader: string,
  { now = NOW, threshold = "18" }: More = {},
) => cases.push({ name, threshold, now, good: isGood, cookieHeader });
const good = (name: string, cookieHeader: string, more?: More) => add(true, name, cookieHeader, more);
const bad = (name: string, cookieHeader: string, more?: More) => add(false, name, cookieHeader, more);
/** A cookie whose mac is right for exactly this text of the end. */
const badEnd = (name: string, exp: string, more?: More) => bad(name, cookie(gateCookie({ exp })), more);

good("a cookie of four hours", cookie(GOOD));
good(
  "a gate that asks for the age in the policy",
  cookie(gateCookie({ threshold: "policy" }), "__Host-lintel_gate_policy"),
  {
    threshold: "policy",
  },
);
good("a second before its end", cookie(GOOD), { now: NOW + 14_399 });
good("the longest lifetime", cookie(gateCookie({ exp: NOW + LONGEST })));
good("made with the previous secret", cookie(gateCookie({ key: PREVIOUS })));
good("a mac with - and _", cookie(gateCookie({ exp: mixed })));
good("first of several cookies", `${cookie(GOOD)}; theme=dark; basket=a=b`);
good("last of several cookies", `theme=dark; basket="a=b"; ${cookie(GOOD)}`);
good("between cookies without a space", `theme=dark;${cookie(GOOD)};basket=1`);
good("after a cookie of that name that is altered", `${withMac(changedAt(MAC, 0))}; ${cookie(GOOD)}`);
good("before a cookie of that name that is altered", `${cookie(GOOD)}; ${withMac(changedAt(MAC, 0))}`);
good("the fourth of that name", `${`${cookie("x")}; `.repeat(3)}${cookie(GOOD)}`);
good("after 6 kB of other cookies", `filler=${"f".repeat(6_000)}; ${cookie(GOOD)}`);

bad("no cookie", "");
bad("other cookies only", "theme=dark; basket=1");
bad("an empty value", cookie(""));
bad("a name without a value", NAME);
bad("the plain mark of other age checks", `age=1; over18=true; ${cookie("1")}`);
bad("the fifth of that name", `${`${cookie("x")}; `.repeat(4)}${cookie(GOOD)}`);

bad("at its end exactly", cookie(GOOD), { now: NOW + 14_400 });
bad("a second after its end", cookie(GOOD), { now: NOW + 14_401 });
bad("a second longer than the longest lifetime", cookie(gateCookie({ exp: NOW + LONGEST })), {
  now: NOW - 1,
});
bad("a year long", cookie(gateCookie({ exp: NOW + 31_536_000 })));
badEnd("an end with a leading zero", `0${NOW + 14_400}`);
badEnd("an end of ten digits that begins with zero", "0999999900", { now: 999_999_000 });
badEnd("an end with a plus", `+${NOW + 14_400}`);
badEnd("an end with a minus", `-${NOW + 14_400}`);
badEnd("an end with an exponent", "18000144e5");
badEnd("an end in hexadecimal", `0x${(NOW + 14_400).toString(16)}`);
badEnd("an end with a space before it", ` ${NOW + 14_400}`);
badEnd("an end with a space after it", `${NOW + 14_400} `);
badEnd("an end of eleven digits", `${NOW + 14_400}0`);
badEnd("an end of nine digits", "999999900", { now: 999_999_000 });
badEnd("an end with an underscore", "1800_014400");
badEnd("an end that is empty", "");
badEnd("an end that is a word", "Infinity");
badEnd("an end that is no number", "NaN");
bad("a later end with the old mac", cookie(`v1.18.${NOW + 28_800}.${MAC}`));

bad("made for another host", cookie(gateCookie({ host: "www.shop.example" })));
bad("made for another port of the host", cookie(gateCookie({ host: "shop.example:8443" })));
bad("made for the host with its default port", cookie(gateCookie({ host: "shop.example:443" })));
bad("made for the host in capitals", cookie(gateCookie({ host: "SHOP.EXAMPLE" })));
bad("made for the host with a last dot", cookie(gateCookie({ host: "shop.example." })));
bad("made for the origin", cookie(gateCookie({ host: "https://shop.example" })));
bad("made for another site", cookie(gateCookie({ site: "gat_01k5zq8v7m3x9d2h4c6b0n1p5s" })));
bad("made for no site", cookie(gateCookie({ site: "" })));
bad("made with another secret", cookie(gateCookie({ key: Buffer.alloc(32, 7) })));
bad("made with no secret", cookie(gateCookie({ key: Buffer.alloc(0) })));
bad("made with the secret's text for a key", cookie(gateCookie({ key: Buffer.from(textOf(SECRET)) })));

bad("another threshold", cookie(gateCookie({ threshold: "21" })));
bad("another threshold in its own cookie", cookie(gateCookie({ threshold: "21" }), "__Host-lintel_gate_21"));
bad("a lower threshold with the mac of 18", cookie(`v1.16.${EXP}.${MAC}`));
bad("18 with the mac of a lower threshold", withMac(macOf({ threshold: "16" }).toString("base64url")));
bad("the threshold with a leading zero", cookie(gateCookie({ threshold: "018" })));
bad("the policy's cookie for a gate of 18", cookie(gateCookie({ threshold: "policy" })));
bad("a cookie of 18 for the policy's gate", cookie(GOOD, "__Host-lintel_gate_policy"), {
  threshold: "policy",
});

bad("version 2", cookie(GOOD.replace("v1", "v2")));
bad("version in capitals", cookie(GOOD.replace("v1", "V1")));
bad("no version", cookie(GOOD.slice(3)));
bad("three parts", cookie(`v1.18.${EXP}`));
bad("a mac that is missing after its dot", cookie(`v1.18.${EXP}.`));
bad("a fifth part", cookie(`${GOOD}.x`));
bad("a fifth part that is empty", cookie(`${GOOD}.`));
bad("an empty part in front", cookie(`.${GOOD}`));
bad("an empty part in the middle", cookie(`v1..18.${EXP}.${MAC}`));

for (const at of [0, 21, 41]) bad(`a mac whose character ${at + 1} is another`, withMac(changedAt(MAC, at)));
bad("a mac whose last character is another spelling", withMac(otherSpelling(MAC)));
bad("a mac of 42 characters", withMac(MAC.slice(0, -1)));
bad("a mac of 44 characters", withMac(`${MAC}A`));
bad("a mac with padding", withMac(`${MAC}=`));
bad("a mac in standard base64", cookie(`v1.18.${mixed}.${MIXED.toString("base64").slice(0, 43)}`));
bad("a mac in standard base64 with padding", cookie(`v1.18.${mixed}.${MIXED.toString("base64")}`));
bad("a mac in hexadecimal", withMac(macOf().toString("hex")));
bad("a mac of zeros", withMac("A".repeat(43)));
bad("a mac with a space in it", withMac(`${MAC.slice(0, 20)} ${MAC.slice(20)}`));
bad("a mac in capitals", withMac(MAC.toUpperCase()));

bad("a quoted value", cookie(`"${GOOD}"`));
bad("dots written with a percent sign", cookie(GOOD.replaceAll(".", "%2E")));
bad(
  "a mac written with a percent sign",
  cookie(`v1.18.${EXP}.%${MAC.charCodeAt(0).toString(16)}${MAC.slice(1)}`),
);
bad("a name with another case", cookie(GOOD, "__host-lintel_gate_18"));
bad("a name in capitals", cookie(GOOD, NAME.toUpperCase()));
bad("a name with something before it", cookie(GOOD, `x${NAME}`));
bad("a name with something after it", cookie(GOOD, `${NAME}x`));
bad("a name without __Host-", cookie(GOOD, "lintel_gate_18"));
bad("a name with __Secure-", cookie(GOOD, "__Secure-lintel_gate_18"));
bad("a name with a dot for an underscore", cookie(GOOD, "__Host-lintel.gate_18"));
bad("a name with a space for an underscore", cookie(GOOD, "__Host-lintel gate_18"));
bad("a name with a percent sign", cookie(GOOD, "__Host-lintel%5Fgate_18"));
bad("a name as an array", cookie(GOOD, `${NAME}[]`));
bad("inside another cookie's value", `theme=${cookie(GOOD)}`);
bad("inside another cookie's quoted value", `theme="dark, ${cookie(GOOD)}"`);
bad("after a comma", `theme=dark, ${cookie(GOOD)}`);
bad("6 kB in the value", cookie(`${GOOD}${"A".repeat(6_000)}`));
bad("1,000 dots", cookie(".".repeat(1_000)));

const file = {
  about: "Cookie headers as the verifier of a gate may get them. README.md describes the cookie.",
  siteId: SITE,
  host: HOST,
  secret: textOf(SECRET),
  previousSecret: textOf(PREVIOUS),
  cases,
};
writeFileSync(new URL("gate-cookies.json", import.meta.url), `${JSON.stringify(file, null, 2)}\n`);
