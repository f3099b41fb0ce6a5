import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { reasonOf } from "../request.ts";
import type { Finding } from "./finding.ts";

const SOON_DAYS = 14;
const TIMEOUT_MS = 10_000;

type Peer = { certificate: PeerCertificate; problem: string | null; protocol: string | null };

const PRIVATE =
  "its CA is not a public one. Get a certificate of a public CA or, where the CA is yours, name its file as NODE_EXTRA_CA_CERTS here and for every client";

/** What Node calls the faults of a chain (OpenSSL's X509_V_ERR_…), and what to do about each. */
const CHAIN: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is signed by itself. Get a certificate of a public CA",
  SELF_SIGNED_CERT_IN_CHAIN: PRIVATE,
  CERT_HAS_EXPIRED: "it has expired. Renew it",
  CERT_NOT_YET_VALID: "it is not valid yet. Check the clocks of this computer and of the server",
};

/** Codes of a chain that ends at a certificate whose issuer was not sent and is not known. */
const CUT = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"];

/**
 * Public CAs write into each certificate where its issuer's is found (CA/Browser Forum, Baseline Requirements §7.1.2.7.7).
 * Without that, it is a CA of one firm that is not known here.
 */
const chainFault = (problem: string, { infoAccess }: PeerCertificate): string => {
  if (!CUT.includes(problem)) return CHAIN[problem] ?? problem;
  const isPublic = (infoAccess?.["CA Issuers - URI"] ?? []).some((place) => place.startsWith("http"));
  return isPublic
    ? "the server sends its own certificate without the intermediate one. Configure the full chain (fullchain.pem)"
    : PRIVATE;
};

/**
 * What is wrong with the TLS of a host: its certificate's chain, names and end. A CA of your own is trusted when
 * NODE_EXTRA_CA_CERTS names it.
 */
export async function examineTls(
  { hostname, port }: { hostname: string; port: number },
  now: Date,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const add = (id: string, severity: Finding["severity"], message: string): void =>
    void found.push({ id, severity, message, docs: "docs/deployment.md#the-proxy-in-front" });
  let peer: Peer;
  try {
    peer = await peerOf(hostname, port);
  } catch (error) {
    add("tls.connection", "error", `TLS to ${hostname}:${port} failed: ${reasonOf(error)}.`);
    return found;
  }
  const { certificate, problem, protocol } = peer;
  const end = new Date(certificate.valid_to);
  const days = Math.floor((end.getTime() - now.getTime()) / 86_400_000);
  if (end.getTime() <= now.getTime())
    add("tls.expired", "error", `The certificate of ${hostname} ended on ${dayOf(end)}. Renew it.`);
  else if (days < SOON_DAYS)
    add(
      "tls.expires-soon",
      "warning",
      `The certificate of ${hostname} ends in ${days} days, on ${dayOf(end)}.`,
    );
  if (problem !== null && problem !== "CERT_HAS_EXPIRED" && !problem.startsWith("ERR_TLS_CERT_ALTNAME"))
    add(
      "tls.chain",
      "error",
      `The certificate of ${hostname} is not trusted: ${chainFault(problem, certificate)}.`,
    );
  const name = checkServerIdentity(hostname, certificate);
  if (name !== undefined)
    add(
      "tls.name",
      "error",
      `The certificate is not for ${hostname}. Get one that names it (subjectAltName).`,
    );
  // RFC 8996 retires TLS 1.0 and 1.1.
  if (protocol !== "TLSv1.2" && protocol !== "TLSv1.3")
    add(
      "tls.version",
      "error",
      `${hostname} speaks ${protocol ?? "an unknown version of TLS"}. Allow TLS 1.2 and 1.3 only.`,
    );
  return found;
}

const dayOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? "an unknown day" : date.toISOString().slice(0, 10);

function peerOf(hostname: string, port: number): Promise<Peer> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    // Looked at even where it is not trusted: nothing is sent over this connection.
    const socket: TLSSocket = connect({
      host,
      port,
      ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket.once("secureConnect", () => {
      const { authorizationError: problem } = socket;
      resolve({
        certificate: socket.getPeerCertificate(true),
        problem: problem ? codeOf(problem) : null,
        protocol: socket.getProtocol(),
      });
      socket.destroy();
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer in time")));
    socket.once("error", reject);
  });
}

/** Node gives the code as the error itself, contrary to its types. */
const codeOf = (problem: Error | string): string =>
  typeof problem === "string" ? problem : "code" in problem ? String(problem.code) : problem.message;
