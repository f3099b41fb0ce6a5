import type { Texts } from "../en/index.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: {
    by: "Sprawdzanie wieku:",
    support: "Pomoc od: {tenant}",
    language: "Język",
  },
  test: {
    badge: "Tryb testowy",
    about: "Nie odbywa się prawdziwe sprawdzenie i nic nie jest naliczane. Wybierz, co ma się stać:",
    bar: "Tę stronę otwarto kluczem testowym.",
    outcomes: {
      approve: {
        name: "Zatwierdź",
        about: "Osoba ma wymagany wiek.",
      },
      under_age: {
        name: "Za młody wiek",
        about: "Osobie brakuje jednego roku.",
      },
      poor_document: {
        name: "Słabe zdjęcie",
        about: "Zdjęcie jest nieostre; zużywa jedną próbę.",
      },
      provider_error: {
        name: "Błąd techniczny",
        about: "Metoda zawodzi; zużywa jedną próbę.",
      },
      expire: {
        name: "Koniec czasu",
        about: "Czas kończy się teraz.",
      },
    },
  },
  broken: {
    title: "Nie udało się pokazać tej strony",
    text: "Coś nie zadziałało po naszej stronie. Nic nie zostało rozstrzygnięte i nic z tego, co już wysłano, nie przepadło.",
    reference: "Jeśli kogoś o to zapytasz, podaj",
    again: "Spróbuj ponownie",
  },
  missing: {
    title: "Nie ma takiej strony",
    text: "Adres może być niepełny lub nieaktualny. Jeśli do sprawdzenia wieku skierowała Cię tu inna strona, wróć na nią i zacznij od nowa.",
  },
} satisfies Partial<Texts>;
