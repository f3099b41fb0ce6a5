import { fromBase64 } from "../bytes.ts";
import { accept, type Result, refuse } from "../result.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { fingerprintOf } from "../x509/fingerprint.ts";
import { elementsIn, readXml, type XmlElement } from "./read-xml.ts";

/** One certificate of one service: what a person has to look at before it counts. */
export type EuListEntry = {
  /** SHA-256 of the certificate in hexadecimal: what a person compares, and confirms. */
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
 * The certificates of the EU's trusted list for age verification (ETSI TS 119 612, XML). Its signature (XAdES) is not
 * checked, so nothing of it is trusted by itself: a person compares each fingerprint with its source and confirms it.
 */
export const readEuList = (xml: string): Result<{ entries: EuListEntry[]; skipped: number }> => {
  if (xml.length > MAX_LIST_LENGTH) return refuse("too_large");
  const root = readXml(xml);
  if (root?.name !== "TrustServiceStatusList") return refuse("trusted_list_malformed");
  // ETSI TS 119 612 §5.5: a service as it is now; its history stands beside this element, not in it.
  const services = elementsIn(root, "ServiceInformation").map(entriesOf);
  const entries = services.flatMap((found) => found ?? []);
  if (entries.length > MAX_ENTRIES) return refuse("trusted_list_malformed");
  return accept({ entries, skipped: services.filter((found) => found === null).length });
};
