import type { GateToConfigure } from "./gate-to-configure.ts";

/**
 * The script by which nginx verifies proofs itself: what `#core/gates/cookie.ts` does. Its text has the placeholder
 * GATE_SECRET. njs 0.7.9 has no `for … of` and no destructuring, runs a module's first level for each request, and is slow
 * at expressions and closures: so it has none.
 */
export const nginxScript = ({ siteId, host, threshold, cookieName }: GateToConfigure): string =>
  `// Lintel: verifies proof of age for ${host}, for nginx with njs.
// Keep this file readable only by root, because it holds the gate's secret: chmod 600. nginx reads it as root.
import crypto from 'crypto';

// The secret of the gate, as the console shows it (gs_…). While you change it, the line of the previous one lets in
// visitors whose proof it signed. Then: nginx -t && systemctl reload nginx
const SECRETS = [
    'GATE_SECRET',
    // 'PREVIOUS.SECRET',
];

const COOKIE = '${cookieName}=';
const BEGIN = 'v1.${threshold}.';
const END_AT = BEGIN.length;
const MAC_AT = END_AT + 10;
const LENGTH = MAC_AT + 44;
const SIGNED = 'lintel-gate.v1.${siteId}.${host}.${threshold}.';
const LAST = 'AEIMQUYcgkosw048';
const LONGEST_SECONDS = 43200;
// A browser sends one cookie of the name; a header has room for hundreds.
const MOST_COOKIES = 4;

// For js_set: '1' with proof. Of several cookies any may be the one.
function isSigned(r) {
    const header = r.variables.http_cookie || '';
    let at = header.indexOf(COOKIE);
    for (let seen = 0; at !== -1 && seen < MOST_COOKIES; at = header.indexOf(COOKIE, at + 1)) {
        let before = at - 1;
        while (before >= 0 && (header[before] === ' ' || header[before] === '\\t')) {
            before -= 1;
        }
        if (before >= 0 && header[before] !== ';') {
            continue;
        }
        seen += 1;
        // It has one length, and behind it is nothing but the next cookie.
        const from = at + COOKIE.length;
        let after = from + LENGTH;
        while (header[after] === ' ' || header[after] === '\\t') {
            after += 1;
        }
        if ((header[after] === undefined || header[after] === ';') && isProof(header.slice(from, from + LENGTH))) {
            return '1';
        }
    }
    return '0';
}

function isProof(value) {
    const endText = value.slice(END_AT, MAC_AT);
    const end = +endText;
    const now = Date.now() / 1000;
    if (value.slice(0, END_AT) !== BEGIN || !(end > now && end <= now + LONGEST_SECONDS) || '' + end !== endText) {
        return false;
    }
    // Of its bytes no other spelling counts: the last character has two bits that say nothing.
    const mac = value.slice(MAC_AT + 1);
    if (value[MAC_AT] !== '.' || LAST.indexOf(mac[42]) === -1) {
        return false;
    }
    const given = Buffer.from(mac, 'base64url');
    for (let i = 0; i < SECRETS.length; i += 1) {
        // Until the secret is filled in, nothing is proof.
        const key = Buffer.from(SECRETS[i].slice(3), 'base64url');
        if (
            key.length === 32
            && isEqual(given, crypto.createHmac('sha256', key).update(SIGNED + endText).digest())
        ) {
            return true;
        }
    }
    return false;
}

// As long for a wrong signature as for the right one.
function isEqual(given, right) {
    return given.length === 32
        && (given.readUIntLE(0, 6) !== right.readUIntLE(0, 6))
            + (given.readUIntLE(6, 6) !== right.readUIntLE(6, 6))
            + (given.readUIntLE(12, 6) !== right.readUIntLE(12, 6))
            + (given.readUIntLE(18, 6) !== right.readUIntLE(18, 6))
            + (given.readUIntLE(24, 6) !== right.readUIntLE(24, 6))
            + (given.readUIntLE(26, 6) !== right.readUIntLE(26, 6)) === 0;
}

export default { isSigned };
`;
