import type { Texts } from "../en/index.ts";

/** Stopping, time and connection. */
export const session = {
  cancel: {
    title: "Czy chcesz przerwać?",
    text: "Nic nie zostanie rozstrzygnięte w sprawie Twojego wieku. {tenant} dowie się tylko, że sprawdzanie zostało przerwane.",
    after: "Ta strona zamknie się na stałe. W każdej chwili możesz poprosić {tenant} o nowe sprawdzenie.",
    yes: "Tak, przerwij",
    no: "Nie, kontynuuj",
  },
  time: {
    left: {
      one: "Ta strona będzie otwarta jeszcze przez {count} minutę.",
      few: "Ta strona będzie otwarta jeszcze przez {count} minuty.",
      many: "Ta strona będzie otwarta jeszcze przez {count} minut.",
      other: "Ta strona będzie otwarta jeszcze przez {count} minuty.",
    },
    closing: "Ta strona zamknie się za niecałą minutę.",
    after: "Jeśli czas się skończy, nic nie przepadnie: {tenant} może otworzyć dla Ciebie nową stronę.",
  },
  offline: {
    waiting: "Brak połączenia. Ta strona sama ruszy dalej, gdy tylko połączenie wróci.",
    unsent: "Brak połączenia. Twój wybór zostanie wysłany samoczynnie, gdy tylko połączenie wróci.",
    back: "Połączenie wróciło.",
  },
} satisfies Partial<Texts>;
