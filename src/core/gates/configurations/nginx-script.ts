import type { GateToConfigure } from "./gate-to-configure.ts";

/**
 * The script by which nginx verifies proofs itself (njs 0.7.9 or later, whose JavaScript has no `for … of` and no
 * destructuring): what `#core/gates/cookie.ts` does. Its text has the placeholder GATE_SECRET.
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
const VALUE = /^v1.${threshold}.([1-9][0-9]{9}).([A-Za-z0-9_-]{43})$/;
const SIGNED = 'lintel-gate.v1.${siteId}.${host}.${threshold}.';
const LONGEST_SECONDS = 43200;
// A browser sends one cookie of the name; a header has room for hundreds.
const MOST_COOKIES = 4;

// Until the secret is filled in, nothing is proof.
const KEYS = SECRETS.filter((secret) => /^gs_[A-Za-z0-9_-]{43}$/.test(secret))
    .map((secret) => Buffer.from(secret.slice(3), 'base64url'));

// As long for a wrong signature as for the right one.
function isEqual(one, other) {
    let differs = one.length ^ other.length;
    for (let i = 0; i < one.length; i += 1) {
        differs |= one.charCodeAt(i) ^ other.charCodeAt(i);
    }
    return differs === 0;
}

function isProof(value) {
    const parts = VALUE.exec(value);
    if (parts === null) {
        return false;
    }
    const now = Date.now() / 1000;
    const end = Number(parts[1]);
    if (!(end > now && end <= now + LONGEST_SECONDS)) {
        return false;
    }
    return KEYS.some((key) =>
        isEqual(parts[2], crypto.createHmac('sha256', key).update(SIGNED + parts[1]).digest('base64url')));
}

// For js_set: '1' with proof. Of several cookies any may be the one.
function isSigned(r) {
    const raw = r.rawVariables.http_cookie;
    if (!raw) {
        return '0';
    }
    // Another cookie's bytes may be no UTF-8: they become signs that stand in no proof.
    const pairs = raw.toString().split(';');
    let seen = 0;
    for (let i = 0; i < pairs.length && seen < MOST_COOKIES; i += 1) {
        const pair = pairs[i].trim();
        if (pair.startsWith(COOKIE)) {
            seen += 1;
            if (isProof(pair.slice(COOKIE.length))) {
                return '1';
            }
        }
    }
    return '0';
}

export default { isSigned };
`;
