// Every setting of a deployment, in the order of .env.example, which a test compares with this table. config.ts says which texts each
// accepts. A setting without a row, and a row without a setting, cause a compile error. Each row stays on one line where it fits:
// at the usual width it would take six, and two rows could not be compared.
import type { SettingKind } from "#core/operator/settings.ts";
import type { Config } from "./config.ts";

export type SettingName = keyof Config;

/** A heading of `.env.example`. */
type SettingGroup = "Environment" | "Database" | "Network" | "Secrets" | "Limits" | "Operator" | "Documents" | "Wallets" | "Requests and webhooks" | "Mail and alerts" | "Console" | "Stand-ins" | "Meters and exports" | "Telemetry and log";

type Setting = {
  group: SettingGroup;
  /** How the operator's console shows it: only a "plain" one as it is. Its author decides whether it is a secret. */
  kind: SettingKind;
  /** It is the path of a file with a private key, which only the user of the service should be able to read. */
  isKeyFile?: true;
  /** The value in `.env.example`: the default, or for PUBLIC_URL one to replace; absent: it has none. */
  example?: string;
  /** What it is for, without line breaks; null: the words of the setting before it explain it too. */
  words: string | null;
};

export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  LINTEL_ENV: { group: "Environment", kind: "plain", example: "production", words: "production or development. `npm start` sets development: sample photos count, and the two WEBHOOK_ settings below are allowed." },
  DATABASE_URL: { group: "Database", kind: "address", words: "PostgreSQL 15 or newer. `npm start` runs its own when this is empty." },
  DATABASE_PREPARED_STATEMENTS: { group: "Database", kind: "plain", example: "on", words: "off where DATABASE_URL is PgBouncer in transaction mode: a statement prepared on one connection would be run on another. docs/operations.md" },
  DATABASE_SESSION_URL: { group: "Database", kind: "address", words: "In that case, the database itself, for what needs a dedicated connection (the worker's LISTEN, npm run migrate). Empty: workers look for deliveries twice a second instead." },
  DATABASE_REPLICA_URL: { group: "Database", kind: "address", words: "A streaming standby for the console's reports and the lists of logs and audit entries, which may then be seconds old. While it is unavailable, and when this is empty, they are read from DATABASE_URL." },
  DATABASE_POOL_SIZE: { group: "Database", kind: "plain", example: "10", words: "Connections per process to each of the databases above. One is enough to work; more let that many callers be served at the same time." },
  EXTRA_CA_FILE: {
    group: "Network",
    kind: "plain",
    words:
      "Certificates (PEM file) of your own CA, or of your cloud's for its PostgreSQL, trusted alongside the public ones by everything that you name here: PostgreSQL, Redis, the console's identity provider, mail server and collectors. Never for what tenants name: webhooks and their identity providers. docs/managed-postgresql.md",
  },
  PUBLIC_URL: { group: "Network", kind: "plain", example: "https://age.example.com", words: "The address that end users and tenants see, without a slash at the end; also the tokens' issuer." },
  HOST: { group: "Network", kind: "plain", example: "0.0.0.0", words: "The interface and port to listen on." },
  PORT: { group: "Network", kind: "plain", example: "3000", words: null },
  SHUTDOWN_GRACE_SECONDS: {
    group: "Network",
    kind: "plain",
    example: "5",
    words: "After SIGTERM: seconds for which readiness says no while requests are still answered, each with Connection: close, before the listener closes; running requests then get ten more. At least your load balancer's check interval; with 0, or at a second SIGTERM, it closes at once.",
  },
  TRUSTED_PROXY_HOPS: { group: "Network", kind: "plain", example: "0", words: "How many of your proxies are in front: 0 takes the socket's address and ignores X-Forwarded-For." },
  DNS_SERVERS: { group: "Network", kind: "plain", words: "Name servers that say whose a tenant's host is: IP addresses with an optional port, separated by commas. Empty: the system's resolver." },
  SECRETS_KEY: { group: "Secrets", kind: "secret", words: "Seals what must be read again (AES-256-GCM): 32 random bytes in base64, `openssl rand -base64 32`." },
  SECRETS_KEY_PREVIOUS: { group: "Secrets", kind: "secret", words: "The former key, or the next one, only while you rotate: docs/operations.md, Rotating secrets. `npm run rotate` says which step comes next." },
  KEY_PEPPER: { group: "Secrets", kind: "secret", words: "Peppers the hashes of API keys and page addresses: at least 32 random bytes in base64. Losing it voids them all." },
  KEY_PEPPER_PREVIOUS: { group: "Secrets", kind: "secret", words: "The former pepper, or the next one, only while you rotate: what was hashed with it is still found. docs/operations.md, Rotating secrets." },
  ADMIN_KEYS: { group: "Secrets", kind: "secret", words: "Keys for the x-admin-key header: at least 32 characters each, separated by commas; all of them count." },
  METRICS_KEYS: { group: "Secrets", kind: "secret", words: "Keys that read GET /admin/metrics and do nothing else, for Prometheus; in the form of ADMIN_KEYS. Operators can also make keys with a name, a scope and an end: docs/api-keys.md." },
  TOKEN_SIGNING_KEYS: { group: "Secrets", kind: "secret", words: "JSON array of private JWKs (ES256). The first signs tokens once all processes have published it for a day, all verify: docs/operations.md, Rotating secrets." },
  UPSTASH_REDIS_REST_URL: { group: "Limits", kind: "address", words: "Shares rate limits between all processes over Upstash's REST interface; set both or neither." },
  UPSTASH_REDIS_REST_TOKEN: { group: "Limits", kind: "secret", words: null },
  REDIS_URL: { group: "Limits", kind: "address", words: "The same over any Redis 6.2 or newer. Without Upstash or Redis, each process counts for itself." },
  RATE_LIMIT_ON_CACHE_FAILURE: { group: "Limits", kind: "plain", example: "allow", words: "When the shared counter is unavailable: allow (each process counts for itself) or deny (503 CACHE_ERROR)." },
  AUTH_FAILURES_PER_MINUTE: { group: "Limits", kind: "plain", example: "300", words: "Failed authentications per minute from one IPv4 address or one IPv6 /64 before the answer is 429; for OpenID Connect clients, per client." },
  CURRENCY: { group: "Operator", kind: "plain", example: "EUR", words: "ISO 4217 code of the amounts in `billing`." },
  OPERATOR_NAME: { group: "Operator", kind: "plain", words: "The operator's full name on statements, practice statements and below mails. Empty: they name none, only the address of the service." },
  OPERATOR_ADDRESS: { group: "Operator", kind: "plain", words: "On statements, below the name: the postal address in one line, and a tax number such as GB123456789. Empty: left out." },
  OPERATOR_TAX_ID: { group: "Operator", kind: "plain", words: null },
  OPERATOR_CONTACT: { group: "Operator", kind: "plain", words: "The address for questions about the practice statement and about security: https: or mailto:. Empty: none is named." },
  OPERATOR_TENANT: { group: "Operator", kind: "plain", words: "The operator's own tenant: its webhook endpoints can name events about all tenants' endpoints (docs/webhooks.md)." },
  SOURCE_COMMIT: { group: "Operator", kind: "plain", words: "Both for practice statements, docs/practice-statement.md: the commit that runs here, and the file that `npm run conformance -- --out` wrote." },
  CONFORMANCE_RESULT_FILE: { group: "Operator", kind: "plain", words: null },
  PUBLISH_NUMBERS: { group: "Operator", kind: "plain", example: "false", words: "true: everyone may read the deployment's monthly numbers. Each tenant decides about its own in the console." },
  DOCUMENT_PROCESSES: { group: "Documents", kind: "plain", example: "1", words: "Child processes that read document photos, one photo at a time each, and how many photos may wait." },
  DOCUMENT_QUEUE_LIMIT: { group: "Documents", kind: "plain", example: "8", words: null },
  DOCUMENT_SIGNER_KEYS: { group: "Documents", kind: "plain", words: "A folder with the public keys of issuers that sign the barcodes of their documents: docs/assurance.md, Signed barcodes. Empty: no signature is checked." },
  WALLET_CREDENTIALS: { group: "Wallets", kind: "plain", example: "eu_av,mdl", words: "What wallets are asked for: eu_av (EU proof of age), mdl (mobile driving licence), pid_mdoc, pid_sd_jwt, photo_id, google_id_pass. None of them counts until an issuer is trusted: docs/wallet.md." },
  WALLET_OWN_CREDENTIALS: { group: "Wallets", kind: "plain", words: 'More credentials, as JSON: {"student": {"docType": "org.example.student.1", "namespace": "org.example.student", "element": "age_over_NN"}}. docs/wallet.md, Your own credentials.' },
  WALLET_REQUEST_KEY_FILE: { group: "Wallets", kind: "plain", isKeyFile: true, words: "Signs requests to wallets under the high assurance profile: a P-256 key and its certificate chain, as PEM files; set both or neither." },
  WALLET_REQUEST_CHAIN_FILE: { group: "Wallets", kind: "plain", words: null },
  WALLET_REQUEST_METADATA_FILE: { group: "Wallets", kind: "plain", words: "The metadata for Google Wallet that came with that certificate, gw_rp_metadata_bytes, as a file: docs/wallet.md, Google Wallet." },
  WALLET_REGISTRAR_KEY_FILE: {
    group: "Wallets",
    kind: "plain",
    isKeyFile: true,
    words: 'The operator\'s CA as Google\'s "Verifier Registrar", only for `npm run registrar` (the service does not read it): the key and the certificate as PEM files, and what wallets show of the operator: {"display_name": "…", "logo_uri": "https://…", "privacy_policy_uri": "https://…"}.',
  },
  WALLET_REGISTRAR_CERTIFICATE_FILE: { group: "Wallets", kind: "plain", words: null },
  WALLET_REGISTRAR_DISPLAY: { group: "Wallets", kind: "plain", words: null },
  WALLET_STATUS_CREDENTIALS: { group: "Wallets", kind: "plain", words: "Which of the credentials above have their status lists looked up (empty: none), and the hosts that may serve those lists. See docs/wallet.md." },
  WALLET_STATUS_HOSTS: { group: "Wallets", kind: "plain", words: null },
  WALLET_STATUS_UNREACHABLE: { group: "Wallets", kind: "plain", example: "refuse", words: '"refuse" or "accept": a credential whose list cannot be fetched, and one whose issuer gave it no status. Exceptions follow: refuse,eu_av=accept.' },
  WALLET_STATUS_MISSING: { group: "Wallets", kind: "plain", example: "refuse", words: null },
  WALLET_STATUS_MAX_AGE_SECONDS: { group: "Wallets", kind: "plain", example: "10", words: "The longest time that a copy of a list is used, unless its ttl is shorter: a revocation counts this soon. 1 to 86,400." },
  WALLET_ZK: { group: "Wallets", kind: "plain", example: "off", words: 'Zero-knowledge proofs: "off", "prefer" or "require", for tenants that have not chosen. They are possible only with both settings below; docs/wallet.md, Zero-knowledge proofs.' },
  WALLET_ZK_CIRCUITS: { group: "Wallets", kind: "plain", words: "The circuits that count, by hash, the preferred one first. One that this version does not know: hash:version:num_attributes:block_enc_hash:block_enc_sig." },
  WALLET_ZK_VERIFIER_URL: { group: "Wallets", kind: "address", words: "The verifier, only on this machine, by its address and not as localhost: http://127.0.0.1:8888." },
  REQUEST_LOG_RETENTION_DAYS: { group: "Requests and webhooks", kind: "plain", example: "30", words: "Days that request log lines are kept." },
  WEBHOOK_ALLOW_LOOPBACK: { group: "Requests and webhooks", kind: "plain", example: "false", words: "Development only: webhooks may go to this machine, over http too, and to receivers whose certificate this CA (PEM file) signed. `npm start` sets the first to true, for the receiver that it runs." },
  WEBHOOK_EXTRA_CA_FILE: { group: "Requests and webhooks", kind: "plain", words: null },
  SMTP_URL: {
    group: "Mail and alerts",
    kind: "secret",
    words: "The mail server for invitations, alerts and notices of erasure requests: smtps://user:password@host (TLS from the start, port 465) or smtp://user:password@host (STARTTLS, port 587). Empty: no mail is sent, and invitations are links to pass on. `npm start` sets these for a mail server that it runs.",
  },
  SMTP_TLS: { group: "Mail and alerts", kind: "plain", example: "required", words: "STARTTLS with smtp://: required, or off for a mail server on this machine. With required, nothing is ever sent in clear text." },
  MAIL_FROM: { group: "Mail and alerts", kind: "plain", words: "The sender, also of the envelope, where a mail that could not be delivered comes back to: lintel@example.com or Lintel <lintel@example.com>. Goes with SMTP_URL." },
  MAIL_REPLY_TO: { group: "Mail and alerts", kind: "plain", words: "Where answers to mails go. Empty: only to the sender." },
  MAIL_EXTRA_CA_FILE: { group: "Mail and alerts", kind: "plain", words: "Certificates (PEM file) of your own CA, trusted only for the mail server; EXTRA_CA_FILE is for everything." },
  ALERT_EMAILS: { group: "Mail and alerts", kind: "plain", words: "Where alerts about the deployment go: addresses separated by commas, and a Slack incoming webhook (docs/alerts.md)." },
  ALERT_SLACK_URL: { group: "Mail and alerts", kind: "secret", words: null },
  ALERT_DATABASE_GIB: { group: "Mail and alerts", kind: "plain", words: "The size in GiB that the database may reach: from 90% of it, it is reported as nearly full." },
  CONSOLE_PROVIDER: {
    group: "Console",
    kind: "plain",
    words: "The provider that signs people in to the console: oidc (any OpenID Connect provider), google, microsoft or github. Empty: no one can sign in. `npm start` sets these five for a small provider that it runs. Its redirect address is <PUBLIC_URL>/api/auth/callback/oidc.",
  },
  CONSOLE_ISSUER: { group: "Console", kind: "plain", words: "The provider's issuer, exactly; for microsoft https://login.microsoftonline.com/<directory id>/v2.0; not needed for google; for github only with a GitHub Enterprise Server: https://github.example.com" },
  CONSOLE_CLIENT_ID: { group: "Console", kind: "plain", words: null },
  CONSOLE_CLIENT_SECRET: { group: "Console", kind: "secret", words: null },
  CONSOLE_AUDIENCE: { group: "Console", kind: "plain", words: "The audience of the provider's JWT access tokens. Empty: they are opaque (Google, Microsoft, GitHub). docs/console-sign-in.md" },
  CONSOLE_CLIENT_IDS: { group: "Console", kind: "plain", words: "Other clients of the provider whose access tokens for that audience may call the console's interface, separated by commas." },
  CONSOLE_SIGN_UP: { group: "Console", kind: "plain", words: "Whether a person's first sign-in without an invitation creates a tenant for them, once: on or off. Empty: off in production, on in development. While it is off, create tenants with POST /admin/tenants." },
  CONSOLE_SIGN_UP_DOMAINS: { group: "Console", kind: "plain", words: "With sign-up on, only for people whose verified e-mail address is in one of these domains: example.com,example.org. Each matches exactly, without its subdomains; write international ones as xn--…. Empty: everyone whom the provider signs in." },
  CONSOLE_CALLS_PER_MINUTE: { group: "Console", kind: "plain", example: "600", words: "Console calls that each member may make per minute before the answer is 429; a page makes about five." },
  CONSOLE_SIGN_INS_PER_MINUTE: { group: "Console", kind: "plain", example: "300", words: "Sign-in starts and returns from the provider that one IPv4 address or one IPv6 /64 may make per minute before the answer is 429; a sign-in makes two." },
  CONSOLE_SUPPORT_URL: { group: "Console", kind: "plain", words: 'Where the console\'s members find help from you: the "Support" entry in their menu, https or mailto. Empty: no such entry.' },
  OPERATORS: {
    group: "Console",
    kind: "plain",
    words:
      "The people who operate this deployment from /console/operator (docs/console-sign-in.md): e-mail addresses, which count only if the provider says that they are verified, and what the provider states about a person, as claim:name=value. Example: ada@example.com,claim:groups=lintel-operators. Empty: no one; /admin with ADMIN_KEYS works all the same.",
  },
  DEMO_WALLET_URL: { group: "Stand-ins", kind: "address", words: "Development only: the address of a running lab/demo-wallet, which pages of test keys then link to. `npm start` sets it to the one that it runs." },
  STRIPE_STAND_IN_URL: { group: "Stand-ins", kind: "address", words: "Development only: servers that speak the interfaces of Stripe Identity, Yoti and Didit, called in their place. `npm start` sets them to its own (docs/vendors.md)." },
  YOTI_STAND_IN_URL: { group: "Stand-ins", kind: "address", words: null },
  DIDIT_STAND_IN_URL: { group: "Stand-ins", kind: "address", words: null },
  STRIPE_METER_SECRET_KEY: { group: "Meters and exports", kind: "secret", words: "Usage for Stripe's meters (docs/exports.md): a restricted key that may write meter events, the event name of the meter of billed verifications and, optionally, that of those which an age key decided. Empty: nothing is reported." },
  STRIPE_METER_EVENT_NAME: { group: "Meters and exports", kind: "plain", words: null },
  STRIPE_METER_REUSED_EVENT_NAME: { group: "Meters and exports", kind: "plain", words: null },
  EXPORT_OTLP_ENDPOINT: {
    group: "Meters and exports",
    kind: "address",
    words: "Where workers push the audit trail and the request log (docs/exports.md). An OTLP collector over HTTP in JSON, to whose address /v1/logs is added, such as https://logs.example.com:4318; http only for this machine. Empty: nothing is pushed there.",
  },
  EXPORT_OTLP_HEADERS: { group: "Meters and exports", kind: "secret", words: "Headers for it, such as authorization=Bearer%20…: name=value, separated by commas, values percent-encoded." },
  EXPORT_SYSLOG_URL: { group: "Meters and exports", kind: "address", words: "A syslog server over TLS, such as tls://logs.example.com:6514. Empty: nothing is pushed there." },
  EXPORT_EXTRA_CA_FILE: { group: "Meters and exports", kind: "plain", words: "Certificates (PEM file) of your own CA, trusted only for these two; EXTRA_CA_FILE is for everything." },
  EXPORT_STREAMS: { group: "Meters and exports", kind: "plain", words: "What is pushed: audit, requests or both, separated by a comma. Empty: both." },
  OTEL_EXPORTER_OTLP_ENDPOINT: { group: "Telemetry and log", kind: "address", words: "The OpenTelemetry collector that gets traces and metrics, as OTLP over HTTP in JSON, for example http://localhost:4318. Empty: nothing is sent, and no part of OpenTelemetry is loaded. What is sent: docs/telemetry.md" },
  OTEL_EXPORTER_OTLP_HEADERS: { group: "Telemetry and log", kind: "secret", words: "Headers for the collector, such as authorization=Bearer%20…: name=value, separated by commas, values percent-encoded." },
  // A secret, because operators can write anything into it.
  OTEL_RESOURCE_ATTRIBUTES: { group: "Telemetry and log", kind: "secret", words: "More about this deployment for the collector, such as deployment.environment.name=production: name=value, separated by commas, names and values percent-encoded. All of it is sent, so write no secret." },
  OTEL_SERVICE_NAME: { group: "Telemetry and log", kind: "plain", words: "The service's name there. Empty: service.name of OTEL_RESOURCE_ATTRIBUTES, or lintel." },
  OTEL_TRACES_SAMPLER: { group: "Telemetry and log", kind: "plain", example: "parentbased_traceidratio", words: "Which requests and deliveries are traced: always_on, always_off, traceidratio, or one of these after parentbased_: then the caller's traceparent decides, where there is one. Metrics count everything." },
  OTEL_TRACES_SAMPLER_ARG: { group: "Telemetry and log", kind: "plain", example: "0.01", words: "The share that traceidratio takes, 0 to 1." },
  OTEL_METRIC_EXPORT_INTERVAL: { group: "Telemetry and log", kind: "plain", example: "60000", words: "Milliseconds between two exports of metrics." },
  LOG_LEVEL: { group: "Telemetry and log", kind: "plain", example: "info", words: "debug, info, warn, error or silent; JSON lines on standard error." },
};

const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** In the order of the table. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter(isSettingName);
