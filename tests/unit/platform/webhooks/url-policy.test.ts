import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkWebhookUrl } from "#platform/webhooks/address-policy.ts";
import { HOSTILE_IPV4, HOSTILE_IPV6, PUBLIC_ADDRESSES } from "../../../support/webhooks/hostile-addresses.ts";

const LOOPBACK = { allowLoopback: true };

const kept = (text: string, rules = { allowLoopback: false }): string | null => {
  const check = checkWebhookUrl(text, rules);
  return check.ok ? check.url : null;
};

describe("checkWebhookUrl", () => {
  test.each([
    ["https://hooks.example.com", "https://hooks.example.com/"],
    ["https://hooks.example.com/a/b?c=d%20e", "https://hooks.example.com/a/b?c=d%20e"],
    ["HTTPS://Hooks.Example.COM/Path", "https://hooks.example.com/Path"],
    ["https://hooks.example.com:443/", "https://hooks.example.com/"],
    ["https://hooks.example.com:8443/", "https://hooks.example.com:8443/"],
    ["https://hooks.example.com./x", "https://hooks.example.com/x"],
    ["https://hooks.example.com/x#fragment", "https://hooks.example.com/x"],
    ["https://bücher.example.com/é", "https://xn--bcher-kva.example.com/%C3%A9"],
    ["https://a.b.c.d.example.co.uk/", "https://a.b.c.d.example.co.uk/"],
    ["https://1password.example.com/", "https://1password.example.com/"],
    ["https://localhost.example.com/", "https://localhost.example.com/"],
    ["https://my.locals/", "https://my.locals/"],
  ])("%s is kept as %s", (text, url) => {
    expect(kept(text)).toBe(url);
  });

  test.each([
    "",
    "hooks.example.com",
    "//hooks.example.com/",
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https:hooks.example.com",
    "https:///hooks.example.com/",
    "https://",
    "https:// hooks.example.com/",
    " https://hooks.example.com/",
    "https://hooks.example.com/\n",
    "https://hooks.exa\tmple.com/",
    "https://hooks.example.com\\@127.0.0.1/",
    "https:\\\\hooks.example.com/",
    "https://user@hooks.example.com/",
    "https://user:password@hooks.example.com/",
    "https://:password@hooks.example.com/",
    "https://@hooks.example.com/",
    "https://:@hooks.example.com/",
    "https://hooks.example.com@127.0.0.1/",
    "https://hooks.example.com:80/",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:6379/",
    "https://hooks.example.com:65536/",
    "https://hooks.example.com:0/",
    "https://hooks.example.com:44443/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://api.localhost/",
    "https://intranet/",
    "https://db.internal/",
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://router.lan/",
    "https://nas.home/",
    "https://nas.home.arpa/",
    "https://mail.corp/",
    "https://x.localdomain/",
    "https://x.test/",
    "https://x.example/",
    "https://x.invalid/",
    "https://facebookcorewwwi.onion/",
    "https://1.0.0.127.in-addr.arpa/",
    "https://kubernetes.default.svc.cluster.local/",
    // As containers reach each other: their resolver adds the rest of the name.
    "https://kubernetes.default.svc/",
    "https://vault.service.consul/",
    "https://db.web.docker/",
    "https://api.shop.cluster/",
    "https://hooks..example.com/",
    "https://.example.com/",
    "https://hooks.example.com../",
    "https://-hooks.example.com/",
    "https://hooks-.example.com/",
    "https://a_b.example.com/",
    `https://${"a".repeat(64)}.example.com/`,
    `https://${"a.".repeat(127)}com/`,
    `https://hooks.example.com/${"a".repeat(2_048)}`,
    `https://hooks.example.com/${"é".repeat(600)}`,
    // Addresses in every spelling that URL parsers know
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://127.1/",
    "https://127.0.1/",
    "https://0/",
    "https://127.0.0.1./",
    "https://１２７.0.0.1/",
    "https://127。0。0。1/",
    "https://⑫7.0.0.1/",
    "https://%31%32%37.0.0.1/",
    "https://0xa9fea9fe/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
    "https://[fe80::1%25eth0]/",
  ])("%s is refused", (text) => {
    expect(kept(text)).toBeNull();
  });

  test.each([...HOSTILE_IPV4.map(([a]) => a), ...PUBLIC_ADDRESSES.filter((a) => !a.includes(":"))])(
    "the literal %s is refused",
    (address) => {
      expect(kept(`https://${address}/`)).toBeNull();
      expect(
        kept(`https://${Number(address.split(".").reduce((sum, byte) => sum * 256n + BigInt(byte), 0n))}/`),
      ).toBeNull();
    },
  );

  test.each([...HOSTILE_IPV6.map(([a]) => a), ...PUBLIC_ADDRESSES.filter((a) => a.includes(":"))])(
    "the literal [%s] is refused",
    (address) => {
      expect(kept(`https://[${address}]/`)).toBeNull();
    },
  );

  test("says what is wrong in words for the tenant", () => {
    expect(checkWebhookUrl("http://hooks.example.com/")).toEqual({
      ok: false,
      message: "The address must start with https://.",
    });
    expect(checkWebhookUrl("https://10.0.0.1/")).toEqual({
      ok: false,
      message: "The address must name a host, not an IP address.",
    });
  });

  test.each([
    "http://localhost:4000/hook",
    "https://localhost/",
    "http://127.0.0.1/",
    "http://[::1]:3000/",
    "https://app.localhost/x",
  ])("%s: where loopback is off, it says which setting allows it, and that a tunnel works", (text) => {
    const check = checkWebhookUrl(text);
    expect(check).toEqual({ ok: false, message: expect.stringContaining("WEBHOOK_ALLOW_LOOPBACK=true") });
    expect(check).toEqual({ ok: false, message: expect.stringContaining("tunnel") });
  });

  test("development may add loopback at any port, by http too, and nothing else", () => {
    const allowed = [
      "https://localhost:9443/x",
      "https://api.localhost/",
      "https://127.0.0.1:1/",
      "https://[::1]:9/",
      "http://localhost:3960/hook",
      "http://127.0.0.1:8080/",
      "http://[::1]:9/",
    ];
    for (const text of allowed) expect(kept(text, LOOPBACK)).toBe(text);
    const refused = [
      "http://hooks.example.com/",
      "http://10.0.0.1/",
      "http://localhost.example.com/",
      "ftp://localhost/",
      "https://10.0.0.1/",
      "https://[::ffff:127.0.0.1]/",
      "https://nas.local/",
      "https://u@localhost/",
    ];
    for (const text of refused) expect(kept(text, LOOPBACK)).toBeNull();
  });

  test("never throws, and what it keeps it keeps again unchanged", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `https://${s}`),
        ),
        (text) => {
          const url = kept(text);
          return url === null || kept(url) === url;
        },
      ),
      { numRuns: 500 },
    );
  });
});
