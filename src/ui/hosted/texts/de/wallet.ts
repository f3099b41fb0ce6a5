import type { Texts } from "../en/index.ts";

/** Proving an age with a wallet. */
export const wallet = {
  wallet: {
    method: {
      name: "Eine Wallet auf Ihrem Handy",
      needs: "Die EU-App zur Altersprüfung oder ein Führerschein in Ihrer Wallet",
      time: "Weniger als eine Minute",
      where: "Nur Ja oder Nein verlässt Ihre Wallet. Kein anderes Unternehmen ist beteiligt.",
    },
    heading: "Eine Wallet auf Ihrem Handy verwenden",
    about:
      "Ihre Wallet beantwortet eine Frage: Sind Sie {age} oder älter, ja oder nein. Ihr Name, Ihr Geburtsdatum und alles Übrige bleiben bei Ihnen.",
    browser: {
      button: "Mit einer Wallet weitermachen",
      about: "Dieser Browser fragt die Wallets, die er kennt, auf diesem Gerät oder auf Ihrem Handy.",
      waiting: "Wir warten auf Ihre Wallet …",
      checking: "Die Antwort wird geprüft …",
    },
    apps: { eu: "EU-App zur Altersprüfung", openid4vp: "Eine andere Wallet-App" },
    link: {
      start: "Eine App auf diesem Gerät öffnen",
      heading: "In der App weitermachen",
      open: "App öffnen",
      what: "Stimmen Sie dort zu; die App bringt Sie dann in diesen Browser zurück.",
      nothing:
        "Nichts passiert? Dann gibt es auf diesem Gerät keine solche App. Wählen Sie unten einen anderen Weg.",
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
    problems: {
      WALLET_DECLINED: {
        title: "Die Wallet wurde geschlossen",
        what: "Nichts wurde mitgeteilt, und es zählt nicht als Versuch.",
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
    },
    privacy: {
      brief: "Nur Ja oder Nein verlässt Ihre Wallet. {tenant} sieht Ihre Wallet nie.",
      deleted: {
        term: "Sofort verworfen",
        text: "Die signierte Antwort selbst, mit allem darin, woran Sie oder Ihr Gerät zu erkennen wären.",
      },
      kept: {
        term: "Hier aufbewahrt",
        text: "Die Antwort ({age} oder älter, oder nicht), die Art des Nachweises, wer dafür bürgt, und die Zeit.",
      },
      learns: { text: "Die Antwort, die Art des Nachweises und die Zeit." },
      nobody: {
        text: "Wer den Nachweis ausgestellt hat, erfährt nichts von dieser Prüfung, und diese Seite lädt nichts von anderswo.",
      },
    },
    elsewhere: {
      title: "Machen Sie dort weiter, wo Sie begonnen haben",
      text: "Ihre Wallet hat einen anderen Browser geöffnet als den mit Ihrer Altersprüfung. Hier wurde nichts entschieden.",
      next: "Gehen Sie zu dem Browser zurück, in dem Sie begonnen haben, und öffnen Sie die App von dort noch einmal. Ein QR-Code funktioniert zwischen Geräten.",
    },
  },
} satisfies Pick<Texts, "wallet">;
