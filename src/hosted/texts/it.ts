import type { Texts } from "./en.ts";

/** Italian. A part that is not translated yet is in English. */
export const it: Texts = {
  // The frame around every screen, and the pages outside a verification.
  frame: {
    by: "Verifica dell’età di",
    support: "Assistenza di {tenant}",
    language: "Lingua",
  },
  test: {
    badge: "Modalità di prova",
    about: "Non avviene nessuna vera verifica e non viene addebitato nulla. Scegli che cosa deve succedere:",
    bar: "Questa pagina è stata aperta con una chiave di prova.",
    outcomes: {
      approve: {
        name: "Approva",
        about: "La persona ha l’età richiesta.",
      },
      under_age: {
        name: "Troppo giovane",
        about: "Alla persona manca un anno.",
      },
      poor_document: {
        name: "Foto scadente",
        about: "La foto è sfocata; consuma un tentativo.",
      },
      provider_error: {
        name: "Guasto tecnico",
        about: "Il metodo si interrompe; consuma un tentativo.",
      },
      expire: {
        name: "Scadenza",
        about: "Il tempo finisce adesso.",
      },
    },
  },
  broken: {
    title: "Non è stato possibile mostrare questa pagina",
    text: "Qualcosa non ha funzionato da parte nostra. Non è stato deciso nulla, e nulla di ciò che hai già inviato è andato perso.",
    reference: "Se contatti l’assistenza, indica",
    again: "Riprova",
  },
  missing: {
    title: "Questa pagina non esiste",
    text: "L’indirizzo potrebbe essere incompleto o non più valido. Se un sito ti ha mandato qui per verificare l’età, torna lì e ricomincia.",
  },

  // The first screen.
  start: {
    title: "{tenant} ti chiede di dimostrare che hai almeno {age} anni",
    lead: "Nulla comincia prima che tu prema un pulsante.",
    choose: "Scegli come vuoi dimostrarlo",
    onlyWay: "Come funziona",
    otherWay: "Scegli un altro modo",
    back: "Torna all’inizio",
    cancel: "Non voglio farlo",
    noWay: "Al momento qui non si può usare nessun modo per dimostrare la tua età. Torna su {tenant} e chiedine un altro.",
    others: "Non posso usare nessuno di questi",
    wayClosed: "Non puoi più usare quel modo in questa verifica. Scegline un altro.",
  },
  methods: {
    document: {
      name: "Foto di un documento",
      needs: "Un passaporto, una carta d’identità o una patente degli Stati Uniti o del Canada",
      time: "Circa un minuto",
      where: "Viene letta su questo server e cancellata subito. Nessun’altra azienda la vede.",
    },
    unknown: "Un altro modo",
    quoted: "«{name}»",
  },
  privacy: {
    brief: "La tua foto viene letta su questo server e cancellata subito. {tenant} non la vede mai.",
    more: "Che cosa viene conservato e chi viene a sapere che cosa",
    deletedTerm: "Cancellato subito",
    deleted: "La foto, il tuo nome, la tua data di nascita e il numero del documento.",
    keptTerm: "Conservato qui",
    learnsTerm: "{tenant} viene a sapere",
    nobodyTerm: "Nessun altro",
    nobody: "Nessun’altra azienda è coinvolta, e questa pagina non carica nulla da altri siti.",
  },

  /** What the tenant learns and what is kept, by the check: core/practice/page-facts.ts chooses the sentences. */
  facts: {
    learns: {
      only: "{tenant} viene a sapere soltanto se hai almeno {age} anni",
      years: "{tenant} viene a sapere se hai almeno {age} anni e, se la prova lo indica, la tua età in anni",
      ages: "{tenant} viene a sapere soltanto quali di queste età raggiungi: {ages}",
      agesAndYears: "{tenant} viene a sapere quali di queste età raggiungi ({ages}) e, se la prova lo indica, la tua età in anni",
      how: "E anche come e quando l’hai dimostrato. Non inviamo il tuo nome, la tua data di nascita né alcuna foto.",
      when: "E anche quando l’hai dimostrato, ma non come. Non inviamo il tuo nome, la tua data di nascita né alcuna foto.",
    },
    shown: "Ciò che mostri qui viene cancellato subito dopo la verifica",
    mark: { one: "Del tuo documento resta solo un’impronta, per {count} giorno", other: "Del tuo documento resta solo un’impronta, per {count} giorni" },
    markAbout: "L’impronta indica a {tenant} se lo stesso documento viene usato di nuovo. È calcolata con una chiave segreta e non permette di leggere nulla del documento.",
    until: "Conservato finché {tenant} non lo cancella:",
    days: { one: "Conservato al massimo per {count} giorno:", other: "Conservato al massimo per {count} giorni:" },
    parts: {
      result: "la risposta, come l’hai dimostrata e quando",
      years: "la tua età in anni, se la prova la indica",
      ages: "quali delle età richieste raggiungi",
      tries: "ogni tentativo e perché non è bastato",
      course: "come si è svolta la verifica: lingua, orari e modi offerti",
      document: "un’impronta del tuo documento",
      voucher: "quale codice hai usato e chi del personale te l’ha dato",
      entries: "ciò che {tenant} ha inviato insieme, per esempio un numero d’ordine",
      address: "un’impronta del tuo indirizzo di rete, non l’indirizzo stesso",
      person: "per un giorno, un’impronta che ti rappresenta presso {tenant}",
      records: "registrazioni tecniche: pagine aperte, messaggi a {tenant}, richieste a wallet e ad altre aziende",
    },
    vendors: { erases: "{provider} ha una propria copia di ciò che mostri lì. Ne chiediamo la cancellazione, che può richiedere alcuni giorni.", keeps: "{provider} ha una propria copia di ciò che mostri lì. Non possiamo farla cancellare: rivolgiti a {provider}." },
  },
  /** The step first, then whose check it is: the title of each step. */
  step: { of: "{step} – verifica dell’età per {tenant}" },

  // Stopping, the time left, and a lost connection.
  cancel: {
    title: "Vuoi interrompere?",
    text: "Non verrà deciso nulla sulla tua età. {tenant} saprà soltanto che hai interrotto.",
    after: "Questa pagina si chiuderà definitivamente. Puoi chiedere a {tenant} una nuova verifica in qualsiasi momento.",
    yes: "Sì, interrompi",
    no: "No, continua",
  },
  time: {
    left: {
      one: "Questa pagina resta aperta ancora {count} minuto.",
      other: "Questa pagina resta aperta ancora {count} minuti.",
    },
    closing: "Questa pagina si chiude tra meno di un minuto.",
    after: "Se il tempo finisce, non si perde nulla: {tenant} può aprirti una nuova pagina.",
    look: "Senza JavaScript: guarda se ci sono novità",
  },
  offline: {
    waiting: "Sei offline. Questa pagina riprenderà da sola appena tornerà la connessione.",
    unsent: "Sei offline. Ciò che hai scelto verrà inviato da solo appena tornerà la connessione.",
    back: "La connessione è tornata.",
  },

  // What was sent, on its way.
  sending: {
    sending: "Invio in corso…",
    reading: "L’invio è arrivato ed è in lettura.",
    unsure: "Non sappiamo ancora se l’invio è arrivato. Questa pagina continua a chiederlo.",
    slow: "Ci vuole più del solito. Puoi continuare ad aspettare, oppure smettere e inviare di nuovo: conta una volta sola.",
    stop: "Smetti di aspettare",
  },

  // The document method's form.
  document: {
    heading: "Fotografa il tuo documento",
    which: "La pagina con la foto del passaporto, il lato della carta d’identità con le righe di lettere e <<<, oppure il retro di una patente degli Stati Uniti o del Canada. Le altre patenti, comprese quelle europee, non si possono leggere.",
    tips: ["Le righe <<<, o tutto il codice a barre, sono nell’immagine", "Luce chiara e uniforme, senza riflessi", "Le lettere e le linee sottili sono nitide"],
    drawing: "Due disegni. La pagina con la foto di un passaporto: in basso ci sono due lunghe righe di lettere. Il retro di una patente: sotto la banda magnetica c’è un largo blocco di sottili linee nere.",
    field: "Foto del tuo documento",
    choose: "Scegli una foto",
    chooseOther: "Scegli un’altra foto",
    camera: "Scatta una foto",
    formats: "JPEG, PNG, WebP, HEIC o AVIF, fino a 12 MB",
    preview: "La tua foto. Le lettere e le linee sottili sono nitide?",
    submit: "Verifica la mia età",
    cameraSubmit: "Verifica questa foto",
    preparing: "Preparazione della foto",
  },

  // The live camera of the document method.
  camera: {
    introTitle: "Prima di aprire la fotocamera",
    intro: ["Il browser chiede se questa pagina può usare la fotocamera.", "Tenga il documento nella cornice. Appena è nitido, la foto si scatta da sola.", "Viene inviata solo quella foto: è letta e cancellata. Non si registra nulla."],
    open: "Apri la fotocamera",
    starting: "La fotocamera si sta avviando",
    slow: "La fotocamera non si è ancora avviata. Se il browser non ti chiede nulla, scegli invece una foto.",
    liveTitle: "Tenga il documento nella cornice",
    shutter: "Scatta ora la foto",
    light: "Luce",
    close: "Chiudi la fotocamera",
    choose: "Scegli invece una foto",
    again: "Riprova",
    pausedTitle: "La fotocamera è spenta",
    paused: "È stata spenta perché questa pagina non era visibile.",
    resume: "Riaccendila",
    hints: {
      searching: "Porti le righe con <<< nella cornice",
      too_dark: "È troppo buio: accenda una luce",
      glare: "C’è un riflesso: inclini un po’ il documento",
      too_far: "Si avvicini",
      blurry: "È sfocato: tenga fermo, un po’ più lontano",
      cut_off: "Le righe sono tagliate: le porti tutte nella cornice",
      covered: "Una parte delle righe è coperta: sposta le dita",
      hold_still: "Ci siamo quasi: tenga fermo, senza ombre né riflessi",
      barcode: "Un codice a barre: riempia la cornice e resti fermo",
      manual: "Prema il pulsante quando lettere e righe sono nitide",
      read: "Fatto",
    },
    problems: {
      denied: {
        title: "Questa pagina non può usare la fotocamera",
        text: "Lei o il browser avete rifiutato. Può consentirlo nelle impostazioni del browser per questa pagina, oppure scegliere una foto.",
      },
      missing: {
        title: "Non abbiamo trovato una fotocamera",
        text: "Questo dispositivo non ne ha una che una pagina possa usare. Scelga invece una foto.",
      },
      busy: {
        title: "La fotocamera è già in uso",
        text: "Un altro programma o un’altra scheda la sta usando. Lo chiuda e riprovi, oppure scelga una foto.",
      },
      failed: { title: "La fotocamera non si è avviata", text: "Riprovi, oppure scelga una foto." },
    },
  },

  // A check that continues on a phone.
  handoff: {
    offer: "La fotocamera del telefono vede meglio un documento.",
    start: "Continua sul telefono",
    title: "Continua sul telefono",
    steps: ["Apri la fotocamera del telefono.", "Puntala su questo codice QR e apri il link che compare.", "Continua lì. Questa pagina seguirà da sola."],
    picture: "Codice QR che apre questa verifica sul tuo telefono.",
    limits: "Funziona una sola volta e per cinque minuti. Usa il tuo telefono e non condividere il codice con nessuno.",
    here: "Continua qui",
    openedTitle: "Aperto sul tuo telefono",
    opened: "Continua lì. Appena avrai finito, questa pagina mostrerà il risultato da sola. Puoi lasciarla aperta.",
    expiredTitle: "Il codice QR è scaduto",
    expired: "Non è stato usato in tempo. Mostrane uno nuovo per continuare.",
    again: "Mostra un nuovo codice QR",
    arriveTitle: "Continua la verifica dell’età di {tenant} su questo telefono",
    arrive: "Continua solo se il codice QR era sul tuo computer e se hai iniziato tu questa verifica.",
    arriveGo: "Continua qui",
    staleTitle: "Questo link non funziona più",
    stale: "Funziona una sola volta e per cinque minuti. Torna al computer, mostra lì un nuovo codice QR e scansionalo.",
    takenBackTitle: "Questa verifica continua sul tuo computer",
    takenBack: "È stata ripresa lì. Da qui non si può inviare altro, e nulla di ciò che hai inviato viene conservato.",
    back: "Torna al computer: si continua lì. Puoi chiudere questa pagina.",
  },

  // What happened, and what to do about it.
  attempts: {
    one: "Puoi provare ancora una volta.",
    other: "Puoi provare ancora {count} volte.",
  },
  notAnAttempt: "Questo non conta come tentativo.",
  /** In place of `next`, where the browser knows the person’s clock. */
  birthday: { after: "Riprova dopo {time}: a quell’ora sarà iniziato ovunque." },
  problems: {
    generic: {
      title: "Qualcosa non ha funzionato da parte nostra",
      what: "Non è stato verificato nulla.",
      next: "Riprova tra un momento.",
    },
    findings: {
      IDENTITY_PROVIDER_UNDECIDED: {
        title: "Il fornitore non conferma la tua età",
        what: "Non dice, o non in modo abbastanza affidabile, se hai l’età richiesta qui.",
        next: "Scegli un altro modo per dimostrare la tua età.",
      },
      VENDOR_UNDECIDED: {
        title: "Non è stato possibile controllare il tuo documento",
        what: "L’azienda che lo ha esaminato non può dire se hai l’età richiesta qui.",
        next: "Riprova con un altro documento o scegli un altro modo per dimostrare la tua età.",
      },
      "VENDOR_UNDECIDED.selfie_face_mismatch": {
        title: "Non è stato possibile associare il tuo viso alla foto del documento",
        what: "L’azienda ha confrontato la foto del tuo viso con quella del documento e non ha trovato una corrispondenza.",
        next: "Riprova con una buona luce e con il tuo documento, o scegli un altro modo per dimostrare la tua età.",
      },
      "VENDOR_UNDECIDED.selfie_document_missing_photo": {
        title: "Il documento non ha una foto da confrontare",
        what: "L’azienda non ha trovato sul documento una foto con cui confrontare il tuo viso.",
        next: "Usa un documento con la tua foto, o scegli un altro modo per dimostrare la tua età.",
      },
      "VENDOR_UNDECIDED.selfie_unverified_other": {
        title: "Non è stato possibile confrontare il tuo viso con il documento",
        what: "La foto del tuo viso non è servita allo scopo. Questo non dice nulla sulla tua età.",
        next: "Riprova con una buona luce e il viso scoperto, o scegli un altro modo per dimostrare la tua età.",
      },
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
      "DOCUMENT_QUALITY_LOW.cut_off": {
        title: "Le righe sono tagliate",
        what: "Le righe di lettere e <<< continuano oltre il bordo della foto.",
        next: "Allontanati finché entrambe le estremità di tutte le righe sono nell’immagine e scatta di nuovo la foto.",
      },
      "DOCUMENT_QUALITY_LOW.covered": {
        title: "Qualcosa copre parte delle righe",
        what: "Riusciamo a leggere una parte delle righe di lettere e <<<, ma il resto è nascosto.",
        next: "Sposta le dita, la custodia o ciò che copre le righe e scatta di nuovo la foto.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "La foto non è abbastanza chiara",
        what: "La parte che leggiamo non si vedeva bene.",
        next: "Usa una luce uniforme, tieni fermo il telefono e fai riempire l’immagine al documento.",
      },
      "DOCUMENT_UNREADABLE.no_birth_year": {
        title: "Il documento non dice in quale anno sei nato",
        what: "Lo abbiamo letto senza errori, ma non indica l’anno di nascita e quindi non può mostrare la tua età.",
        next: "Usa un altro documento che indichi la tua data di nascita.",
      },
      "DOCUMENT_UNREADABLE.two_birth_years": {
        title: "Il documento non indica per intero il tuo anno di nascita",
        what: "Indica solo le ultime due cifre. Può essere il 1925 o il 2025, per esempio, quindi non possiamo decidere.",
        next: "Usa un documento che indichi l’anno intero, o scegli un altro modo.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Non siamo riusciti a leggere il documento",
        what: "Abbiamo trovato le sue righe o il suo codice a barre, ma alcune parti sono coperte, tagliate, piegate o consumate.",
        next: "Appoggialo in piano, tieni le righe <<< o tutto il codice a barre nell’immagine e scatta di nuovo la foto.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Alcuni caratteri non corrispondono",
        what: "Abbiamo letto le righe di lettere e <<<, ma le loro cifre di controllo non corrispondono.",
        next: "Controlla che nulla copra le righe. Se succede ancora, usa un altro documento.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Non abbiamo trovato nulla da leggere",
        what: "L’immagine non mostra né le righe di lettere e <<< di un passaporto o di una carta d’identità, né il largo codice a barre di una patente.",
        next: "Una patente europea non si può leggere: usa un passaporto o una carta d’identità. Altrimenti fotografa la pagina con la foto del passaporto o l’altro lato della carta.",
      },
      DOCUMENT_EXPIRED: {
        title: "Questo documento non è più valido",
        what: "La sua data di scadenza è passata, quindi qui non si può usare.",
        next: "Usa un altro documento ancora valido.",
      },
      "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": {
        title: "Non conosciamo questo tipo di documento",
        what: "Riusciamo a leggere le sue righe, ma sono disposte in un modo che non conosciamo.",
        next: "Usa un passaporto, un’altra carta d’identità con le righe <<< o una patente degli Stati Uniti o del Canada.",
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
      AGE_INCONCLUSIVE: {
        title: "La stima è troppo vicina al limite",
        what: "Non ha potuto dire con sufficiente chiarezza se hai l’età richiesta. Non è una decisione sulla tua età, e non conta come tentativo.",
        next: "Scegli un altro modo in questa pagina.",
      },
      VOUCHER_WRONG: {
        title: "Cinque codici erano sbagliati",
        what: "Insieme contano come un tentativo.",
        next: "Chiedi di rivedere il codice, o scegli un altro modo.",
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
        title: "Qui non puoi usare questo modo",
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
      EVIDENCE_READING: {
        title: "La lettura è ancora in corso",
        what: "Quello che hai inviato ci è arrivato.",
        next: "Questa pagina mostrerà il risultato da sola.",
      },
      EVIDENCE_STOPPED: {
        title: "Hai smesso di aspettare",
        what: "Quello che hai inviato per ora non ci è arrivato e nessun tentativo è stato usato.",
        next: "Invialo di nuovo quando vuoi. Se arriva due volte, conta una volta sola.",
      },
      EVIDENCE_UNSURE: {
        title: "Non sappiamo se l’invio è arrivato",
        what: "La connessione si è interrotta prima della risposta.",
        next: "Se è arrivato, questa pagina mostrerà il risultato da sola. Puoi anche inviarlo di nuovo: conta una volta sola.",
      },
      WALLET_DECLINED: {
        title: "Il wallet è stato chiuso",
        what: "Non è stato condiviso nulla.",
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
      WALLET_UNCHECKED: {
        title: "La risposta del wallet non è stata controllata",
        what: "Non è stato deciso nulla e non conta come tentativo.",
        next: "Interroga di nuovo il wallet tra un momento, o scegli un altro modo qui sotto.",
      },
      IDENTITY_PROVIDER_UNAVAILABLE: {
        title: "Il fornitore non è raggiungibile",
        what: "Non ha risposto come dovrebbe. Non conta come tentativo.",
        next: "Scegli un altro modo, o riprova tra qualche minuto.",
      },
      IDENTITY_PROVIDER_DECLINED: {
        title: "Hai interrotto l’accesso",
        what: "Non è stato condiviso nulla, e non conta come tentativo.",
        next: "Riprova, o scegli un altro modo.",
      },
      IDENTITY_PROVIDER_REFUSED: {
        title: "La risposta non può essere accettata",
        what: "Non ha superato i nostri controlli, o apparteneva a un’altra visita. Non conta come tentativo.",
        next: "Riprova, o scegli un altro modo.",
      },
      VENDOR_UNAVAILABLE: {
        title: "L’azienda non è raggiungibile",
        what: "Non ha risposto come dovrebbe. Questo non conta come tentativo.",
        next: "Scegli un altro modo o riprova tra qualche minuto.",
      },
      VENDOR_DECLINED: {
        title: "Hai interrotto il controllo",
        what: "Non ci è stato comunicato nulla, e questo non conta come tentativo.",
        next: "Riprova o scegli un altro modo.",
      },
      VENDOR_REFUSED: {
        title: "La risposta non può essere accettata",
        what: "L’azienda ora chiede anche una foto del tuo viso, che durante la tua visita non chiedeva. Non conta come tentativo.",
        next: "Torna lì, o scegli un altro modo.",
      },
      DOCUMENT_TWO_PEOPLE: {
        title: "La foto mostra i documenti di due persone",
        what: "Le date di nascita sono diverse e non possiamo sapere quale documento è il tuo. Non è stato deciso nulla.",
        next: "Fotografa un solo documento: il tuo, senza altri nell’immagine.",
      },
      BIRTHDAY_TODAY: {
        title: "Il tuo compleanno non è ancora iniziato ovunque",
        what: "Secondo la tua data di nascita raggiungi l’età il giorno del tuo compleanno. In alcune parti del mondo è già quel giorno, in altre non ancora. Non è una decisione sulla tua età.",
        next: "Riprova la mattina dopo il tuo compleanno: a quel punto sarà iniziato ovunque.",
      },
      VOUCHER_UNKNOWN: {
        title: "Questo codice non vale qui",
        what: "Può essere scritto male, già usato, scaduto o annullato. Non conta come tentativo.",
        next: "Confrontalo con quello ricevuto o chiedine uno nuovo.",
      },
      VOUCHER_UNDECIDED: {
        title: "Questo codice non risponde alla domanda",
        what: "È valido, ma non dice se hai l’età richiesta qui. Non è stato consumato.",
        next: "Chiedi un codice per questa età.",
      },
      VOUCHER_UNCHECKED: {
        title: "Il codice non è stato controllato",
        what: "Non è stato deciso nulla e non conta come tentativo.",
        next: "Riprova tra un momento.",
      },
    },
  },

  // How it ended.
  approved: {
    title: "Hai dimostrato di avere almeno {age} anni",
    go: "Continua su {tenant}",
  },
  /** The same once it has ended. */
  ended: {
    answer: "{tenant} riceve la risposta, senza il tuo nome né la tua data di nascita.",
    years: "{tenant} riceve la risposta e la tua età in anni, senza il tuo nome né la tua data di nascita.",
    ages: "{tenant} riceve la risposta per queste età, senza il tuo nome né la tua data di nascita: {ages}.",
    byTenant: "{tenant} l’ha registrato per conto proprio.",
    nothing: "Non abbiamo conservato nulla di ciò che hai mostrato.",
    mark: { one: "Di ciò che hai mostrato conserviamo solo un’impronta del tuo documento, per {count} giorno.", other: "Di ciò che hai mostrato conserviamo solo un’impronta del tuo documento, per {count} giorni." },
  },
  rejected: {
    title: "La verifica indica un’età inferiore a {age} anni",
    titleByTenant: "{tenant} non ha accettato la tua prova d’età",
    /** By the method that decided. */
    by: {
      tenant: "{tenant} l’ha deciso per conto proprio e può dirti perché.",
      document: "Secondo la data di nascita del documento, il titolare ha meno di {age} anni. Un’altra foto non cambierà la risposta.",
      wallet: "Il tuo wallet risponde che hai meno di {age} anni. Chiederglielo di nuovo non cambierà la risposta.",
      voucher: "La persona che ha guardato il tuo documento ha annotato un’età inferiore a {age} anni.",
      provider: "{provider} risponde che hai meno di {age} anni.",
      usual: "La verifica ha funzionato, quindi ripeterla non cambierà la risposta.",
    },
    /** Kind, and an end: most who read it are under age. */
    kind: { document: "È tutto: non c’è nulla che non va, né in te né nel tuo documento. Puoi tornare quando avrai {age} anni.", usual: "È tutto: in te non c’è nulla che non va. Puoi tornare quando avrai {age} anni." },
    doubt: {
      title: "Se non può essere giusto",
      own: "Controlla che fosse proprio il tuo documento.",
      again: "Chiedi a {tenant} una nuova verifica.",
      ways: "Chiedi a {tenant} una nuova verifica e dimostra la tua età in un altro modo: {ways}.",
      complain: "Presenta un reclamo a {tenant}",
      quote: "Scrivi a {tenant}, che può trovare questa verifica con il suo numero: {id}.",
    },
  },
  appeal: {
    title: "Pensi che sia un errore?",
    text: "Puoi contestare la decisione per 24 ore. In quel caso dimostri la tua età in un altro modo: {ways}.",
    go: "Contesta questa decisione",
    made: "Hai contestato questa decisione. La tua contestazione ha una pagina a parte.",
    open: "Vai alla tua contestazione",
    over: "Questa decisione non può più essere contestata qui.",
    lead: "Questa è la tua contestazione. Usi un modo diverso dalla prima verifica, e non ti viene chiesta nessuna foto di un documento.",
  },
  failed: {
    title: "Non siamo riusciti a verificare la tua età",
    text: "Questa non è una decisione sulla tua età. Tutti i tentativi sono finiti.",
    last: "L’ultimo tentativo: {problem}.",
    again: "Torna su {tenant} e ricomincia: avrai una nuova pagina e nuovi tentativi.",
    /** By the family of the last finding: hosted/screens/failed-advice.ts. */
    advice: {
      photo: ["Prova alla luce del giorno, con il documento in piano su un tavolo scuro.", "Se il tuo documento è consumato, chiedi a {tenant} un altro modo."],
      document: "Se non hai un altro documento, chiedi a {tenant} un altro modo.",
      way: "Scegli lì un altro modo, oppure chiedilo a {tenant}.",
    },
  },
  expired: {
    title: "Il tempo di questa pagina è finito",
    text: "Non è stato deciso nulla.",
    next: ["Torna su {tenant} e ricomincia: si aprirà una nuova pagina."],
  },
  cancelled: {
    title: "Hai interrotto questa verifica",
    text: "Non è stato deciso nulla sulla tua età. {tenant} sa soltanto che hai interrotto.",
    next: ["Torna su {tenant}: forse c’è un altro modo, oppure puoi chiedere una nuova verifica."],
  },
  withdrawn: {
    title: "{tenant} ha chiuso questa verifica",
    text: "Non è stato deciso nulla sulla tua età.",
    next: ["Torna su {tenant}: lì puoi sapere il motivo o iniziare una nuova verifica."],
  },
  wayBack: {
    go: "Torna a {tenant}",
    next: "Che cosa puoi fare ora",
    close: "Puoi chiudere questa pagina e tornare su {tenant}.",
    soon: {
      one: "Passaggio automatico tra {count} secondo.",
      other: "Passaggio automatico tra {count} secondi.",
    },
    /** Said once, to those who do not see the count. */
    announced: { one: "Questa pagina torna da sola al sito tra {count} secondo. Premi un tasto o tocca lo schermo per restare.", other: "Questa pagina torna da sola al sito tra {count} secondi. Premi un tasto o tocca lo schermo per restare." },
    stay: "Resta qui",
  },

  // Proving an age with a wallet.
  wallet: {
    method: {
      name: "Un wallet sul telefono",
      needs: "L’app europea per la verifica dell’età, o una patente nel tuo wallet",
      time: "Meno di un minuto",
      where: "Solo un sì o un no esce dal tuo wallet. Nessun’altra azienda partecipa.",
    },
    heading: "Usa un wallet sul telefono",
    about: "Il tuo wallet risponde a una sola domanda: hai {age} anni o più, sì o no. Il nome, la data di nascita e il resto rimangono a te.",
    browser: {
      button: "Continua con un wallet",
      about: "Questo browser interroga i wallet che conosce, su questo dispositivo o sul telefono.",
      waiting: "In attesa del tuo wallet …",
      cannot: "Questo browser non può interrogare un wallet. Apri questa pagina in un altro browser o scegli un altro modo.",
    },
    apps: { eu: "App europea per la verifica dell’età", openid4vp: "Un’altra app wallet" },
    link: {
      start: "Apri un’app su questo dispositivo",
      heading: "Continua nell’app",
      open: "Apri l’app",
      what: "Dai il consenso lì; poi l’app ti riporta in questo browser.",
      nothing: "Non succede nulla? Allora questo dispositivo non ha una simile app. Scegli un altro modo qui sotto.",
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
    privacy: {
      brief: "Solo un sì o un no esce dal tuo wallet. {tenant} non vede mai il tuo wallet.",
      deletedTerm: "Scartata subito",
      deleted: "La risposta firmata stessa, con tutto ciò che permetterebbe di riconoscere te o il tuo dispositivo.",
      nobody: "Chi ha emesso la credenziale non viene a sapere di questa verifica, e questa pagina non carica nulla da altrove.",
    },
  },
  elsewhere: {
    title: "Continua dove hai iniziato",
    wallet: "Il tuo wallet ha aperto un browser diverso da quello della verifica. Qui non è stato deciso nulla.",
    walletNext: "Torna al browser in cui hai iniziato e apri di nuovo l’app da lì. Un codice QR funziona tra dispositivi diversi.",
    provider: "Il fornitore ti ha mandato in un browser diverso da quello della verifica. Qui non è stato deciso nulla.",
    providerNext: "Torna al browser in cui hai iniziato e accedi di nuovo da lì.",
  },

  provider: {
    go: "Continua con {provider}",
    learns: "{provider} viene a sapere che visiti {tenant}.",
    method: {
      name: "Un’identità elettronica o bancaria",
      needs: "Accedi lì con il tuo account",
      time: "Circa un minuto",
      where: "Riceviamo la risposta sulla tua età ed eliminiamo tutto il resto.",
    },
  },

  vendor: {
    learns: "{provider} vede il tuo documento d’identità e viene a sapere che visiti {tenant}.",
    learnsFace: "{provider} vede il tuo documento d’identità e una foto del tuo viso, li confronta e viene a sapere che visiti {tenant}.",
    mayLearnFace: "{provider} può vedere il tuo documento d’identità e una foto del tuo viso e confrontarli. L’azienda viene a sapere che visiti {tenant}.",
    method: {
      name: "Un controllo d’identità di un’altra azienda",
      needs: "Fotografa lì il tuo documento d’identità",
      time: "Qualche minuto",
      where: "Riceviamo la risposta sulla tua età ed eliminiamo tutto il resto.",
    },
    waiting: {
      title: "In attesa di {provider}",
      text: "La risposta non è ancora arrivata. Questa pagina prosegue da sola appena arriva. Puoi anche scegliere un altro modo.",
      look: "Controlla ora",
    },
  },

  voucher: {
    method: {
      name: "Un codice del personale",
      needs: "Mostra il documento di persona e scrivi qui il codice che ricevi",
      time: "Meno di un minuto",
      where: "A noi arriva solo il codice: niente del tuo documento.",
    },
    heading: "Scrivi il tuo codice",
    about: "{tenant} ti dà il codice dopo aver visto il tuo documento di persona. Vale una sola volta.",
    field: "Codice",
    hint: "10 lettere e cifre, come ABCDE-FGHJK. Maiuscole e trattini non contano.",
    submit: "Controlla questo codice",
    limit: "Cinque codici sbagliati contano come un tentativo.",
    failed: {
      text: "Questa non è una decisione sulla tua età. I codici inseriti erano sbagliati.",
      next: ["Torna a {tenant} e ricomincia: avrai una nuova pagina.", "Tieni il codice a portata di mano o chiedine uno nuovo."],
    },
    privacy: {
      brief: "A noi arriva solo il codice. Niente del tuo documento viene inviato o conservato.",
      deletedTerm: "Mai qui",
      deleted: "Il documento, il nome e la data di nascita: li ha visti solo la persona che ti ha dato il codice.",
      nobody: "Nessun’altra azienda è coinvolta e questa pagina non carica nulla da altri siti.",
    },
  },

  data: {
    link: "I tuoi dati",
    title: "Che cosa è conservato di questa verifica",
    lead: "{tenant} ha chiesto questa verifica. L’essenziale è in questa pagina e tutto ciò che è conservato è nella copia.",
    facts: {
      reference: "Riferimento",
      started: "Inizio",
      result: "Risultato",
      method: "Metodo",
      age: "Età in anni",
      attempts: "Tentativi",
      entries: "Dati aggiunti da {tenant}",
      until: "Dati conservati fino al",
      marks: "Impronte che mostrano se un documento viene usato di nuovo",
      address: "Un’impronta del tuo indirizzo di rete, non l’indirizzo stesso",
      messages: "Messaggi inviati a {tenant}",
    },
    result: {
      open: "Non ancora conclusa",
      over: "{age} anni o più",
      under: "Meno di {age} anni",
      none: "Nessuna decisione",
    },
    never: "Foto, nomi, date di nascita, numeri di documento e risposte dei wallet non vengono mai conservati.",
    copy: "Scarica una copia (JSON)",
    ask: {
      title: "Cancellare questi dati",
      text: "{tenant} ha 30 giorni per rispondere e la risposta comparirà in questa pagina. Conserva il suo indirizzo.",
      atOnce: "La cancellazione è immediata e questa pagina mostra poi una ricevuta. Non si può annullare: un sito che lo chiede di nuovo avrà bisogno di un’altra verifica.",
      go: "Chiedi la cancellazione",
      goAtOnce: "Cancella ora",
      open: "Potrai chiedere la cancellazione quando la verifica sarà conclusa.",
    },
    asked: {
      title: "Hai chiesto la cancellazione",
      text: "Richiesta del {date}. {tenant} ha tempo fino al {due} per rispondere e la risposta comparirà in questa pagina.",
      busy: "La cancellazione è in corso. Riapri questa pagina tra un minuto.",
    },
    declined: {
      title: "{tenant} ha rifiutato la cancellazione",
      text: "Questa è la risposta del {date}:",
    },
    erased: {
      title: "Cancellato",
      text: "Tutto ciò che riguarda questa verifica è stato cancellato il {date}, tranne il fatto che è avvenuta.",
      keep: "Conserva la ricevuta e il suo sale: insieme provano la cancellazione.",
      receipt: "Ricevuta",
      salt: "Sale",
      until: "Questa pagina si può aprire fino al {date}.",
    },
    failedTitle: "Non ha funzionato",
    failed: "Nulla è stato cancellato. Riprova tra un minuto.",
    back: "Torna alla verifica dell’età",
  },
  ageKey: {
    use: "Usa la mia chiave d’età",
    useAbout: "Se hai conservato un controllo precedente su questo dispositivo: bastano l’impronta, il volto o il PIN.",
    waiting: "In attesa del tuo dispositivo …",
    checking: "Controllo in corso …",
    keep: "Ricorda su questo dispositivo che ho almeno {age} anni",
    keepAbout: "La prossima volta basteranno l’impronta, il volto o il PIN. Si conserva solo questo: almeno {age} anni, come l’hai dimostrato e il mese. Scade il {date}.",
    limits: "Fallo solo su un dispositivo che non condividi: una passkey può essere sincronizzata con altri. Il gestore di questa pagina può vedere quando viene riusata.",
    keptTitle: "Conservato su questo dispositivo",
    kept: "È conservata. Puoi vederla ed eliminarla in qualsiasi momento.",
    name: "Prova d’età {age}+, {month}",
    title: "La tua chiave d’età",
    lead: "Una chiave d’età è una passkey sul tuo dispositivo. Ripete ciò che hai dimostrato una volta: che raggiungi un’età. Qui nulla dice chi sei, quindi solo la chiave stessa può mostrare che cosa dice.",
    look: "Mostra che cosa dice",
    remove: "Elimina la mia chiave d’età",
    unsupported: "Questa pagina richiede JavaScript e un browser con le passkey.",
    age: "Almeno {age} anni",
    proven: "Dimostrato a {month}",
    ends: "Scade il {date}",
    counts: "Vale presso {tenant}",
    countsAll: "Vale qui su tutti i siti che accettano queste chiavi",
    synced: "Il tuo dispositivo può sincronizzarla con gli altri tuoi dispositivi",
    single: "Resta su questo solo dispositivo",
    test: "Creata in modalità di prova: non dimostra nulla",
    deletedTitle: "Chiave d’età eliminata",
    deleted: "La tua chiave d’età è stata eliminata qui. Puoi anche rimuovere la passkey nelle impostazioni del dispositivo.",
    receipt: "Questa ricevuta dimostra l’eliminazione. Conservala se vuoi; nessun altro può capire che riguarda te.",
    code: "Codice: {code}",
    problems: {
      stopped: { title: "Non è stata usata nessuna chiave d’età", what: "Hai interrotto, oppure su questo dispositivo non ce n’è una per questo sito.", next: "Scegli un altro modo o riprova." },
      unknown: { title: "Questa chiave d’età non è conosciuta qui", what: "È stata eliminata, è scaduta o è stata creata per un altro sito.", next: "Dimostra la tua età in un altro modo. Poi potrai conservarne una nuova." },
      ended: { title: "Questa chiave d’età è troppo vecchia", what: "È scaduta, oppure il sito chiede una prova più recente.", next: "Dimostra la tua età in un altro modo. Poi potrai conservarne una nuova." },
      elsewhere: { title: "Questa chiave d’età qui non vale", what: "È stata creata per un altro sito web o per delle prove.", next: "Dimostra la tua età in un altro modo." },
      weak: { title: "Questa chiave d’età qui non basta", what: "Dimostra meno di quanto chiede questo sito. Non è una decisione sulla tua età.", next: "Dimostra la tua età in un altro modo." },
      synced: { title: "Questa passkey può trovarsi su più dispositivi", what: "Questo sito accetta solo una chiave che resta su un unico dispositivo. Non è una decisione sulla tua età.", next: "Continua senza." },
      refused: { title: "La risposta del tuo dispositivo non è stata accettata", what: "Non è stato deciso nulla, e questo non conta come tentativo.", next: "Riprova o scegli un altro modo." },
      over: { title: "Non si può più ricordare", what: "Si può conservare una volta, entro 15 minuti dalla verifica.", next: "Puoi proseguire. Ti verrà proposto di nuovo dopo il prossimo controllo." },
    },
  },
};
