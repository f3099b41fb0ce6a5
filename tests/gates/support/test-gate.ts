import { createHmac, randomBytes } from "node:crypto";
import type { GateToConfigure } from "#core/gates/configurations/gate-to-configure.ts";

/** A gate as the console would have made it, with its secret (`gs_…`). */
export type TestGate = GateToConfigure & { secret: string };

/** How long before its time all who prove within it get the same bytes. */
const GRAIN_SECONDS = 300;
const MOST_SECONDS = 43_200;

export const newTestGate = (port: number, more: Partial<TestGate> = {}): TestGate => {
  const threshold = more.threshold ?? "18";
  const origin = more.origin ?? `https://shop.test:${port}`;
  return {
    siteId: `gat_${randomBytes(12).toString("hex")}`,
    origin,
    host: new URL(origin).host,
    threshold,
    cookieName: `__Host-lintel_gate_${threshold}`,
    openPaths: ["/health", "/assets/"],
    publicUrl: "https://age.test",
    lifetimeSeconds: 14_400,
    secret: `gs_${randomBytes(32).toString("base64url")}`,
    ...more,
  };
};

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const inSeconds = (seconds: number): number =>
  Math.floor((nowSeconds() + seconds) / GRAIN_SECONDS) * GRAIN_SECONDS;

/** The value of the gate's cookie. */
export const cookieValue = (
  { siteId, host, threshold, secret }: Pick<TestGate, "siteId" | "host" | "threshold" | "secret">,
  exp: number | string = inSeconds(3_600),
): string => {
  const key = Buffer.from(secret.slice("gs_".length), "base64url");
  const message = `lintel-gate.v1.${siteId}.${host}.${threshold}.${exp}`;
  return `v1.${threshold}.${exp}.${createHmac("sha256", key).update(message).digest("base64url")}`;
};

/** A `Cookie` header that proves the age to this gate. */
export const goodCookie = (gate: TestGate): string => `${gate.cookieName}=${cookieValue(gate)}`;

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The same 32 bytes in another spelling: the last of 43 characters has two bits that nobody reads. */
const otherSpelling = (value: string): string => {
  const last = BASE64URL.indexOf(value.at(-1) ?? "");
  return value.slice(0, -1) + BASE64URL[last ^ 1];
};

const otherCharacter = (value: string, at: number): string => {
  const old = value.at(at);
  const index = value.length + (at < 0 ? at : at - value.length);
  return value.slice(0, index) + (old === "A" ? "B" : "A") + value.slice(index + 1);
};

/** A good value whose mac differs between base64 and base64url. */
const withDashes = (gate: TestGate): string => {
  for (let exp = inSeconds(3_600); ; exp += 1) {
    const value = cookieValue(gate, exp);
    if (/[-_][^.]*$/.test(value.split(".")[3] ?? "")) return value;
  }
};

/** `Cookie` headers that prove nothing to this gate, each by what is wrong with it. */
export const forgedCookies = (gate: TestGate): Record<string, string> => {
  const { cookieName: name, threshold } = gate;
  const good = cookieValue(gate);
  const [, , exp = "", mac = ""] = good.split(".");
  const named = (value: string): string => `${name}=${value}`;
  const otherThreshold = threshold === "21" ? "20" : "21";
  const dashed = withDashes(gate);
  const plain = dashed.split(".")[3] ?? "";
  const asBase64 = dashed.replace(plain, plain.replaceAll("-", "+").replaceAll("_", "/"));
  const signedAs = (about: Partial<TestGate>): string => cookieValue({ ...gate, ...about });
  return {
    "no value": named(""),
    "a plain yes": named("1"),
    "only the version": named("v1"),
    "no mac": named(`v1.${threshold}.${exp}.`),
    "three parts": named(`v1.${threshold}.${exp}`),
    "five parts": named(`${good}.x`),
    "five parts, the last empty": named(`${good}.`),
    "a part before": named(`.${good}`),
    "another version": named(good.replace("v1.", "v2.")),
    "the version in capitals": named(good.replace("v1.", "V1.")),
    "the mac's first character": named(otherCharacter(good, good.length - mac.length)),
    "the mac's middle": named(otherCharacter(good, -20)),
    "the mac's last character but one": named(otherCharacter(good, -2)),
    "the mac in another spelling": named(otherSpelling(good)),
    "the mac with padding": named(`${good}=`),
    "the mac in base64, not base64url": named(asBase64),
    "the mac one character short": named(good.slice(0, -1)),
    "the mac one character long": named(`${good}A`),
    "the mac in capitals": named(good.replace(mac, mac.toUpperCase())),
    "the mac in hexadecimal": named(good.replace(mac, Buffer.from(mac, "base64url").toString("hex"))),
    "a later end than was signed": named(good.replace(exp, String(Number(exp) + 300))),
    "over, rightly signed": named(cookieValue(gate, nowSeconds() - 60)),
    "over in this second": named(cookieValue(gate, nowSeconds())),
    "good for longer than twelve hours, rightly signed": named(
      cookieValue(gate, nowSeconds() + MOST_SECONDS + 600),
    ),
    "the end with a zero before": named(cookieValue(gate, `0${exp}`)),
    "the end with a plus before": named(cookieValue(gate, `+${exp}`)),
    "the end with a minus before": named(cookieValue(gate, `-${exp}`)),
    "the end with a space before": named(cookieValue(gate, ` ${exp}`)),
    "the end in hexadecimal": named(cookieValue(gate, `0x${Number(exp).toString(16)}`)),
    "the end with letters behind": named(cookieValue(gate, `${exp}abc`)),
    "the end as a power": named(cookieValue(gate, "9e9")),
    "the end with one digit more": named(cookieValue(gate, `${exp}0`)),
    "no end": named(cookieValue(gate, "")),
    "another secret": named(signedAs({ secret: `gs_${"A".repeat(43)}` })),
    "an empty secret": named(signedAs({ secret: "gs_" })),
    "another site": named(signedAs({ siteId: "gat_another" })),
    "another host": named(signedAs({ host: "evil.test" })),
    "the host without its port": named(signedAs({ host: `${gate.host.split(":")[0]}:1` })),
    "another threshold": named(signedAs({ threshold: otherThreshold })),
    "another threshold under its own name": `__Host-lintel_gate_${otherThreshold}=${signedAs({ threshold: otherThreshold })}`,
    "another threshold's mac with ours written": named(
      signedAs({ threshold: otherThreshold }).replace(`v1.${otherThreshold}.`, `v1.${threshold}.`),
    ),
    "good under a name without the prefix": `lintel_gate_${threshold}=${good}`,
    "good under the name in lower case": `${name.toLowerCase()}=${good}`,
    "good under a longer name": `${name}0=${good}`,
    "good under a name that ends in ours": `x${name}=${good}`,
    "good inside another cookie's value": `other=${name}=${good}`,
    "good in quotation marks": named(`"${good}"`),
    "good with encoded dots": named(good.replaceAll(".", "%2e")),
    "good with a space inside": named(good.replace(".", ". ")),
    "a value of 4,000 characters": named(`v1.${threshold}.${exp}.${"A".repeat(4_000)}`),
    "only dots": named("...."),
    "what SQL would like": named("' OR '1'='1"),
    "twice, both forged": `${named(otherCharacter(good, -2))}; ${named("v1.1.1.1")}`,
    "good, but only the fifth of its name": `${`${named("v1.x")}; `.repeat(4)}${named(good)}`,
  };
};
