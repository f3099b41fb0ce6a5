import type { GateToConfigure } from "./gate-to-configure.ts";

/**
 * The script by which nginx verifies proofs itself: what `#core/gates/cookie.ts` does. Its text has the placeholder
 * GATE_SECRET. njs 0.7.9 has no `for … of` and no destructuring, runs a module's first level for each request, and is slow
 * at expressions and closures: so it has none.
 */
export const nginxScript = ({ siteId, host, threshold, cookieName }: GateToConfigure): string =>
  `// Lintel: verifies proof of age for ${host}, for nginx with njs.
// Keep this file readable for root alone, because it holds the gate's secret: chmod 600. nginx reads it as root.
import crypto from 'crypto';

// The secret of the gate, as the console shows it (gs_…). While you change it, the line of the previous one keeps visitors
// in who have proof by it. Then: nginx -t && systemctl reload nginx
const SECRETS = [
    'GATE_SECRET',
    // 'PREVIOUS.SECRET',
];

const COOKIE = '${cookieName}=';
const BEGIN = 'v1.${threshold}.';
const END_AT = BEGIN.length;
const MAC_AT = END_AT + 11;
const LENGTH = MAC_AT + 43;
const SIGNED = 'lintel-gate.v1.${siteId}.${host}.${threshold}.';
const LONGEST_SECONDS = 43200;
// A browser sends one cookie of the name; a header has room for hundreds.
const MOST_COOKIES = 4;

// As long for a wrong signature as for the right one.
function isSignature(given, right) {
    let differs = given.length ^ 32;
    for (let i = 0; i < 32; i += 4) {
        differs |= given.readInt32LE(i) ^ right.readInt32LE(i);
    }
    return differs === 0;
}

// Begins as it must, is not over and not good for longer than any of ours, and is signed: by its text, of which no other
// spelling counts.
function isProof(value) {
    if (value.length !== LENGTH || !value.startsWith(BEGIN) || value[MAC_AT - 1] !== '.') {
        return false;
    }
    const now = Date.now() / 1000;
    const endText = value.slice(END_AT, MAC_AT - 1);
    const end = Number(endText);
    if (!(end > now && end <= now + LONGEST_SECONDS) || String(end) !== endText) {
        return false;
    }
    const mac = value.slice(MAC_AT);
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== 32 || given.toString('base64url') !== mac) {
        return false;
    }
    for (let i = 0; i < SECRETS.length; i += 1) {
        // Until the secret is filled in, nothing is proof.
        const key = Buffer.from(SECRETS[i].slice(3), 'base64url');
        if (
            key.length === 32
            && isSignature(given, crypto.createHmac('sha256', key).update(SIGNED + endText).digest())
        ) {
            return true;
        }
    }
    return false;
}

// For js_set: '1' with proof. Of several cookies any may be the one.
function isSigned(r) {
    const header = r.variables.http_cookie || '';
    let seen = 0;
    for (let at = header.indexOf(COOKIE); at !== -1 && seen < MOST_COOKIES; at = header.indexOf(COOKIE, at + 1)) {
        let before = at - 1;
        while (before >= 0 && (header[before] === ' ' || header[before] === '\\t')) {
            before -= 1;
        }
        if (before < 0 || header[before] === ';') {
            const semicolon = header.indexOf(';', at);
            seen += 1;
            if (isProof(header.slice(at + COOKIE.length, semicolon === -1 ? undefined : semicolon).trim())) {
                return '1';
            }
        }
    }
    return '0';
}

export default { isSigned };
`;
