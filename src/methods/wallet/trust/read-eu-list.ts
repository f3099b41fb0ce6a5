import { fromBase64 } from "../bytes.ts";
import { accept, type Result, refuse } from "../result.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { fingerprintOf } from "../x509/fingerprint.ts";

/** One certificate of one service: what a person has to look at before it counts. */
export type EuListEntry = {
  /** SHA-256 of the certificate in hexadecimal: what a person compares, and confirms. */
  fingerprint: string;
  certificate: Certificate;
  service: string;
  /** Last part of the service's type and of its status, e.g. "PAA" and "granted". */
  serviceType: string;
  status: string;
};

const MAX_LIST_LENGTH = 8 * 1024 * 1024;
const MAX_ENTRIES = 1_000;

/** ETSI TS 119 612 §5.5: a service as it is now; its history stands beside this element, not in it. */
const SERVICE = element("ServiceInformation");
const NAME = element("Name");
const TYPE = element("ServiceTypeIdentifier");
const STATUS = element("ServiceStatus");
const CERTIFICATE = element("X509Certificate");

/** Elements of this name under any prefix. None of those that are looked for can hold another of its kind. */
function element(name: string): RegExp {
  return new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:[\\w.-]+:)?${name}\\s*>`, "g");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const textOf = (xml: string, pattern: RegExp): string => {
  const raw = [...xml.matchAll(pattern)][0]?.[1] ?? "";
  return raw.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "").trim();
};

const lastPart = (uri: string): string => uri.split("/").at(-1) ?? uri;

const entriesOf = (service: string): EuListEntry[] | null => {
  const name = textOf(service, NAME);
  const serviceType = lastPart(textOf(service, TYPE));
  const status = lastPart(textOf(service, STATUS));
  const entries: EuListEntry[] = [];
  for (const [, body = ""] of service.matchAll(CERTIFICATE)) {
    const der = fromBase64(body.replaceAll(/\s/g, ""));
    const certificate = der ? readCertificate(der) : null;
    if (!der || !certificate?.ok) return null;
    const { value } = certificate;
    entries.push({
      fingerprint: fingerprintOf(value),
      certificate: value,
      service: name,
      serviceType,
      status,
    });
  }
  return entries;
};

// By parts and not by one pattern: an unclosed comment would be searched for from every place.
const withoutComments = (xml: string): string => {
  const [first = "", ...rest] = xml.split("<!--");
  return rest.reduce((text, part) => {
    const end = part.indexOf("-->");
    return end < 0 ? `${text}<!--${part}` : text + part.slice(end + 3);
  }, first);
};

/**
 * The certificates of the EU's trusted list for age verification (ETSI TS 119 612, XML). Its signature (XAdES) is not
 * checked, so nothing of it is trusted by itself: a person compares each fingerprint with its source and confirms it.
 */
export const readEuList = (xml: string): Result<{ entries: EuListEntry[]; skipped: number }> => {
  if (xml.length > MAX_LIST_LENGTH) return refuse("too_large");
  const plain = withoutComments(xml);
  // No document type, no CDATA: two readers could read them differently, and no list has them.
  if (plain.includes("<!") || !/<(?:[\w.-]+:)?TrustServiceStatusList[\s>]/.test(plain)) {
    return refuse("trusted_list_malformed");
  }
  const services = [...plain.matchAll(SERVICE)].map(([, body = ""]) => entriesOf(body));
  const entries = services.flatMap((found) => found ?? []);
  if (entries.length > MAX_ENTRIES) return refuse("trusted_list_malformed");
  return accept({ entries, skipped: services.filter((found) => found === null).length });
};
