/** A published source. Several are a law firm's, a vendor's or the press's summary, as their titles say. */
export type Source = {
  title: string;
  /** As precisely as the source says: `2025`, `2025-09` or `2025-09-18`; null if it has no date. */
  dated: string | null;
  /** The address where it was read. */
  at: string;
};

// What the packs and the table of regulators' lists are taken from. Official texts where they were at hand.

export const OFCOM_PAGE: Source = {
  title: "Ofcom: online pornography and highly effective age assurance",
  dated: "2025",
  at: "https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content/online-pornography",
};

export const OFCOM_SUMMARY: Source = {
  title: "Lewis Silkin, summary: Ofcom publishes its final age assurance guidance",
  dated: "2025-01-16",
  at: "https://www.lewissilkin.com/en/insights/2025/01/16/a-new-age-ofcom-publishes-final-version-of-age-assurance-guidance-102ju6k",
};

export const OFCOM_KINDS: Source = {
  title: "Biometric Update, report: the kinds of age assurance in Ofcom's guidance",
  dated: "2025-01",
  at: "https://www.biometricupdate.com/202501/ofcom-publishes-highly-anticipated-age-assurance-statement",
};

export const OFCOM_EMAIL: Source = {
  title: "Wiggin, summary: Ofcom publishes guidance on age assurance",
  dated: null,
  at: "https://wiggin.eu/insight/age-assurance-ofcom-publishes-guidance",
};

export const OFCOM_IDENTITY: Source = {
  title: "Regula, a vendor's summary: highly effective age assurance in the United Kingdom",
  dated: null,
  at: "https://regulaforensics.com/blog/uk-age-assurance-regulations/",
};

export const OFCOM_REFUSES: Source = {
  title: "Lewis Silkin, summary: the joint statement of Ofcom and the ICO",
  dated: "2026-03-26",
  at: "https://www.lewissilkin.com/en/insights/2026/03/26/another-milestone-in-drive-for-increased-age-assurance-reached-as-ofcom-and-ico-i-102mo76",
};

export const ARCOM_SUMMARY: Source = {
  title: "Legal Planet, summary: ARCOM's technical standard",
  dated: "2024",
  at: "https://legalplanet.pro/sites-pornographiques-les-nouvelles-modalites-de-verification-de-lage",
};

export const ARCOM_VENDOR: Source = {
  title: "Didit, a vendor's summary: ARCOM's requirements and double anonymity",
  dated: "2025-09-22",
  at: "https://didit.me/fr/blog/age-verification-in-france",
};

export const ARCOM_WALLET: Source = {
  title: "Archipels, a vendor's summary: proof of majority from a wallet under ARCOM's standard",
  dated: null,
  at: "https://archipels.io/post/preuve-majorite-sites-web",
};

export const ARCOM_CARD: Source = {
  title: "Xident, a vendor's summary: ARCOM's standard since April 2025",
  dated: null,
  at: "https://xident-website.pages.dev/blog/how-xident-meets-france-arcom-age-verification-standard",
};

export const ARCOM_STATED: Source = {
  title: "Unissey, a vendor's summary: ARCOM's standard",
  dated: "2024-11-12",
  at: "https://unissey.com/blog/quest-ce-que-le-referentiel-de-larcom-sur-la-verification-de-lage",
};

export const KJM_PAGE: Source = {
  title: "KJM: age verification systems",
  dated: null,
  at: "https://www.kjm-online.de/aufsicht/technischer-jugendmedienschutz/unzulaessige-angebote/altersverifikationssysteme/",
};

export const KJM_IN_PERSON: Source = {
  title: "KJM, glossary: Post Ident",
  dated: null,
  at: "https://www.kjm-online.de/service/glossar/ausdruck/post-ident-verfahren/",
};

export const KJM_MATCHING: Source = {
  title: "Medienanstalt Mecklenburg-Vorpommern, release of the KJM: first modules with automated identification",
  dated: "2020-03-13",
  at: "https://medienanstalt-mv.de/aktuelles/medieninformation/5098-erstmals-module-zur-altersverifikation-mit-automatisierter-identifizierung-positiv-bewertet.html",
};

export const KJM_IDENTITY: Source = {
  title: "KJM, release: Altersverifikation @ VERIMI",
  dated: "2019-01-24",
  at: "https://www.kjm-online.de/presse/pressemitteilungen/altersverifikation-verimi-kjm-bewertet-weiteres-konzept-zur-altersverifikation-positiv/",
};

export const KJM_2025: Source = {
  title: "KJM, release: further age verification systems (AgeVerif, Ver.iD, VOVE ID)",
  dated: "2025-11-04",
  at: "https://www.kjm-online.de/pressemitteilungen/kjm-bewertet-weitere-altersverifikationssysteme-positiv-2-1/",
};

export const KJM_OPERATOR: Source = {
  title: "pressetext, report: the KJM on four age verification systems",
  dated: "2025-09-01",
  at: "https://www.pressetext.com/news/kjm-goutiert-vier-altersverifikationssysteme.html",
};

export const KJM_ACCOUNT: Source = {
  title: "Verifeye, a vendor's release: the KJM on its modules with video and bank account",
  dated: null,
  at: "https://verifeye.online/kommission-fur-jugendmedienschutz-bewertet-altersverifikationssystem-von-verifeye-online-positiv",
};

export const AGCOM_APPS: Source = {
  title: "Quotidiano Nazionale, report: AGCOM's rules apply from 12 November",
  dated: "2025-10-31",
  at: "https://www.quotidiano.net/ultimaora/dal-12-novembre-verifica-delleta-df0ee4df",
};

export const AGCOM_THIRD: Source = {
  title: "IusGate, summary: AGCOM's resolution 96/25/CONS",
  dated: null,
  at: "https://www.iusgate.com/delibera-agcom-96-25-cons-nuove-regole-per-la-verifica-delleta-online",
};

export const AGCOM_SPID: Source = {
  title: "Macitynet, report: what AGCOM's resolution says of SPID",
  dated: "2025-05",
  at: "https://www.macitynet.it/modalita-tecniche-verifica-maggiore-eta-siti-per-adulti/",
};

export const AGCOM_STATED: Source = {
  title: "Intesa, a vendor's summary: AGCOM's rules",
  dated: "2025-12-15",
  at: "https://www.intesa.it/verifica-eta-online-cosa-prevede-il-nuovo-regolamento-agcom",
};

export const DSA_POLICY_ALERT: Source = {
  title: "Digital Policy Alert, summary: the Commission's guidelines on the protection of minors",
  dated: "2025-07-14",
  at: "https://digitalpolicyalert.org/event/31906-european-commission-adopted-guidelines-to-enforce-protection-of-minors-online-under-digital-services-act-including-age-verification-requirements",
};

export const DSA_SUMMARY: Source = {
  title: "EU Digital Law, summary: the guidelines as published in OJ C/2025/5519",
  dated: "2025-10-10",
  at: "https://eudigitallaw.com/new-commission-guidelines-on-age-assurance-and-minors-protections-under-the-dsa",
};

export const DSA_DEFINITIONS: Source = {
  title: "European Commission, age verification portal: definitions of the Recommendation",
  dated: null,
  at: "https://ageverification.dev/Definitions/",
};

export const ESAFETY_SUMMARY: Source = {
  title: "Corrs Chambers Westgarth, summary: eSafety's regulatory guidance",
  dated: "2025-09-18",
  at: "https://www.corrs.com.au/insights/under-16-social-media-ban-esafety-commissioners-regulatory-guidelines",
};

export const ESAFETY_WATERFALL: Source = {
  title: "Allens, summary: the waterfall of methods and the trial of age assurance technology",
  dated: "2025-09",
  at: "https://www.allens.com.au/insights-news/insights/2025/09/towards-a-waterfall-model-insights-from-esafetys-consultation-and-the-age-assurance-technology-trial",
};

export const ESAFETY_DOCUMENTS: Source = {
  title: "Biometric Update, report: Australia's regulatory guidance",
  dated: "2025-09-16",
  at: "https://www.biometricupdate.com/202509/australia-clarifies-online-age-check-expectations-with-regulatory-guidance",
};

export const ESAFETY_STATED: Source = {
  title: "Particle, report: Australia's rules for the under-16 ban",
  dated: null,
  at: "https://particle.news/story/australia-sets-final-rules-for-under16-social-media-ban-requiring-reasonable-steps-from-platforms",
};

export const NEW_YORK_NOTICE: Source = {
  title: "Attorney General of New York: protecting children online, notice of proposed rules",
  dated: "2025-09-15",
  at: "https://ag.ny.gov/resources/individuals/consumer-issues/technology/protecting-children-online",
};

export const NEW_YORK_VENDOR: Source = {
  title: "k-ID, a vendor's summary: the proposed rules",
  dated: "2025",
  at: "https://product.k-id.com/p/solving-youth-compliance-new-york",
};

export const NEW_YORK_REPORT: Source = {
  title: "WAMC, report: the methods in New York's proposed rules",
  dated: "2025-09-15",
  at: "https://www.wamc.org/2025-09-15/tiktok-instagram-may-request-selfie-to-verify-age-under-proposed-ny-rules",
};

export const BRAZIL_REPORT: Source = {
  title: "Convergência Digital, report: ANPD on checking ages",
  dated: "2025",
  at: "https://convergenciadigital.com.br/governo/anpd-afericao-de-idade-sera-requisito-estrutural-do-ecossistema-digital",
};

export const BRAZIL_SUMMARY: Source = {
  title: "HRSA, a law firm's summary: ECA Digital for platforms, apps and games",
  dated: null,
  at: "https://hrsa.com.br/artigo/eca-digital-sancionado-ajustes-para-plataformas-apps-e-jogos",
};

export const BRAZIL_ACT: Source = {
  title: "Law 15.211/2025 (ECA Digital), Article 9",
  dated: "2025-09-17",
  at: "https://jurishand.com/lei-15211-de-17-setembro-2025/artigo-9/paragrafo-2",
};

export const ANPD_GUIDANCE: Source = {
  title: "Agência Estado, report: ANPD's preliminary guidance",
  dated: "2026-03-20",
  at: "https://gmconline.com.br/?p=5786347",
};
