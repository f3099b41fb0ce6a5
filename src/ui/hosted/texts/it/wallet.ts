import type { Texts } from "../en/index.ts";

/** Proving an age with a wallet. */
export const wallet = {
  wallet: {
    method: {
      name: "Un wallet sul telefono",
      needs: "L’app europea per la verifica dell’età, o una patente nel tuo wallet",
      time: "Meno di un minuto",
      where: "Solo un sì o un no esce dal tuo wallet. Nessun’altra azienda partecipa.",
    },
    heading: "Usa un wallet sul telefono",
    about:
      "Il tuo wallet risponde a una sola domanda: hai {age} anni o più, sì o no. Il nome, la data di nascita e il resto rimangono a te.",
    browser: {
      button: "Continua con un wallet",
      about: "Questo browser interroga i wallet che conosce, su questo dispositivo o sul telefono.",
      waiting: "In attesa del tuo wallet …",
      checking: "Controllo della risposta …",
    },
    apps: { eu: "App europea per la verifica dell’età", openid4vp: "Un’altra app wallet" },
    link: {
      start: "Apri un’app su questo dispositivo",
      heading: "Continua nell’app",
      open: "Apri l’app",
      what: "Dai il consenso lì; poi l’app ti riporta in questo browser.",
      nothing:
        "Non succede nulla? Allora questo dispositivo non ha una simile app. Scegli un altro modo qui sotto.",
    },
    qr: {
      start: "Mostra un codice per il mio telefono",
      heading: "Scansiona questo codice con il telefono",
      alt: "Codice QR per la tua app wallet",
      what: "Usa la fotocamera del telefono o l’app wallet e dai il consenso lì. Poi questa pagina va avanti da sola.",
      reload: "Senza JavaScript: guarda se la risposta è arrivata",
    },
    again: "O un’altra via verso il tuo wallet",
    demo: {
      text: "Modalità di prova: niente telefono a portata di mano?",
      link: "Rispondi con il wallet dimostrativo",
    },
    tryTest: "Prova un wallet con una credenziale di prova",
    problems: {
      WALLET_DECLINED: {
        title: "Il wallet è stato chiuso",
        what: "Non è stato condiviso nulla, e questo non conta come tentativo.",
        next: "Interroga di nuovo il wallet, o scegli un altro modo qui sotto.",
      },
      WALLET_NOT_FOUND: {
        title: "Questo browser non ha raggiunto alcun wallet",
        what: "Forse su questo dispositivo non ce n’è, o non contiene nulla che dimostri la tua età.",
        next: "Prova uno degli altri modi qui sotto.",
      },
      WALLET_REFUSED: {
        title: "La risposta del wallet non è utilizzabile",
        what: "La prova dell’età è scaduta, viene da qualcuno che qui non è riconosciuto, o era per un’altra richiesta.",
        next: "Riprova con un’altra prova dell’età, o scegli un altro modo qui sotto.",
      },
    },
    privacy: {
      brief: "Solo un sì o un no esce dal tuo wallet. {tenant} non vede mai il tuo wallet.",
      deleted: {
        term: "Scartata subito",
        text: "La risposta firmata stessa, con tutto ciò che permetterebbe di riconoscere te o il tuo dispositivo.",
      },
      kept: {
        term: "Conservato qui",
        text: "La risposta ({age} anni o più, oppure no), il tipo di credenziale, chi ne garantisce e l’ora.",
      },
      learns: { text: "La risposta, il tipo di credenziale e l’ora." },
      nobody: {
        text: "Chi ha emesso la credenziale non viene a sapere di questa verifica, e questa pagina non carica nulla da altrove.",
      },
    },
    elsewhere: {
      title: "Continua dove hai iniziato",
      text: "Il tuo wallet ha aperto un browser diverso da quello della verifica. Qui non è stato deciso nulla.",
      next: "Torna al browser in cui hai iniziato e apri di nuovo l’app da lì. Un codice QR funziona tra dispositivi diversi.",
    },
  },
} satisfies Pick<Texts, "wallet">;
