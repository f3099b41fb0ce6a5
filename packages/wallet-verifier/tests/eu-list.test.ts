import { expect, test } from "vitest";
import { createAuthority } from "../../../tests/support/wallet/authority.ts";
import { readEuList } from "../src/trust-lists/read-eu-list.ts";

const listOf = (...certificates: string[]) =>
  `<TrustServiceStatusList>${certificates
    .map(
      (text) =>
        `<ServiceInformation><ServiceTypeIdentifier>x/PAA</ServiceTypeIdentifier><X509Certificate>${text}</X509Certificate></ServiceInformation>`,
    )
    .join("")}</TrustServiceStatusList>`;

test("a service whose certificate cannot be read is left out and counted", async () => {
  const good = Buffer.from((await createAuthority()).der).toString("base64");
  const read = readEuList(listOf("AAAA", good, "no base64!"));
  expect(read).toMatchObject({ ok: true, value: { skipped: 2, entries: [{ serviceType: "PAA" }] } });
});

test("the history of a service is not the service", async () => {
  const old = Buffer.from((await createAuthority()).der).toString("base64");
  const history = `<ServiceHistory><ServiceHistoryInstance><X509Certificate>${old}</X509Certificate></ServiceHistoryInstance></ServiceHistory>`;
  const read = readEuList(listOf().replace("</Trust", `${history}</Trust`));
  expect(read).toEqual({ ok: true, value: { entries: [], skipped: 0 } });
});

test("what is not such a list, and what is too large", () => {
  expect(readEuList("<list/>")).toEqual({ ok: false, code: "trusted_list_malformed" });
  expect(readEuList("x".repeat(9_000_000))).toEqual({ ok: false, code: "too_large" });
});

test.each([
  [
    "a service in a processing instruction",
    (list: string) =>
      list.replace("<ServiceInformation", "<?x <ServiceInformation").replace("</Trust", "?></Trust"),
  ],
  ["a processing instruction anywhere", (list: string) => list.replace("</Trust", "<?x y?></Trust")],
  ["an element that is not closed", (list: string) => list.replace("</ServiceInformation>", "")],
  ["elements that cross each other", (list: string) => list.replace("</Trust", "<a><b></a></b></Trust")],
  ["a reference to an entity", (list: string) => list.replace("x/PAA", "&other;/PAA")],
  ["a second root", (list: string) => `${list}<a/>`],
  ["text beside the root", (list: string) => `${list}x`],
])("%s refuses the list", async (_what, change) => {
  const good = Buffer.from((await createAuthority()).der).toString("base64");
  expect(readEuList(listOf(good))).toMatchObject({ ok: true });
  expect(readEuList(change(listOf(good)))).toEqual({ ok: false, code: "trusted_list_malformed" });
});

test("a service in a comment is none, and a declaration, prefixes, attributes and references are read", async () => {
  const good = Buffer.from((await createAuthority()).der).toString("base64");
  const body = listOf(good).replaceAll("<Trust", "<t:Trust").replaceAll("</Trust", "</t:Trust");
  const list = `<?xml version="1.0" encoding="UTF-8"?>\n${body
    .replace(
      "<ServiceInformation>",
      "<ServiceInformation a='>' b=\"x\"><ServiceName><Name xml:lang='en'>A &amp; &#66;</Name></ServiceName>",
    )
    .replace("</t:Trust", `<!-- ${listOf(good)} --></t:Trust`)}`;
  expect(readEuList(list)).toMatchObject({ ok: true, value: { entries: [{ service: "A & B" }] } });
  expect(readEuList(list)).toMatchObject({ value: { entries: { length: 1 } } });
});

test("eight megabytes of elements that are not closed are refused as soon as they are too deep", () => {
  for (const start of ["<Name>", "<a ", "<!--", "<ServiceInformation>", "<a b='", "&amp"]) {
    const list = `<TrustServiceStatusList>${start.repeat(Math.floor(8_000_000 / start.length))}`;
    expect(readEuList(list)).toEqual({ ok: false, code: "trusted_list_malformed" });
  }
});
