import type { Texts } from "../en/index.ts";

/** What happened, and what helps. */
export const problems = {
  attempts: {
    one: "Sie haben noch einen Versuch.",
    other: "Sie haben noch {count} Versuche.",
  },
  notAnAttempt: "Das zählt nicht als Versuch.",
  problems: {
    generic: {
      title: "Bei uns ist etwas schiefgegangen",
      what: "Es wurde nichts geprüft.",
      next: "Bitte versuchen Sie es gleich noch einmal.",
    },
    findings: {
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
      DOCUMENT_QUALITY_LOW: {
        title: "Das Foto ist nicht deutlich genug",
        what: "Der Teil, den wir lesen, war nicht gut zu sehen.",
        next: "Sorgen Sie für gleichmäßiges Licht, halten Sie das Handy ruhig und lassen Sie den Ausweis das Bild füllen.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Wir konnten den Ausweis nicht lesen",
        what: "Wir haben seine Zeilen oder seinen Barcode gefunden, aber Teile davon sind verdeckt, abgeschnitten, geknickt oder abgenutzt.",
        next: "Legen Sie ihn flach hin, behalten Sie die Zeilen mit <<< oder den ganzen Barcode im Bild und nehmen Sie das Foto noch einmal auf.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Die Zeilen des Ausweises sind nicht stimmig",
        what: "Wir haben die Zeilen aus Buchstaben und <<< gelesen, aber ihre Prüfziffern sind falsch.",
        next: "Achten Sie darauf, dass nichts die Zeilen verdeckt. Wenn es wieder geschieht, nehmen Sie einen anderen Ausweis.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Wir haben nichts Lesbares gefunden",
        what: "Das Bild zeigt weder die Zeilen aus Buchstaben und <<< eines Passes oder Personalausweises noch den breiten Barcode eines Führerscheins.",
        next: "Versuchen Sie es mit der Fotoseite des Passes oder drehen Sie die Karte um: Oft ist beides auf der Rückseite.",
      },
      DOCUMENT_EXPIRED: {
        title: "Dieser Ausweis ist nicht mehr gültig",
        what: "Sein Ablaufdatum ist vorbei, deshalb kann er hier nicht verwendet werden.",
        next: "Nehmen Sie einen anderen Ausweis, der noch gültig ist.",
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
        title: "Dieser Weg wird hier nicht angeboten",
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
    },
  },
} satisfies Partial<Texts>;
