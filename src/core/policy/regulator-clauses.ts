import type { ProofKind } from "./proof-kind.ts";
import type { Regulator, SAYS } from "./regulators.ts";
import * as sources from "./sources.ts";

// Where each line of regulators.ts is from: a line without its clause does not compile, nor a clause without its line.

export type Clause = {
  /** How the source names it, and on what condition. */
  words: string;
  source: sources.Source;
};

/** What each list is, and which services it is about. */
export const LIST_IS: Readonly<Record<Regulator, string>> = {
  ofcom: "United Kingdom: kinds capable of being highly effective, by the guidance of January 2025",
  arcom: "France: the standard for sites with pornography, of October 2024; it names no closed list",
  kjm: "Germany: closed groups of adults, by the KJM’s criteria and the systems that it rated",
  agcom: "Italy: resolution 96/25/CONS; its summaries disagree on documents and on estimates",
  commission: "European Union: guidelines on Article 28 of the Digital Services Act, for services from 18",
  esafety: "Australia: regulatory guidance on the social media minimum age",
  new_york: "New York: proposed rules under the SAFE for Kids Act",
  anpd: "Brazil: ECA Digital and the preliminary guidance; a list is not published yet",
};

const by = (words: string, source: sources.Source): Clause => ({ words, source });

const CAPABLE = "capable of being highly effective";
const FREE_CHOICE = "sites choose their methods by the standard; one of them has to be double-blind";
const BY_THIRD_PARTY = "issued by a third party that knows the person and does not learn the site";
const NEVER_ALONE = "a government’s ID is never the only method";
const ALTERNATIVE = "with at least one other method, tested for accuracy";

/** Null: nothing is listed. */
export const CLAUSES: {
  readonly [Name in Regulator]: {
    readonly [Kind in ProofKind]: (typeof SAYS)[Name][Kind] extends null ? null : Clause;
  };
} = {
  ofcom: {
    photo_id: null,
    photo_id_matching: by(`${CAPABLE}: photo-ID matching`, sources.OFCOM_KINDS),
    wallet: by(`${CAPABLE}: digital identity services`, sources.OFCOM_IDENTITY),
    identity_provider: by(`${CAPABLE}: digital identity services`, sources.OFCOM_IDENTITY),
    in_person: null,
    face_estimation: by(`${CAPABLE}: facial age estimation`, sources.OFCOM_KINDS),
    credit_card: by(`${CAPABLE}: credit cards, not debit cards`, sources.OFCOM_KINDS),
    mobile_operator: by(`${CAPABLE}: mobile network operators`, sources.OFCOM_KINDS),
    open_banking: by(`${CAPABLE}: open banking`, sources.OFCOM_KINDS),
    email_estimation: by(`${CAPABLE}: estimates from e-mail addresses`, sources.OFCOM_EMAIL),
    self_declared: by("ticked boxes and stated ages are not effective", sources.OFCOM_REFUSES),
    repeated: null,
  },
  arcom: {
    photo_id: null,
    photo_id_matching: by("with a check that the person is alive and there", sources.ARCOM_VENDOR),
    wallet: by(FREE_CHOICE, sources.ARCOM_WALLET),
    identity_provider: null,
    in_person: null,
    face_estimation: by(FREE_CHOICE, sources.ARCOM_SUMMARY),
    credit_card: by("accepted only until April 2025", sources.ARCOM_CARD),
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: by("a ticked box or a typed birth date is not a reliable check", sources.ARCOM_STATED),
    repeated: null,
  },
  kjm: {
    photo_id: by("a number or a copy of an ID identifies no person", sources.KJM_IN_PERSON),
    photo_id_matching: by("automated identification that compares the face", sources.KJM_MATCHING),
    wallet: null,
    identity_provider: by("after an identification, with two factors", sources.KJM_IDENTITY),
    in_person: by("identification face to face, with an official ID", sources.KJM_IN_PERSON),
    face_estimation: by("estimates of 25 or over only", sources.KJM_2025),
    credit_card: by("where it rests on an earlier face-to-face check", sources.KJM_2025),
    mobile_operator: by("with a check of the ID and of a live face", sources.KJM_OPERATOR),
    open_banking: by("with the ID and a selfie compared", sources.KJM_ACCOUNT),
    email_estimation: null,
    self_declared: by("step 1: a person is identified", sources.KJM_PAGE),
    repeated: by("step 2: authentication at each use, after an identification", sources.KJM_2025),
  },
  agcom: {
    photo_id: null,
    photo_id_matching: null,
    wallet: by("apps such as digital identity wallets", sources.AGCOM_APPS),
    identity_provider: by("not where it learns the site, as SPID does", sources.AGCOM_SPID),
    in_person: null,
    face_estimation: null,
    credit_card: null,
    mobile_operator: by(BY_THIRD_PARTY, sources.AGCOM_THIRD),
    open_banking: by(BY_THIRD_PARTY, sources.AGCOM_THIRD),
    email_estimation: null,
    self_declared: by("a statement by the person is no longer enough", sources.AGCOM_STATED),
    repeated: null,
  },
  commission: {
    photo_id: null,
    photo_id_matching: by("where it gives a high degree of certainty", sources.DSA_DEFINITIONS),
    wallet: by("EU Digital Identity Wallets and the EU age verification app", sources.DSA_POLICY_ALERT),
    identity_provider: by("notified electronic identification", sources.DSA_DEFINITIONS),
    in_person: null,
    face_estimation: by("an audited estimate counts only at lower risk", sources.DSA_POLICY_ALERT),
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: by("stating an age does not protect enough", sources.DSA_POLICY_ALERT),
    repeated: null,
  },
  esafety: {
    photo_id: by(NEVER_ALONE, sources.ESAFETY_DOCUMENTS),
    photo_id_matching: by(NEVER_ALONE, sources.ESAFETY_DOCUMENTS),
    wallet: null,
    identity_provider: null,
    in_person: null,
    face_estimation: by("one of several methods, one after the other", sources.ESAFETY_SUMMARY),
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: by("platforms cannot rely on stated birthdays", sources.ESAFETY_STATED),
    repeated: null,
  },
  new_york: {
    photo_id: by(ALTERNATIVE, sources.NEW_YORK_REPORT),
    photo_id_matching: by(ALTERNATIVE, sources.NEW_YORK_REPORT),
    wallet: null,
    identity_provider: null,
    in_person: null,
    face_estimation: by("from a selfie or a video, tested for accuracy", sources.NEW_YORK_REPORT),
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: by("a confirmed address, tested for accuracy", sources.NEW_YORK_REPORT),
    self_declared: null,
    repeated: null,
  },
  anpd: {
    photo_id: null,
    photo_id_matching: null,
    wallet: by("a zero-knowledge proof is called the gold standard", sources.ANPD_GUIDANCE),
    identity_provider: null,
    in_person: null,
    face_estimation: null,
    credit_card: null,
    mobile_operator: null,
    open_banking: null,
    email_estimation: null,
    self_declared: by("Article 9 § 1 forbids stated ages", sources.BRAZIL_ACT),
    repeated: null,
  },
};
