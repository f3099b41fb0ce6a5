import type { Texts } from "../en/index.ts";

/** A check that goes on at a phone. */
export const handoff = {
  handoff: {
    offer: "Aparat w telefonie lepiej widzi dokument.",
    start: "Kontynuuj na telefonie",
    title: "Kontynuuj na telefonie",
    steps: [
      "Otwórz aparat w telefonie.",
      "Skieruj go na ten obrazek i otwórz link, który się pojawi.",
      "Kontynuuj tam. Ta strona sama będzie śledzić postęp.",
    ],
    picture: "Obrazek, który odczyta aparat w telefonie: otwiera to sprawdzenie na Twoim telefonie.",
    limits: "Działa tylko raz i przez pięć minut. Użyj własnego telefonu i nikomu nie wysyłaj tego obrazka.",
    here: "Jednak kontynuuj tutaj",
    openedTitle: "Otwarto na Twoim telefonie",
    opened: "Kontynuuj tam. Gdy tylko skończysz, ta strona sama pokaże wynik. Możesz zostawić ją otwartą.",
    expiredTitle: "Obrazek stracił ważność",
    expired: "Nikt go nie użył na czas. Nic nie szkodzi: pokaż nowy.",
    again: "Pokaż nowy",
    arriveTitle: "Kontynuuj na tym telefonie sprawdzanie wieku dla {tenant}",
    arrive:
      "Kontynuuj tylko wtedy, gdy obrazek był na Twoim własnym komputerze i to sprawdzanie zaczęło się u Ciebie.",
    arriveGo: "Kontynuuj tutaj",
    staleTitle: "Ten link już nie działa",
    stale:
      "Działa tylko raz i przez pięć minut. Wróć do komputera, pokaż tam nowy obrazek i otwórz właśnie ten.",
    takenBackTitle: "To sprawdzenie toczy się dalej na Twoim komputerze",
    takenBack:
      "Zostało tam przejęte z powrotem. Stąd nie można już nic wysłać, a nic z tego, co wysłano, nie jest przechowywane.",
    back: "Wróć do komputera: tam jest dalszy ciąg. Tę stronę możesz zamknąć.",
  },
} satisfies Partial<Texts>;
