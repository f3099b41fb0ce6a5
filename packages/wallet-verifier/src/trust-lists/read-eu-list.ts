import { fromBase64 } from "../bytes.ts";
import { accept, type Result, refuse } from "../result.ts";
import { type Certificate, fingerprintOf, readCertificate } from "../x509/certificate.ts";

/** An element and its contents; attributes are ignored. */
type XmlElement = {
  /** Without its prefix. */
  name: string;
  /** Its own text, without that of its child elements. */
  text: string;
  children: XmlElement[];
};

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 200_000;

/** XML 1.0 §3.1: a start tag, an empty one or an end tag. */
const TAG =
  /<(?:([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|\/([\w.:-]+)\s*>)/y;
const DECLARATION = /^\uFEFF?<\?xml\s[^?<>]*\?>/;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** §4.1 and §4.6: the five predefined names, and numbers. @returns null for any other reference */
const textOf = (raw: string): string | null => {
  let isKnown = true;
  const text = raw.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w{1,8}));|&/g,
    (_, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
      const known = name
        ? ENTITIES[name]
        : code > 0 && code <= 0x10ffff
          ? String.fromCodePoint(code)
          : undefined;
      isKnown &&= known !== undefined;
      return known ?? "";
    },
  );
  return isKnown ? text : null;
};

/**
 * Reads a document of elements and text in one pass. Document types, CDATA, processing instructions and
 * anything that is not well formed are refused: two readers could read them differently, and no list has
 * them. Comments are ignored.
 * @returns the root; null for what is refused
 */
const readXml = (xml: string): XmlElement | null => {
  const document: XmlElement = { name: "", text: "", children: [] };
  const open: { element: XmlElement; tag: string }[] = [{ element: document, tag: "" }];
  let at = DECLARATION.exec(xml)?.[0].length ?? 0;
  let count = 0;
  while (at < xml.length) {
    const top = open.at(-1);
    if (!top) return null;
    const next = xml.indexOf("<", at);
    const text = textOf(xml.slice(at, next < 0 ? xml.length : next));
    if (text === null) return null;
    top.element.text += text;
    if (next < 0) break;
    if (xml.startsWith("<!--", next)) {
      const end = xml.indexOf("-->", next + 4);
      if (end < 0) return null;
      at = end + 3;
      continue;
    }
    TAG.lastIndex = next;
    const tag = TAG.exec(xml);
    if (!tag) return null;
    at = TAG.lastIndex;
    const [, prefix = "", name, , isEmpty, closing] = tag;
    if (closing !== undefined) {
      if (open.length < 2 || top.tag !== closing) return null;
      open.pop();
      continue;
    }
    const element: XmlElement = { name: name ?? "", text: "", children: [] };
    top.element.children.push(element);
    count += 1;
    if (isEmpty !== "/") open.push({ element, tag: `${prefix}${name}` });
    if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) return null;
  }
  const [root, ...others] = document.children;
  const isWhole = open.length === 1 && others.length === 0 && document.text.trim() === "";
  return isWhole && root ? root : null;
};

/** All elements with this name below the given one, in document order; those inside a match are skipped. */
const elementsIn = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : elementsIn(child, name)));

/** One certificate of one service, which a person has to inspect before it counts. */
export type EuListEntry = {
  /** SHA-256 of the certificate in hexadecimal, which a person compares and confirms. */
  fingerprint: string;
  certificate: Certificate;
  service: string;
  /** Last part of the service's type and of its status, e.g. "PAA" and "granted"; empty where there is none. */
  serviceType: string;
  status: string;
};

const MAX_LIST_LENGTH = 8 * 1024 * 1024;
const MAX_ENTRIES = 1_000;

const textIn = (element: XmlElement, name: string): string => elementsIn(element, name)[0]?.text.trim() ?? "";
const lastPart = (uri: string): string => uri.split("/").at(-1) ?? uri;

const entriesOf = (service: XmlElement): EuListEntry[] | null => {
  const [named] = elementsIn(service, "ServiceName");
  const about = {
    service: named ? textIn(named, "Name") : "",
    serviceType: lastPart(textIn(service, "ServiceTypeIdentifier")),
    status: lastPart(textIn(service, "ServiceStatus")),
  };
  const entries: EuListEntry[] = [];
  for (const { text } of elementsIn(service, "X509Certificate")) {
    const der = fromBase64(text.replaceAll(/\s/g, ""));
    const certificate = der ? readCertificate(der) : null;
    if (!certificate?.ok) return null;
    const { value } = certificate;
    entries.push({ fingerprint: fingerprintOf(value), certificate: value, ...about });
  }
  return entries;
};

/**
 * The certificates of the EU's trusted list for age verification (ETSI TS 119 612, XML). Its signature
 * (XAdES) is not checked, so nothing in it is trusted by itself: a person compares each fingerprint with its
 * source and confirms it.
 */
export const readEuList = (xml: string): Result<{ entries: EuListEntry[]; skipped: number }> => {
  if (xml.length > MAX_LIST_LENGTH) return refuse("too_large");
  const root = readXml(xml);
  if (root?.name !== "TrustServiceStatusList") return refuse("trusted_list_malformed");
  // ETSI TS 119 612 §5.5: a service as it is now; its history is beside this element, not in it.
  const services = elementsIn(root, "ServiceInformation").map(entriesOf);
  const entries = services.flatMap((found) => found ?? []);
  if (entries.length > MAX_ENTRIES) return refuse("trusted_list_malformed");
  return accept({ entries, skipped: services.filter((found) => found === null).length });
};
