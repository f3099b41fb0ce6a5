import type { Texts } from "../en/index.ts";

/** What happened, and what helps. */
export const problems = {
  attempts: {
    one: "Puoi provare ancora una volta.",
    other: "Puoi provare ancora {count} volte.",
  },
  notAnAttempt: "Questo non conta come tentativo.",
  problems: {
    generic: {
      title: "Qualcosa non ha funzionato da parte nostra",
      what: "Non è stato verificato nulla.",
      next: "Riprova tra un momento.",
    },
    findings: {
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "La foto è sfocata",
        what: "Le lettere e le linee sottili si confondono.",
        next: "Tieni fermo il telefono, tocca le righe <<< o il codice a barre per mettere a fuoco e scatta di nuovo la foto.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "Un riflesso copre parte del documento",
        what: "La luce si riflette sul documento e nasconde ciò che c’è sotto.",
        next: "Spegni il flash e inclina un po’ il documento finché non brilla più nulla.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "Il documento è troppo piccolo nella foto",
        what: "Le lettere e le linee sono troppo sottili per distinguerle.",
        next: "Avvicinati finché il documento riempie l’immagine e invia la foto originale, non uno screenshot.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "La foto è troppo scura",
        what: "C’è troppa poca luce per leggerla.",
        next: "Accendi una luce o avvicinati a una finestra e scatta di nuovo la foto.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "La foto non è abbastanza chiara",
        what: "La parte che leggiamo non si vedeva bene.",
        next: "Usa una luce uniforme, tieni fermo il telefono e fai riempire l’immagine al documento.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Non siamo riusciti a leggere il documento",
        what: "Abbiamo trovato le sue righe o il suo codice a barre, ma alcune parti sono coperte, tagliate, piegate o consumate.",
        next: "Appoggialo in piano, tieni le righe <<< o tutto il codice a barre nell’immagine e scatta di nuovo la foto.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Le righe del documento non tornano",
        what: "Abbiamo letto le righe di lettere e <<<, ma le loro cifre di controllo sono sbagliate.",
        next: "Controlla che nulla copra le righe. Se succede ancora, usa un altro documento.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Non abbiamo trovato nulla da leggere",
        what: "L’immagine non mostra né le righe di lettere e <<< di un passaporto o di una carta d’identità, né il largo codice a barre di una patente.",
        next: "Prova con la pagina con la foto del passaporto, o gira la carta: spesso entrambi sono sul retro.",
      },
      DOCUMENT_EXPIRED: {
        title: "Questo documento non è più valido",
        what: "La sua data di scadenza è passata, quindi qui non si può usare.",
        next: "Usa un altro documento ancora valido.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "Non possiamo usare questo tipo di documento",
        what: "Vanno bene i passaporti, le carte d’identità con le righe <<< e le patenti degli Stati Uniti e del Canada.",
        next: "Usa uno di questi.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "Non siamo riusciti ad aprire questo file",
        what: "Non è un’immagine JPEG, PNG, WebP, HEIC o AVIF, oppure è danneggiata.",
        next: "Scegli una foto in uno di questi formati o scattane una nuova.",
      },
      IMAGE_TOO_LARGE: {
        title: "L’immagine è troppo grande",
        what: "Accettiamo fino a 12 MB e 50 megapixel.",
        next: "Scatta la foto con una risoluzione più bassa, o ritagliala sul documento.",
      },
      METHOD_FAILED: {
        title: "La verifica si è interrotta",
        what: "Qualcosa non ha funzionato da parte nostra. Non dipende da te né dalla tua foto.",
        next: "Riprova.",
      },
    },
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "Stiamo ancora verificando la tua foto",
        what: "Stiamo leggendo quella che hai inviato prima.",
        next: "Aspetta un momento: questa pagina mostrerà il risultato da sola.",
      },
      SERVICE_UNAVAILABLE: {
        title: "In questo momento qui ci sono molte persone",
        what: "La tua foto non è stata verificata, e questo non conta come tentativo.",
        next: "Riprova tra qualche secondo.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "Il file è troppo grande",
        what: "Accettiamo immagini fino a 12 MB. Questo non conta come tentativo.",
        next: "Scegline una più piccola, o scatta la foto con una risoluzione più bassa.",
      },
      INVALID_REQUEST_BODY: {
        title: "Non è arrivata nessuna foto",
        what: "Il modulo è arrivato senza immagine. Questo non conta come tentativo.",
        next: "Scegli prima una foto, poi inviala.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "Troppe volte di seguito",
        what: "Non si è perso nulla, e questo non conta come tentativo.",
        next: "Aspetta qualche minuto, o continua con questo dispositivo.",
      },
      METHOD_UNAVAILABLE: {
        title: "Questo modo qui non è disponibile",
        what: "La verifica si può fare solo in un altro modo.",
        next: "Scegli uno dei modi in questa pagina.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "Questa verifica è già terminata",
        what: "Non si può inviare altro.",
        next: "Questa pagina mostra com’è finita.",
      },
      NETWORK: {
        title: "La connessione si è interrotta",
        what: "La tua foto non ci è arrivata. Questo non conta come tentativo.",
        next: "Controlla la connessione e inviala di nuovo.",
      },
    },
  },
} satisfies Partial<Texts>;
