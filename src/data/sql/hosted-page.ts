import { columnsOf, statement } from "./statement.ts";
import { VERIFICATION } from "./tables.ts";

// Hot: each request of a hosted page begins with one of these, and reads none of it again.

// Services do not see the excluded columns: data/verifications/verifications.ts.
const {
  secretHash,
  ipHash,
  checkingUntil,
  readingKeyHash,
  readingUntil,
  refusedKeyHash,
  refusedAs,
  voucherTries,
  assurance,
  redactedAt,
  ...SHOWN
} = VERIFICATION;

const TENANT = {
  name: "text",
  displayName: "text?",
  brandColour: "text?",
  supportUrl: "text?",
  callbackHosts: "texts",
  returnWith: "returnWith",
  acceptVisas: "boolean",
  walletProofs: "walletProofs?",
  documentReuseDays: "int?",
  documentReuseLimit: "int",
  resultRetentionDays: "int?",
  complaintUrl: "text?",
  tokenTtlSeconds: "int",
} as const;

// No column name is in both lists above, so one row holds the verification and the tenant.
const COLUMNS = {
  ...SHOWN,
  ...TENANT,
  /** "first" or "phone". */
  device: "text",
  logo: "bytes?",
  /**
   * The identity providers and vendors that its methods name, or, in test mode, all those for tests; null:
   * none.
   */
  providers: "json",
  handoffId: "text?",
  handoffCodeHash: "bytes?",
  handoffFrom: "time?",
  handoffUntil: "time?",
  handoffOpenedAt: "time?",
  handoffEndedAt: "time?",
  fruitlessAnswers: "int",
  vendorAnswers: "int",
  /** Present if a policy applies: see core/policy/progress.ts. */
  history: "json",
  /** In decimal: a bigint. */
  trustVersion: "text",
  walletCertificateUntil: "time?",
  /** For a page that is drawn: what is stored beside it (core/practice/page-facts.ts). */
  keptElsewhere: "json",
} as const;

/**
 * What was tried under a policy, by the verification `v` and by others of the same person; without a policy
 * it is null, and nothing is read.
 */
const HISTORY = `case when v.policy_id is not null then (
    with person as (select o.verification_id, o.closed_methods, o.expires_at from subject_use s
        join subject_use o on o.tenant_id = s.tenant_id and o.hash = s.hash where s.verification_id = v.id),
      related as (select v.id as verification_id union select verification_id from person)
    select jsonb_build_object(
      'tries', coalesce((select jsonb_agg(jsonb_build_object('method', a.method, 'finding', a.finding, 'at', a.created_at,
          'isOwn', a.verification_id = v.id) order by a.created_at)
        from related join method_attempt a using (verification_id)), '[]'),
      'closed', coalesce((select jsonb_agg(jsonb_build_object('methods', closed_methods, 'until', expires_at))
        from person where closed_methods <> '{}'), '[]'),
      'busyUntil', (select max(other.checking_until) from person join verification other on other.id = person.verification_id
        where other.id <> v.id),
      'isNamed', exists (select from person))) end`;

/** Only a page that is drawn reads it; a state that is polled does not. A vendor's row goes once its copy is erased. */
const KEPT_ELSEWHERE = `case when $2 then jsonb_build_object(
      'hasMark', exists (select from document_use d where d.verification_id = v.id),
      'hasPerson', exists (select from subject_use s where s.verification_id = v.id),
      'hasAddress', v.ip_hash is not null,
      'vendors', (select coalesce(jsonb_agg(distinct seen.method), '[]') from (
        select 'vendor:' || w.kind as method from vendor_session s join vendor w on w.id = s.vendor_id
          where s.verification_id = v.id
        union select a.method from method_attempt a where a.verification_id = v.id and a.method like 'vendor:%') seen)) end`;

/** @param asked gives `verification_id` and, for a phone, `handoff_id`; $2 says whether the page is drawn, with its logo */
const textFor = (asked: string): string => `with asked as (${asked})
  select ${columnsOf("v", SHOWN)}, ${columnsOf("t", TENANT)},
    case when asked.handoff_id is null then 'first' else 'phone' end as device,
    case when $2 then t.logo end as logo,
    (select jsonb_agg(jsonb_build_object('id', p.id, 'method', p.method, 'name', p.name, 'country', p.country, 'preset', p.preset) order by p.id)
      from (select id, 'oidc:' || slug as method, name, country, preset from identity_provider
          where tenant_id = v.tenant_id and is_active and mode = v.mode
        union all select id, 'vendor:' || kind, name, null, null from vendor
          where tenant_id = v.tenant_id and is_active and mode = v.mode) p
      where v.mode = 'test' or p.method = any (v.methods)) as providers,
    h.id as "handoffId", h.code_hash as "handoffCodeHash", h.created_at as "handoffFrom", h.expires_at as "handoffUntil",
    h.opened_at as "handoffOpenedAt", h.ended_at as "handoffEndedAt",
    (select coalesce(sum(w.attempts) + count(w.declined_at), 0)::int from wallet_transaction w
      where w.verification_id = v.id and w.channel in ('qr', 'link')) as "fruitlessAnswers",
    (select count(*)::int from vendor_session s where s.verification_id = v.id and s.ended_at is not null)
      as "vendorAnswers",
    ${HISTORY} as history,
    coalesce((select version from trust_version where id = 1), 0)::text as "trustVersion",
    (select c.valid_until from wallet_certificate c where c.tenant_id = v.tenant_id and c.retired_at is null)
      as "walletCertificateUntil",
    ${KEPT_ELSEWHERE} as "keptElsewhere"
  from asked join verification v on v.id = asked.verification_id join tenant t on t.id = v.tenant_id
    left join lateral (select * from handoff where verification_id = v.id
      and case when asked.handoff_id is null then ended_at is null else id = asked.handoff_id end
      order by id desc limit 1) h on true`;

/** The page with a secret. $1 the secret's hash, $2 whether it is drawn */
export const HOSTED_PAGE = statement({
  name: "hosted_page",
  parameters: ["bytes", "boolean"],
  columns: COLUMNS,
  text: textFor(`select id as verification_id, null as handoff_id from verification where secret_hash = $1
    union all select verification_id, id from handoff where phone_secret_hash = $1`),
});

/** The first device's page. $1 verification, $2 whether it is drawn, $3 tenant */
export const HOSTED_PAGE_OF = statement({
  name: "hosted_page_of",
  parameters: ["text", "boolean", "text"],
  columns: COLUMNS,
  text: textFor(
    "select id as verification_id, null::text as handoff_id from verification where id = $1 and tenant_id = $3",
  ),
});

/**
 * The progress of a verification under its policy, read again before and after evidence is examined. $1
 * verification
 */
export const POLICY_PROGRESS = statement({
  name: "policy_progress",
  parameters: ["text"],
  columns: { othersAskedAt: "time?", closedMethods: "texts", history: "json" },
  text: `select v.others_asked_at as "othersAskedAt", v.closed_methods as "closedMethods", ${HISTORY} as history
    from verification v where v.id = $1`,
});
