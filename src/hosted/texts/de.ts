import type { Texts } from "./en.ts";

/** German. A part that is not translated yet is in English. */
export const de: Texts = {
  // The frame around every screen, and the pages outside a verification.
  frame: {
    by: "Altersprüfung durch",
    support: "Hilfe von {tenant}",
    language: "Sprache",
  },
  test: {
    badge: "Testmodus",
    about: "Es findet keine echte Prüfung statt, und nichts wird berechnet. Wählen Sie, was geschehen soll:",
    bar: "Diese Seite wurde mit einem Testschlüssel geöffnet.",
    outcomes: {
      approve: {
        name: "Bestätigen",
        about: "Die Person ist alt genug.",
      },
      under_age: {
        name: "Zu jung",
        about: "Die Person ist ein Jahr zu jung.",
      },
      poor_document: {
        name: "Schlechtes Foto",
        about: "Das Foto ist unscharf; verbraucht einen Versuch.",
      },
      provider_error: {
        name: "Technischer Fehler",
        about: "Die Methode fällt aus; verbraucht einen Versuch.",
      },
      expire: {
        name: "Ablaufen",
        about: "Die Zeit läuft jetzt ab.",
      },
    },
  },
  broken: {
    title: "Diese Seite konnte nicht angezeigt werden",
    text: "Bei uns ist ein Fehler aufgetreten. Es wurde nichts entschieden, und nichts, was Sie schon gesendet haben, ist verloren.",
    reference: "Wenn Sie sich an den Support wenden, nennen Sie bitte",
    again: "Erneut versuchen",
  },
  missing: {
    title: "Diese Seite gibt es nicht",
    text: "Die Adresse ist vielleicht unvollständig oder veraltet. Wenn eine Website Sie für eine Altersprüfung hierher geschickt hat, gehen Sie dorthin zurück und beginnen Sie neu.",
  },

  // The first screen.
  start: {
    title: "{tenant} bittet Sie um den Nachweis, dass Sie mindestens {age} Jahre alt sind",
    lead: "Nichts beginnt, bevor Sie auf eine Schaltfläche drücken.",
    choose: "Wie möchten Sie es nachweisen?",
    onlyWay: "So funktioniert es",
    otherWay: "Anderen Weg wählen",
    back: "Zurück zum Anfang",
    cancel: "Ich möchte das nicht",
    noWay: "Zurzeit kann hier kein Altersnachweis genutzt werden. Gehen Sie zurück zu {tenant} und fragen Sie nach einem anderen Weg.",
    others: "Ich kann nichts davon nutzen",
    wayClosed: "Diesen Weg können Sie in dieser Prüfung nicht mehr nutzen. Wählen Sie einen anderen.",
  },
  methods: {
    document: {
      name: "Foto eines Ausweises",
      needs: "Ein Reisepass, ein Personalausweis oder ein Führerschein aus den USA oder Kanada",
      time: "Etwa eine Minute",
      where: "Wird auf diesem Server gelesen und sofort gelöscht. Kein anderes Unternehmen sieht es.",
    },
    unknown: "Ein anderer Weg",
    quoted: "„{name}“",
  },
  privacy: {
    brief: "Ihr Foto wird auf diesem Server gelesen und sofort gelöscht. {tenant} sieht es nie.",
    more: "Was gespeichert wird und wer was erfährt",
    deletedTerm: "Sofort gelöscht",
    deleted: "Das Foto, Ihr Name, Ihr Geburtsdatum und die Nummer des Ausweises.",
    keptTerm: "Hier gespeichert",
    learnsTerm: "{tenant} erfährt",
    nobodyTerm: "Sonst niemand",
    nobody: "Kein anderes Unternehmen ist beteiligt, und diese Seite lädt nichts von anderswo.",
  },

  /** What the tenant learns and what is kept, by the check: core/practice/page-facts.ts chooses the sentences. */
  facts: {
    learns: {
      only: "{tenant} erfährt nur, ob Sie mindestens {age} sind",
      years: "{tenant} erfährt, ob Sie mindestens {age} sind, und Ihr Alter in Jahren, wenn Ihr Nachweis es angibt",
      ages: "{tenant} erfährt nur, welche dieser Altersgrenzen Sie erreichen: {ages}",
      agesAndYears: "{tenant} erfährt, welche dieser Altersgrenzen Sie erreichen ({ages}), und Ihr Alter in Jahren, wenn Ihr Nachweis es angibt",
      how: "Außerdem, wie und wann Sie es nachgewiesen haben. Ihren Namen, Ihr Geburtsdatum oder ein Foto senden wir nicht dorthin.",
      when: "Außerdem, wann Sie es nachgewiesen haben, aber nicht wie. Ihren Namen, Ihr Geburtsdatum oder ein Foto senden wir nicht dorthin.",
    },
    shown: "Was Sie hier zeigen, wird gleich nach der Prüfung gelöscht",
    mark: { one: "Von Ihrem Ausweis bleibt nur ein Kennzeichen, {count} Tag lang", other: "Von Ihrem Ausweis bleibt nur ein Kennzeichen, {count} Tage lang" },
    markAbout: "Am Kennzeichen erkennt {tenant}, ob derselbe Ausweis noch einmal verwendet wird. Es wird mit einem geheimen Schlüssel berechnet; vom Ausweis lässt sich nichts daraus ablesen.",
    until: "Gespeichert, bis {tenant} es löscht:",
    days: { one: "Höchstens {count} Tag lang gespeichert:", other: "Höchstens {count} Tage lang gespeichert:" },
    parts: {
      result: "die Antwort, wie Sie sie nachgewiesen haben und wann",
      years: "Ihr Alter in Jahren, wenn Ihr Nachweis es angibt",
      ages: "welche der gefragten Altersgrenzen Sie erreichen",
      tries: "jeder Versuch und warum er nicht genügte",
      course: "der Ablauf: Sprache, Zeiten und die angebotenen Wege",
      document: "ein Kennzeichen Ihres Ausweises",
      voucher: "welchen Code Sie benutzt haben und wer vom Personal ihn ausgegeben hat",
      entries: "was {tenant} mitgeschickt hat, etwa eine Bestellnummer",
      address: "ein Kennzeichen Ihrer Netzwerkadresse, nicht die Adresse selbst",
      person: "einen Tag lang ein Kennzeichen, das bei {tenant} für Sie steht",
      records: "technische Aufzeichnungen: geöffnete Seiten, Nachrichten an {tenant}, Anfragen an Wallets und andere Unternehmen",
    },
    vendors: { erases: "{provider} hat eine eigene Kopie von dem, was Sie dort zeigen. Wir lassen sie löschen; das kann einige Tage dauern.", keeps: "{provider} hat eine eigene Kopie von dem, was Sie dort zeigen. Wir können sie nicht löschen lassen: Wenden Sie sich an {provider}." },
  },
  /** The step first, then whose check it is: the title of each step. */
  step: { of: "{step} – Altersprüfung für {tenant}" },

  // Stopping, the time left, and a lost connection.
  cancel: {
    title: "Möchten Sie abbrechen?",
    text: "Über Ihr Alter wird dann nichts entschieden. {tenant} erfährt nur, dass Sie abgebrochen haben.",
    after: "Diese Seite wird damit endgültig geschlossen. Sie können {tenant} jederzeit um eine neue Prüfung bitten.",
    yes: "Ja, abbrechen",
    no: "Nein, weitermachen",
  },
  time: {
    left: {
      one: "Diese Seite bleibt noch {count} Minute geöffnet.",
      other: "Diese Seite bleibt noch {count} Minuten geöffnet.",
    },
    closing: "Diese Seite schließt in weniger als einer Minute.",
    after: "Wenn die Zeit abläuft, ist nichts verloren: {tenant} kann Ihnen eine neue Seite öffnen.",
    look: "Ohne JavaScript: nachsehen, ob es etwas Neues gibt",
  },
  offline: {
    waiting: "Sie sind offline. Die Seite macht von selbst weiter, sobald Sie wieder verbunden sind.",
    unsent: "Sie sind offline. Ihre Auswahl wird von selbst gesendet, sobald Sie wieder verbunden sind.",
    back: "Sie sind wieder verbunden.",
  },

  // What was sent, on its way.
  sending: {
    sending: "Wird gesendet …",
    reading: "Es ist angekommen und wird gelesen.",
    unsure: "Wir wissen noch nicht, ob es angekommen ist. Die Seite fragt weiter nach.",
    slow: "Das dauert länger als sonst. Sie können weiter warten oder abbrechen und noch einmal senden: Es zählt nur einmal.",
    stop: "Nicht länger warten",
  },

  // The document method's form.
  document: {
    heading: "Fotografieren Sie Ihren Ausweis",
    which: "Die Fotoseite eines Reisepasses, die Seite eines Personalausweises mit den Zeilen aus Buchstaben und <<<, oder die Rückseite eines Führerscheins aus den USA oder Kanada. Andere Führerscheine, auch europäische, können wir nicht lesen.",
    tips: ["Die Zeilen mit <<< oder der ganze Barcode sind im Bild", "Helles, gleichmäßiges Licht, keine Spiegelung", "Buchstaben und feine Linien sind scharf"],
    drawing: "Zwei Zeichnungen. Die Fotoseite eines Reisepasses: Unten stehen zwei lange Zeilen aus Buchstaben. Die Rückseite eines Führerscheins: Unter dem Magnetstreifen ist ein breiter Block aus feinen schwarzen Linien.",
    field: "Foto Ihres Ausweises",
    choose: "Foto auswählen",
    chooseOther: "Anderes Foto auswählen",
    camera: "Foto aufnehmen",
    formats: "JPEG, PNG, WebP, HEIC oder AVIF, bis 12 MB",
    preview: "Ihr Foto. Sind Buchstaben und feine Linien scharf?",
    submit: "Mein Alter prüfen",
    cameraSubmit: "Dieses Foto prüfen",
    preparing: "Ihr Foto wird vorbereitet",
  },

  // The live camera of the document method.
  camera: {
    introTitle: "Bevor sich die Kamera öffnet",
    intro: ["Ihr Browser fragt, ob diese Seite die Kamera benutzen darf.", "Halten Sie das Dokument in den Rahmen. Sobald es scharf ist, wird das Bild von selbst aufgenommen.", "Nur dieses eine Bild wird gesendet, gelesen und gelöscht. Nichts wird aufgezeichnet."],
    open: "Kamera öffnen",
    starting: "Die Kamera startet",
    slow: "Die Kamera ist noch nicht gestartet. Wenn Ihr Browser Sie nicht nach ihr fragt, wählen Sie stattdessen ein Foto aus.",
    liveTitle: "Halten Sie das Dokument in den Rahmen",
    shutter: "Foto jetzt aufnehmen",
    light: "Licht",
    close: "Kamera schließen",
    choose: "Stattdessen ein Foto auswählen",
    again: "Noch einmal versuchen",
    pausedTitle: "Die Kamera ist aus",
    paused: "Sie wurde ausgeschaltet, weil diese Seite nicht zu sehen war.",
    resume: "Wieder einschalten",
    hints: {
      searching: "Legen Sie die Zeilen mit <<< in den Rahmen",
      too_dark: "Es ist zu dunkel: Machen Sie Licht",
      glare: "Etwas spiegelt: Neigen Sie das Dokument ein wenig",
      too_far: "Gehen Sie näher heran",
      blurry: "Unscharf: Halten Sie still, etwas weiter weg",
      cut_off: "Die Zeilen sind abgeschnitten: alle in den Rahmen",
      covered: "Ein Teil der Zeilen ist verdeckt: Nehmen Sie die Finger zur Seite",
      hold_still: "Fast: Halten Sie still, ohne Schatten und Spiegelung",
      barcode: "Ein Strichcode: Füllen Sie den Rahmen damit und halten Sie still",
      manual: "Drücken Sie den Knopf, wenn Buchstaben und Linien scharf sind",
      read: "Geschafft",
    },
    problems: {
      denied: {
        title: "Diese Seite darf die Kamera nicht benutzen",
        text: "Sie oder Ihr Browser haben es abgelehnt. Sie können es in den Einstellungen des Browsers für diese Seite erlauben oder stattdessen ein Foto auswählen.",
      },
      missing: {
        title: "Wir haben keine Kamera gefunden",
        text: "Dieses Gerät hat keine, die eine Seite benutzen kann. Wählen Sie stattdessen ein Foto aus.",
      },
      busy: {
        title: "Die Kamera wird gerade benutzt",
        text: "Ein anderes Programm oder ein anderer Tab hält sie fest. Schließen Sie das und versuchen Sie es noch einmal, oder wählen Sie ein Foto aus.",
      },
      failed: {
        title: "Die Kamera ist nicht gestartet",
        text: "Versuchen Sie es noch einmal, oder wählen Sie ein Foto aus.",
      },
    },
  },

  // A check that continues on a phone.
  handoff: {
    offer: "Die Kamera Ihres Handys sieht einen Ausweis besser.",
    start: "Auf dem Handy weitermachen",
    title: "Auf dem Handy weitermachen",
    steps: ["Öffnen Sie die Kamera Ihres Handys.", "Richten Sie sie auf diesen QR-Code und öffnen Sie den Link, der erscheint.", "Machen Sie dort weiter. Diese Seite folgt von selbst."],
    picture: "QR-Code, der diese Prüfung auf Ihrem Handy öffnet.",
    limits: "Er funktioniert einmal und fünf Minuten lang. Nehmen Sie Ihr eigenes Handy und geben Sie den QR-Code niemandem weiter.",
    here: "Doch hier weitermachen",
    openedTitle: "Auf Ihrem Handy geöffnet",
    opened: "Machen Sie dort weiter. Sobald Sie fertig sind, zeigt diese Seite das Ergebnis von selbst. Sie können sie offen lassen.",
    expiredTitle: "Der QR-Code ist abgelaufen",
    expired: "Er wurde nicht rechtzeitig benutzt. Lassen Sie sich einen neuen zeigen, um weiterzumachen.",
    again: "Neuen QR-Code zeigen",
    arriveTitle: "Die Altersprüfung von {tenant} auf diesem Handy fortsetzen",
    arrive: "Machen Sie nur weiter, wenn der QR-Code auf Ihrem eigenen Computer war und Sie diese Prüfung selbst begonnen haben.",
    arriveGo: "Hier weitermachen",
    staleTitle: "Dieser Link funktioniert nicht mehr",
    stale: "Er funktioniert einmal und fünf Minuten lang. Gehen Sie zurück zu Ihrem Computer, lassen Sie sich dort einen neuen QR-Code zeigen und scannen Sie diesen.",
    takenBackTitle: "Diese Prüfung geht an Ihrem Computer weiter",
    takenBack: "Sie wurde dorthin zurückgeholt. Von hier kann nichts mehr gesendet werden, und nichts, was Sie gesendet haben, wird aufbewahrt.",
    back: "Gehen Sie zurück zu Ihrem Computer: Dort geht es weiter. Diese Seite können Sie schließen.",
  },

  // What happened, and what to do about it.
  attempts: {
    one: "Sie haben noch einen Versuch.",
    other: "Sie haben noch {count} Versuche.",
  },
  notAnAttempt: "Das zählt nicht als Versuch.",
  /** In place of `next`, where the browser knows the person’s clock. */
  birthday: { after: "Versuchen Sie es nach {time} noch einmal: Dann hat er überall begonnen." },
  problems: {
    generic: {
      title: "Bei uns ist etwas schiefgegangen",
      what: "Es wurde nichts geprüft.",
      next: "Bitte versuchen Sie es gleich noch einmal.",
    },
    findings: {
      IDENTITY_PROVIDER_UNDECIDED: {
        title: "Der Anbieter bestätigt Ihr Alter nicht",
        what: "Er sagt nicht, oder nicht zuverlässig genug, ob Sie das hier verlangte Alter erreicht haben.",
        next: "Wählen Sie einen anderen Weg, Ihr Alter nachzuweisen.",
      },
      VENDOR_UNDECIDED: {
        title: "Ihr Dokument konnte nicht geprüft werden",
        what: "Das Unternehmen, das es angesehen hat, kann nicht sagen, ob Sie das hier verlangte Alter erreicht haben.",
        next: "Versuchen Sie es mit einem anderen Dokument oder wählen Sie einen anderen Weg, Ihr Alter nachzuweisen.",
      },
      "VENDOR_UNDECIDED.selfie_face_mismatch": {
        title: "Ihr Gesicht konnte dem Foto im Dokument nicht zugeordnet werden",
        what: "Das Unternehmen hat das Foto Ihres Gesichts mit dem Foto im Dokument verglichen und keine Übereinstimmung gefunden.",
        next: "Versuchen Sie es bei gutem Licht und mit Ihrem eigenen Dokument noch einmal oder wählen Sie einen anderen Weg, Ihr Alter nachzuweisen.",
      },
      "VENDOR_UNDECIDED.selfie_document_missing_photo": {
        title: "Das Dokument zeigt kein Foto zum Vergleichen",
        what: "Das Unternehmen hat auf dem Dokument kein Foto gefunden, mit dem es Ihr Gesicht vergleichen könnte.",
        next: "Nehmen Sie ein Dokument mit Ihrem Foto oder wählen Sie einen anderen Weg, Ihr Alter nachzuweisen.",
      },
      "VENDOR_UNDECIDED.selfie_unverified_other": {
        title: "Ihr Gesicht konnte nicht mit dem Dokument verglichen werden",
        what: "Das Foto Ihres Gesichts war dafür nicht zu gebrauchen. Über Ihr Alter sagt das nichts.",
        next: "Versuchen Sie es bei gutem Licht und mit freiem Gesicht noch einmal oder wählen Sie einen anderen Weg, Ihr Alter nachzuweisen.",
      },
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "Das Foto ist unscharf",
        what: "Buchstaben und feine Linien verschwimmen.",
        next: "Halten Sie das Handy ruhig, tippen Sie zum Scharfstellen auf die Zeilen mit <<< oder den Barcode und nehmen Sie das Foto noch einmal auf.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "Eine Spiegelung verdeckt einen Teil des Ausweises",
        what: "Licht wird vom Ausweis zurückgeworfen und verdeckt, was darunter steht.",
        next: "Schalten Sie den Blitz aus und neigen Sie den Ausweis ein wenig, bis nichts mehr glänzt.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "Der Ausweis ist auf dem Foto zu klein",
        what: "Buchstaben und Linien sind zu fein, um sie zu unterscheiden.",
        next: "Gehen Sie näher heran, bis der Ausweis das Bild füllt, und senden Sie das Originalfoto, keinen Screenshot.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "Das Foto ist zu dunkel",
        what: "Es ist zu wenig Licht da, um es zu lesen.",
        next: "Machen Sie Licht an oder gehen Sie ans Fenster und nehmen Sie das Foto noch einmal auf.",
      },
      "DOCUMENT_QUALITY_LOW.cut_off": {
        title: "Die Zeilen sind abgeschnitten",
        what: "Die Zeilen aus Buchstaben und <<< gehen über den Rand des Fotos hinaus.",
        next: "Gehen Sie etwas zurück, bis beide Enden aller Zeilen im Bild sind, und nehmen Sie das Foto noch einmal auf.",
      },
      "DOCUMENT_QUALITY_LOW.covered": {
        title: "Etwas verdeckt einen Teil der Zeilen",
        what: "Einen Teil der Zeilen aus Buchstaben und <<< können wir lesen, der Rest ist verdeckt.",
        next: "Nehmen Sie Finger, Hülle und alles andere von den Zeilen und machen Sie das Foto noch einmal.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "Das Foto ist nicht deutlich genug",
        what: "Der Teil, den wir lesen, war nicht gut zu sehen.",
        next: "Sorgen Sie für gleichmäßiges Licht, halten Sie das Handy ruhig und lassen Sie den Ausweis das Bild füllen.",
      },
      "DOCUMENT_UNREADABLE.no_birth_year": {
        title: "Der Ausweis nennt Ihr Geburtsjahr nicht",
        what: "Wir haben ihn fehlerfrei gelesen, aber er nennt kein Geburtsjahr und kann Ihr Alter daher nicht zeigen.",
        next: "Nehmen Sie einen anderen Ausweis, auf dem Ihr Geburtsdatum steht.",
      },
      "DOCUMENT_UNREADABLE.two_birth_years": {
        title: "Der Ausweis nennt Ihr Geburtsjahr nicht vollständig",
        what: "Er gibt nur die letzten beiden Ziffern an. Das kann zum Beispiel 1925 oder 2025 heißen, deshalb können wir nicht entscheiden.",
        next: "Nehmen Sie einen Ausweis, der das ganze Jahr nennt, oder wählen Sie einen anderen Weg.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Wir konnten den Ausweis nicht lesen",
        what: "Wir haben seine Zeilen oder seinen Barcode gefunden, aber Teile davon sind verdeckt, abgeschnitten, geknickt oder abgenutzt.",
        next: "Legen Sie ihn flach hin, behalten Sie die Zeilen mit <<< oder den ganzen Barcode im Bild und nehmen Sie das Foto noch einmal auf.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Einige Zeichen passen nicht zueinander",
        what: "Wir haben die Zeilen aus Buchstaben und <<< gelesen, aber ihre Prüfziffern passen nicht.",
        next: "Achten Sie darauf, dass nichts die Zeilen verdeckt. Wenn es wieder geschieht, nehmen Sie einen anderen Ausweis.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Wir haben nichts Lesbares gefunden",
        what: "Das Bild zeigt weder die Zeilen aus Buchstaben und <<< eines Passes oder Personalausweises noch den breiten Barcode eines Führerscheins.",
        next: "Ein europäischer Führerschein lässt sich nicht lesen: Nehmen Sie einen Reisepass oder Personalausweis. Sonst fotografieren Sie die Fotoseite des Passes oder die andere Seite der Karte.",
      },
      DOCUMENT_EXPIRED: {
        title: "Dieser Ausweis ist nicht mehr gültig",
        what: "Sein Ablaufdatum ist vorbei, deshalb kann er hier nicht verwendet werden.",
        next: "Nehmen Sie einen anderen Ausweis, der noch gültig ist.",
      },
      "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": {
        title: "Diese Art von Ausweis kennen wir nicht",
        what: "Wir können seine Zeilen lesen, aber sie sind anders aufgebaut als alle, die wir kennen.",
        next: "Nehmen Sie einen Reisepass, einen anderen Ausweis mit Zeilen aus <<< oder einen Führerschein aus den USA oder Kanada.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "Diese Art von Ausweis können wir nicht verwenden",
        what: "Es gehen Reisepässe, Personalausweise mit Zeilen aus <<< und Führerscheine aus den USA und Kanada.",
        next: "Nehmen Sie einen davon.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "Wir konnten diese Datei nicht öffnen",
        what: "Sie ist kein JPEG-, PNG-, WebP-, HEIC- oder AVIF-Bild, oder sie ist beschädigt.",
        next: "Wählen Sie ein Foto in einem dieser Formate oder nehmen Sie ein neues auf.",
      },
      IMAGE_TOO_LARGE: {
        title: "Das Bild ist zu groß",
        what: "Wir nehmen bis zu 12 MB und 50 Megapixel.",
        next: "Nehmen Sie das Foto mit geringerer Auflösung auf oder schneiden Sie es auf den Ausweis zu.",
      },
      AGE_INCONCLUSIVE: {
        title: "Die Schätzung ist zu knapp",
        what: "Sie konnte nicht deutlich genug sagen, ob Sie alt genug sind. Das ist keine Entscheidung über Ihr Alter, und es zählt nicht als Versuch.",
        next: "Wählen Sie auf dieser Seite einen anderen Weg.",
      },
      VOUCHER_WRONG: {
        title: "Fünf Codes waren falsch",
        what: "Zusammen zählen sie als ein Versuch.",
        next: "Lassen Sie sich den Code noch einmal zeigen, oder wählen Sie einen anderen Weg.",
      },
      METHOD_FAILED: {
        title: "Die Prüfung ist abgebrochen",
        what: "Bei uns ist etwas ausgefallen. Das hat nichts mit Ihnen oder Ihrem Foto zu tun.",
        next: "Bitte versuchen Sie es noch einmal.",
      },
    },
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "Wir prüfen Ihr Foto noch",
        what: "Das Foto, das Sie zuvor gesendet haben, wird gerade gelesen.",
        next: "Warten Sie einen Moment: Diese Seite zeigt das Ergebnis von selbst.",
      },
      SERVICE_UNAVAILABLE: {
        title: "Gerade sind viele Menschen hier",
        what: "Ihr Foto wurde nicht geprüft, und das zählt nicht als Versuch.",
        next: "Bitte versuchen Sie es in ein paar Sekunden noch einmal.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "Die Datei ist zu groß",
        what: "Wir nehmen Bilder bis 12 MB. Das zählt nicht als Versuch.",
        next: "Wählen Sie ein kleineres Bild oder nehmen Sie das Foto mit geringerer Auflösung auf.",
      },
      INVALID_REQUEST_BODY: {
        title: "Es ist kein Foto angekommen",
        what: "Das Formular kam ohne Bild. Das zählt nicht als Versuch.",
        next: "Wählen Sie zuerst ein Foto und senden Sie es dann.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "Das war etwas zu oft",
        what: "Es ist nichts verloren, und das zählt nicht als Versuch.",
        next: "Warten Sie ein paar Minuten oder machen Sie mit diesem Gerät weiter.",
      },
      METHOD_UNAVAILABLE: {
        title: "Diesen Weg können Sie hier nicht nutzen",
        what: "Die Prüfung ist nur auf einem anderen Weg möglich.",
        next: "Wählen Sie einen der Wege auf dieser Seite.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "Diese Prüfung ist schon beendet",
        what: "Es kann nichts mehr gesendet werden.",
        next: "Diese Seite zeigt, wie sie ausgegangen ist.",
      },
      NETWORK: {
        title: "Die Verbindung ist abgebrochen",
        what: "Ihr Foto hat uns nicht erreicht. Das zählt nicht als Versuch.",
        next: "Prüfen Sie Ihre Verbindung und senden Sie es noch einmal.",
      },
      EVIDENCE_READING: {
        title: "Es wird noch gelesen",
        what: "Was Sie gesendet haben, ist angekommen.",
        next: "Die Seite zeigt das Ergebnis von selbst.",
      },
      EVIDENCE_STOPPED: {
        title: "Sie warten nicht länger",
        what: "Was Sie gesendet haben, ist bisher nicht bei uns angekommen, und kein Versuch wurde verbraucht.",
        next: "Senden Sie es noch einmal, wenn Sie so weit sind. Kommt es doppelt an, zählt es nur einmal.",
      },
      EVIDENCE_UNSURE: {
        title: "Wir wissen nicht, ob es angekommen ist",
        what: "Die Verbindung ist abgebrochen, bevor eine Antwort kam.",
        next: "Ist es angekommen, zeigt die Seite das Ergebnis von selbst. Sie können es auch noch einmal senden: Es zählt nur einmal.",
      },
      WALLET_DECLINED: {
        title: "Die Wallet wurde geschlossen",
        what: "Nichts wurde mitgeteilt.",
        next: "Fragen Sie die Wallet noch einmal oder wählen Sie unten einen anderen Weg.",
      },
      WALLET_NOT_FOUND: {
        title: "Dieser Browser hat keine Wallet erreicht",
        what: "Vielleicht gibt es auf diesem Gerät keine, oder sie enthält nichts, was Ihr Alter belegt.",
        next: "Versuchen Sie einen der anderen Wege unten.",
      },
      WALLET_REFUSED: {
        title: "Die Antwort der Wallet war nicht verwendbar",
        what: "Der Altersnachweis ist abgelaufen, kommt von jemandem, der hier nicht anerkannt ist, oder war für eine andere Anfrage.",
        next: "Versuchen Sie es mit einem anderen Nachweis oder wählen Sie unten einen anderen Weg.",
      },
      WALLET_UNCHECKED: {
        title: "Die Antwort der Wallet wurde nicht geprüft",
        what: "Es wurde nichts entschieden, und das zählt nicht als Versuch.",
        next: "Fragen Sie Ihre Wallet gleich noch einmal oder wählen Sie unten einen anderen Weg.",
      },
      IDENTITY_PROVIDER_UNAVAILABLE: {
        title: "Der Anbieter ist nicht erreichbar",
        what: "Er hat nicht so geantwortet, wie er sollte. Das zählt nicht als Versuch.",
        next: "Wählen Sie einen anderen Weg oder versuchen Sie es in einigen Minuten noch einmal.",
      },
      IDENTITY_PROVIDER_DECLINED: {
        title: "Sie haben die Anmeldung abgebrochen",
        what: "Nichts wurde mitgeteilt, und das zählt nicht als Versuch.",
        next: "Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
      },
      IDENTITY_PROVIDER_REFUSED: {
        title: "Die Antwort konnte nicht angenommen werden",
        what: "Sie hat unsere Prüfung nicht bestanden oder gehörte zu einem anderen Besuch. Das zählt nicht als Versuch.",
        next: "Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
      },
      VENDOR_UNAVAILABLE: {
        title: "Das Unternehmen ist nicht erreichbar",
        what: "Es hat nicht so geantwortet, wie es sollte. Das zählt nicht als Versuch.",
        next: "Wählen Sie einen anderen Weg oder versuchen Sie es in einigen Minuten noch einmal.",
      },
      VENDOR_DECLINED: {
        title: "Sie haben die Prüfung abgebrochen",
        what: "Uns wurde nichts mitgeteilt, und das zählt nicht als Versuch.",
        next: "Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.",
      },
      VENDOR_REFUSED: {
        title: "Die Antwort konnte nicht angenommen werden",
        what: "Bei dem Unternehmen wird jetzt auch ein Foto Ihres Gesichts verlangt. Als Sie dort waren, war das noch nicht so. Das zählt nicht als Versuch.",
        next: "Gehen Sie noch einmal dorthin oder wählen Sie einen anderen Weg.",
      },
      DOCUMENT_TWO_PEOPLE: {
        title: "Das Foto zeigt Ausweise von zwei Personen",
        what: "Darauf stehen verschiedene Geburtsdaten, und wir können nicht erkennen, welcher Ausweis Ihrer ist. Es wurde nichts entschieden.",
        next: "Fotografieren Sie nur einen Ausweis: Ihren eigenen, ohne einen anderen im Bild.",
      },
      BIRTHDAY_TODAY: {
        title: "Ihr Geburtstag hat noch nicht überall begonnen",
        what: "Nach Ihrem Geburtsdatum erreichen Sie das Alter an Ihrem Geburtstag. In manchen Teilen der Welt ist dieser Tag schon da, in anderen noch nicht. Das ist keine Entscheidung über Ihr Alter.",
        next: "Versuchen Sie es am Morgen nach Ihrem Geburtstag noch einmal: Dann hat er überall begonnen.",
      },
      VOUCHER_UNKNOWN: {
        title: "Dieser Code gilt hier nicht",
        what: "Vielleicht ist er vertippt, schon benutzt, abgelaufen oder zurückgezogen. Das zählt nicht als Versuch.",
        next: "Vergleichen Sie ihn mit dem, den Sie bekommen haben, oder bitten Sie um einen neuen.",
      },
      VOUCHER_UNDECIDED: {
        title: "Dieser Code beantwortet die Frage nicht",
        what: "Er ist gültig, sagt aber nicht, ob Sie das hier verlangte Alter erreicht haben. Er wurde nicht verbraucht.",
        next: "Bitten Sie um einen Code für dieses Alter.",
      },
      VOUCHER_UNCHECKED: {
        title: "Der Code wurde nicht geprüft",
        what: "Es wurde nichts entschieden, und das zählt nicht als Versuch.",
        next: "Versuchen Sie es gleich noch einmal.",
      },
    },
  },

  // How it ended.
  approved: {
    title: "Sie haben gezeigt, dass Sie mindestens {age} Jahre alt sind",
    go: "Weiter zu {tenant}",
  },
  /** The same once it has ended. */
  ended: {
    answer: "{tenant} bekommt die Antwort, ohne Ihren Namen und ohne Ihr Geburtsdatum.",
    years: "{tenant} bekommt die Antwort und Ihr Alter in Jahren, ohne Ihren Namen und ohne Ihr Geburtsdatum.",
    ages: "{tenant} bekommt die Antwort zu diesen Altersgrenzen, ohne Ihren Namen und ohne Ihr Geburtsdatum: {ages}.",
    byTenant: "{tenant} hat das selbst eingetragen.",
    nothing: "Wir haben nichts von dem gespeichert, was Sie gezeigt haben.",
    mark: { one: "Von dem, was Sie gezeigt haben, behalten wir nur ein Kennzeichen Ihres Ausweises, {count} Tag lang.", other: "Von dem, was Sie gezeigt haben, behalten wir nur ein Kennzeichen Ihres Ausweises, {count} Tage lang." },
  },
  rejected: {
    title: "Die Prüfung zeigt ein Alter unter {age} Jahren",
    titleByTenant: "{tenant} hat Ihren Altersnachweis nicht angenommen",
    /** By the method that decided. */
    by: {
      tenant: "{tenant} hat das selbst entschieden und kann Ihnen den Grund nennen.",
      document: "Nach dem Geburtsdatum auf dem Ausweis ist die Person jünger als {age}. Ein weiteres Foto davon ändert das nicht.",
      wallet: "Ihre Wallet antwortet, dass Sie jünger als {age} sind. Noch einmal zu fragen ändert das nicht.",
      voucher: "Wer sich Ihren Ausweis angesehen hat, hat ein Alter unter {age} Jahren eingetragen.",
      provider: "{provider} antwortet, dass Sie jünger als {age} sind.",
      usual: "Die Prüfung selbst hat funktioniert; sie zu wiederholen ändert die Antwort nicht.",
    },
    /** Kind, and an end: most who read it are under age. */
    kind: { document: "Das ist alles: Mit Ihnen und Ihrem Ausweis ist alles in Ordnung. Mit {age} können Sie wiederkommen.", usual: "Das ist alles: Mit Ihnen ist alles in Ordnung. Mit {age} können Sie wiederkommen." },
    doubt: {
      title: "Wenn das nicht stimmen kann",
      own: "Sehen Sie nach, ob es Ihr eigener Ausweis war.",
      again: "Bitten Sie {tenant} um eine neue Prüfung.",
      ways: "Bitten Sie {tenant} um eine neue Prüfung und weisen Sie Ihr Alter auf einem anderen Weg nach: {ways}.",
      complain: "Bei {tenant} beschweren",
      quote: "Schreiben Sie an {tenant}. Unter dieser Nummer ist die Prüfung dort zu finden: {id}.",
    },
  },
  appeal: {
    title: "Glauben Sie, dass das nicht stimmt?",
    text: "Sie können die Entscheidung 24 Stunden lang anfechten. Dann weisen Sie Ihr Alter auf anderem Weg nach: {ways}.",
    go: "Entscheidung anfechten",
    made: "Sie haben diese Entscheidung angefochten. Dafür gibt es eine eigene Seite.",
    open: "Zu Ihrer Anfechtung",
    over: "Diese Entscheidung kann hier nicht mehr angefochten werden.",
    lead: "Hier fechten Sie die Entscheidung an. Sie nutzen einen anderen Weg als bei der ersten Prüfung, und es wird kein Foto eines Ausweises verlangt.",
  },
  failed: {
    title: "Wir konnten Ihr Alter nicht prüfen",
    text: "Das ist keine Entscheidung über Ihr Alter. Alle Versuche sind verbraucht.",
    last: "Der letzte Versuch: {problem}.",
    again: "Gehen Sie zurück zu {tenant} und beginnen Sie neu: Sie bekommen eine neue Seite und neue Versuche.",
    /** By the family of the last finding: hosted/screens/failed-advice.ts. */
    advice: {
      photo: ["Versuchen Sie es bei Tageslicht, mit dem Ausweis flach auf einem dunklen Tisch.", "Wenn Ihr Ausweis abgenutzt ist, fragen Sie {tenant} nach einem anderen Weg."],
      document: "Wenn Sie keinen anderen Ausweis haben, fragen Sie {tenant} nach einem anderen Weg.",
      way: "Wählen Sie dort einen anderen Weg, oder fragen Sie {tenant} danach.",
    },
  },
  expired: {
    title: "Die Zeit für diese Seite ist abgelaufen",
    text: "Es wurde nichts entschieden.",
    next: ["Gehen Sie zurück zu {tenant} und beginnen Sie neu: Dann öffnet sich eine neue Seite."],
  },
  cancelled: {
    title: "Sie haben diese Prüfung abgebrochen",
    text: "Über Ihr Alter wurde nichts entschieden. {tenant} hat nur erfahren, dass Sie abgebrochen haben.",
    next: ["Gehen Sie zurück zu {tenant}: Vielleicht gibt es einen anderen Weg, oder Sie bitten um eine neue Prüfung."],
  },
  withdrawn: {
    title: "{tenant} hat diese Prüfung beendet",
    text: "Über Ihr Alter wurde nichts entschieden.",
    next: ["Gehen Sie zurück zu {tenant}: Dort erfahren Sie den Grund oder können eine neue Prüfung beginnen."],
  },
  wayBack: {
    go: "Zurück zu {tenant}",
    next: "Was Sie jetzt tun können",
    close: "Sie können diese Seite schließen und zu {tenant} zurückgehen.",
    soon: {
      one: "In {count} Sekunde geht es von selbst dorthin.",
      other: "In {count} Sekunden geht es von selbst dorthin.",
    },
    /** Said once, to those who do not see the count. */
    announced: { one: "Diese Seite geht in {count} Sekunde von selbst zur Website zurück. Drücken Sie eine Taste oder berühren Sie den Bildschirm, um zu bleiben.", other: "Diese Seite geht in {count} Sekunden von selbst zur Website zurück. Drücken Sie eine Taste oder berühren Sie den Bildschirm, um zu bleiben." },
    stay: "Hier bleiben",
  },

  // Proving an age with a wallet.
  wallet: {
    method: {
      name: "Eine Wallet auf Ihrem Handy",
      needs: "Die EU-App zur Altersprüfung oder ein Führerschein in Ihrer Wallet",
      time: "Weniger als eine Minute",
      where: "Nur Ja oder Nein verlässt Ihre Wallet. Kein anderes Unternehmen ist beteiligt.",
    },
    heading: "Eine Wallet auf Ihrem Handy verwenden",
    about: "Ihre Wallet beantwortet eine Frage: Sind Sie {age} oder älter, ja oder nein. Ihr Name, Ihr Geburtsdatum und alles Übrige bleiben bei Ihnen.",
    browser: {
      button: "Mit einer Wallet weitermachen",
      about: "Dieser Browser fragt die Wallets, die er kennt, auf diesem Gerät oder auf Ihrem Handy.",
      waiting: "Wir warten auf Ihre Wallet …",
      cannot: "Dieser Browser kann keine Wallet fragen. Öffnen Sie diese Seite in einem anderen Browser oder wählen Sie einen anderen Weg.",
    },
    apps: { eu: "EU-App zur Altersprüfung", openid4vp: "Eine andere Wallet-App" },
    link: {
      start: "Eine App auf diesem Gerät öffnen",
      heading: "In der App weitermachen",
      open: "App öffnen",
      what: "Stimmen Sie dort zu; die App bringt Sie dann in diesen Browser zurück.",
      nothing: "Nichts passiert? Dann gibt es auf diesem Gerät keine solche App. Wählen Sie unten einen anderen Weg.",
    },
    qr: {
      start: "Einen Code für mein Handy zeigen",
      heading: "Scannen Sie diesen Code mit Ihrem Handy",
      alt: "QR-Code für Ihre Wallet-App",
      what: "Nehmen Sie die Kamera des Handys oder die Wallet-App und stimmen Sie dort zu. Diese Seite geht dann von selbst weiter.",
      reload: "Ohne JavaScript: nachsehen, ob die Antwort da ist",
    },
    again: "Oder ein anderer Weg zu Ihrer Wallet",
    demo: { text: "Testmodus: kein Handy zur Hand?", link: "Mit der Demo-Wallet antworten" },
    tryTest: "Eine Wallet mit einem Testnachweis ausprobieren",
    privacy: {
      brief: "Nur Ja oder Nein verlässt Ihre Wallet. {tenant} sieht Ihre Wallet nie.",
      deletedTerm: "Sofort verworfen",
      deleted: "Die signierte Antwort selbst, mit allem darin, woran Sie oder Ihr Gerät zu erkennen wären.",
      nobody: "Wer den Nachweis ausgestellt hat, erfährt nichts von dieser Prüfung, und diese Seite lädt nichts von anderswo.",
    },
  },
  elsewhere: {
    title: "Machen Sie dort weiter, wo Sie begonnen haben",
    wallet: "Ihre Wallet hat einen anderen Browser geöffnet als den mit Ihrer Altersprüfung. Hier wurde nichts entschieden.",
    walletNext: "Gehen Sie zu dem Browser zurück, in dem Sie begonnen haben, und öffnen Sie die App von dort noch einmal. Ein QR-Code funktioniert zwischen Geräten.",
    provider: "Der Anbieter hat Sie in einen anderen Browser geschickt als den mit Ihrer Altersprüfung. Hier wurde nichts entschieden.",
    providerNext: "Gehen Sie zu dem Browser zurück, in dem Sie begonnen haben, und melden Sie sich von dort noch einmal an.",
  },

  provider: {
    go: "Weiter mit {provider}",
    learns: "{provider} erfährt, dass Sie {tenant} besuchen.",
    method: {
      name: "Eine eID oder eine Bank-Anmeldung",
      needs: "Melden Sie sich dort mit Ihrem eigenen Konto an",
      time: "Etwa eine Minute",
      where: "Wir erhalten die Antwort zu Ihrem Alter und verwerfen alles andere.",
    },
  },

  vendor: {
    learns: "{provider} sieht Ihr Ausweisdokument und erfährt, dass Sie {tenant} besuchen.",
    learnsFace: "{provider} sieht Ihr Ausweisdokument und ein Foto Ihres Gesichts, vergleicht beides und erfährt, dass Sie {tenant} besuchen.",
    mayLearnFace: "{provider} sieht unter Umständen Ihr Ausweisdokument und ein Foto Ihres Gesichts und vergleicht beides. Das Unternehmen erfährt, dass Sie {tenant} besuchen.",
    method: {
      name: "Eine Ausweisprüfung durch ein anderes Unternehmen",
      needs: "Fotografieren Sie dort Ihr Ausweisdokument",
      time: "Einige Minuten",
      where: "Wir erhalten die Antwort zu Ihrem Alter und verwerfen alles andere.",
    },
    waiting: {
      title: "Warten auf {provider}",
      text: "Die Antwort ist noch nicht da. Diese Seite geht von selbst weiter, sobald sie eintrifft. Sie können auch einen anderen Weg wählen.",
      look: "Jetzt nachsehen",
    },
  },

  voucher: {
    method: {
      name: "Ein Code vom Personal",
      needs: "Zeigen Sie Ihren Ausweis persönlich vor und geben Sie hier den Code ein, den Sie bekommen",
      time: "Weniger als eine Minute",
      where: "Nur der Code kommt zu uns: nichts von Ihrem Ausweis.",
    },
    heading: "Geben Sie Ihren Code ein",
    about: "{tenant} gibt Ihnen den Code, nachdem Ihr Ausweis persönlich angesehen wurde. Er gilt einmal.",
    field: "Ihr Code",
    hint: "10 Buchstaben und Ziffern, wie in ABCDE-FGHJK. Groß- und Kleinschreibung und Bindestriche spielen keine Rolle.",
    submit: "Code prüfen",
    limit: "Fünf falsche Codes zählen als ein Versuch.",
    failed: {
      text: "Das ist keine Entscheidung über Ihr Alter. Fünf Codes waren falsch, deshalb können keine mehr eingegeben werden.",
      next: ["Gehen Sie zurück zu {tenant} und beginnen Sie neu: Sie bekommen eine neue Seite.", "Halten Sie den Code bereit oder bitten Sie um einen neuen."],
    },
    privacy: {
      brief: "Nur der Code kommt zu uns. Nichts von Ihrem Ausweis wird gesendet oder aufbewahrt.",
      deletedTerm: "Nie hier",
      deleted: "Ihr Ausweis, Ihr Name und Ihr Geburtsdatum: nur die Person, die Ihnen den Code gegeben hat, hat sie gesehen.",
      nobody: "Kein anderes Unternehmen ist beteiligt, und diese Seite lädt nichts von anderen Websites.",
    },
  },

  data: {
    link: "Ihre Daten",
    title: "Was über diese Prüfung gespeichert ist",
    lead: "{tenant} hat um diese Prüfung gebeten. Das Wichtigste steht auf dieser Seite, alles andere in der Kopie.",
    facts: {
      reference: "Kennung",
      started: "Begonnen",
      result: "Ergebnis",
      method: "Verfahren",
      age: "Alter in Jahren",
      attempts: "Versuche",
      entries: "Angaben, die {tenant} hinzugefügt hat",
      until: "Angaben gespeichert bis",
      marks: "Kennzeichen, an denen ein erneut verwendeter Ausweis zu erkennen ist",
      address: "Ein Kennzeichen Ihrer Netzwerkadresse, nicht die Adresse selbst",
      messages: "Nachrichten an {tenant}",
    },
    result: {
      open: "Noch nicht beendet",
      over: "{age} oder älter",
      under: "Jünger als {age}",
      none: "Keine Entscheidung",
    },
    never: "Fotos, Namen, Geburtsdaten, Dokumentnummern und Antworten von Wallets werden nie gespeichert.",
    copy: "Kopie herunterladen (JSON)",
    ask: {
      title: "Löschen",
      text: "{tenant} hat 30 Tage Zeit für eine Antwort. Sie erscheint auf dieser Seite. Heben Sie die Adresse auf.",
      atOnce: "Es wird sofort gelöscht, und diese Seite zeigt dann eine Quittung. Das lässt sich nicht rückgängig machen: Eine Website, die wieder fragt, braucht eine neue Prüfung.",
      go: "Löschung beantragen",
      goAtOnce: "Jetzt löschen",
      open: "Sie können die Löschung beantragen, sobald die Prüfung beendet ist.",
    },
    asked: {
      title: "Sie haben die Löschung beantragt",
      text: "Antrag vom {date}. {tenant} hat bis {due} Zeit für eine Antwort. Sie erscheint auf dieser Seite.",
      busy: "Es wird gerade gelöscht. Öffnen Sie diese Seite in einer Minute noch einmal.",
    },
    declined: {
      title: "{tenant} hat die Löschung abgelehnt",
      text: "Das ist die Antwort vom {date}:",
    },
    erased: {
      title: "Gelöscht",
      text: "Alles über diese Prüfung wurde am {date} gelöscht, außer dass sie stattgefunden hat.",
      keep: "Heben Sie die Quittung und ihr Salz auf: Zusammen beweisen sie die Löschung.",
      receipt: "Quittung",
      salt: "Salz",
      until: "Diese Seite lässt sich bis {date} öffnen.",
    },
    failedTitle: "Das hat nicht geklappt",
    failed: "Es wurde nichts gelöscht. Versuchen Sie es in einer Minute noch einmal.",
    back: "Zurück zur Altersprüfung",
  },
  ageKey: {
    use: "Meinen Altersschlüssel verwenden",
    useAbout: "Wenn Sie eine frühere Prüfung auf diesem Gerät gespeichert haben: Fingerabdruck, Gesicht oder PIN genügt.",
    waiting: "Warten auf Ihr Gerät …",
    checking: "Wird geprüft …",
    keep: "Auf diesem Gerät merken, dass ich {age} oder älter bin",
    keepAbout: "Beim nächsten Mal genügt Ihr Fingerabdruck, Ihr Gesicht oder Ihre PIN. Gespeichert wird nur: {age} oder älter, wie Sie es nachgewiesen haben, und der Monat. Der Schlüssel endet am {date}.",
    limits: "Tun Sie das nur auf einem Gerät, das Sie mit niemandem teilen: Ein Passkey kann auf andere Geräte übertragen werden. Der Betreiber dieser Seite kann sehen, wenn er wieder verwendet wird.",
    keptTitle: "Auf diesem Gerät gespeichert",
    kept: "Gespeichert. Sie können den Schlüssel jederzeit ansehen und löschen.",
    name: "Altersnachweis {age}+, {month}",
    title: "Ihr Altersschlüssel",
    lead: "Ein Altersschlüssel ist ein Passkey auf Ihrem Gerät. Er wiederholt, was Sie einmal nachgewiesen haben: dass Sie ein Alter erreichen. Hier steht nicht, wer Sie sind. Darum kann nur der Schlüssel selbst zeigen, was er sagt.",
    look: "Zeigen, was er sagt",
    remove: "Meinen Altersschlüssel löschen",
    unsupported: "Diese Seite braucht JavaScript und einen Browser mit Passkeys.",
    age: "{age} oder älter",
    proven: "Nachgewiesen im {month}",
    ends: "Endet am {date}",
    counts: "Gilt bei {tenant}",
    countsAll: "Gilt hier auf jeder Website, die solche Schlüssel annimmt",
    synced: "Ihr Gerät überträgt ihn vielleicht auf Ihre anderen Geräte",
    single: "Bleibt auf diesem einen Gerät",
    test: "Im Testmodus erstellt: Er beweist nichts",
    deletedTitle: "Altersschlüssel gelöscht",
    deleted: "Ihr Altersschlüssel ist hier gelöscht. Den Passkey können Sie auch in den Einstellungen Ihres Geräts entfernen.",
    receipt: "Dieser Beleg beweist die Löschung. Bewahren Sie ihn auf, wenn Sie möchten; niemand sonst kann erkennen, dass es um Sie geht.",
    code: "Fehlercode: {code}",
    problems: {
      stopped: { title: "Es wurde kein Altersschlüssel verwendet", what: "Sie haben abgebrochen, oder auf diesem Gerät gibt es keinen für diese Seite.", next: "Wählen Sie einen anderen Weg oder versuchen Sie es noch einmal." },
      unknown: { title: "Dieser Altersschlüssel ist hier nicht bekannt", what: "Er wurde gelöscht, ist abgelaufen oder gehört zu einer anderen Seite.", next: "Weisen Sie Ihr Alter auf einem anderen Weg nach. Danach können Sie einen neuen speichern." },
      ended: { title: "Dieser Altersschlüssel ist zu alt", what: "Er ist abgelaufen, oder die Website verlangt einen neueren Nachweis.", next: "Weisen Sie Ihr Alter auf einem anderen Weg nach. Danach können Sie einen neuen speichern." },
      elsewhere: { title: "Dieser Altersschlüssel gilt hier nicht", what: "Er wurde für eine andere Website oder für Tests erstellt.", next: "Weisen Sie Ihr Alter auf einem anderen Weg nach." },
      weak: { title: "Dieser Altersschlüssel reicht hier nicht", what: "Er beweist weniger, als diese Website verlangt. Das ist keine Entscheidung über Ihr Alter.", next: "Weisen Sie Ihr Alter auf einem anderen Weg nach." },
      synced: { title: "Dieser Passkey kann auf mehreren Geräten sein", what: "Diese Website nimmt nur einen Schlüssel, der auf einem Gerät bleibt. Das ist keine Entscheidung über Ihr Alter.", next: "Machen Sie ohne ihn weiter." },
      refused: { title: "Die Antwort Ihres Geräts wurde nicht angenommen", what: "Es wurde nichts entschieden, und das zählt nicht als Versuch.", next: "Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg." },
      over: { title: "Das kann nicht mehr gespeichert werden", what: "Es geht einmal, innerhalb von 15 Minuten nach der Prüfung.", next: "Sie können weitergehen. Nach Ihrer nächsten Prüfung wird es wieder angeboten." },
    },
  },
};
