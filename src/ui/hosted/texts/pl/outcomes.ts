import type { Texts } from "../en/index.ts";

/** How it ended. */
export const outcomes = {
  approved: {
    title: "Potwierdzono ukończenie {age} lat",
    text: "{tenant} otrzymuje odpowiedź bez Twojego imienia i nazwiska oraz bez daty urodzenia. Nic z tego, co pokazano, nie zostało zachowane.",
    go: "Przejdź do {tenant}",
  },
  rejected: {
    title: "Sprawdzenie wskazuje wiek poniżej {age} lat",
    text: "Samo sprawdzenie się powiodło, więc ponowienie go z tym samym dokumentem lub portfelem nie zmieni odpowiedzi. {tenant} wymaga ukończenia {age} lat i otrzymuje odpowiedź bez Twojego imienia i nazwiska oraz bez daty urodzenia.",
    next: [
      "Jeśli to pomyłka, upewnij się, że dokument jest Twój i nadal ważny.",
      "Następnie poproś {tenant} o nowe sprawdzenie.",
    ],
    go: "Wróć do {tenant}",
  },
  failed: {
    title: "Nie udało się sprawdzić Twojego wieku",
    text: "To nie jest rozstrzygnięcie w sprawie Twojego wieku. Wykorzystano wszystkie próby i żadnej nie dało się odczytać.",
    last: "Ostatnia próba: {problem}.",
    next: [
      "Wróć do {tenant} i zacznij od nowa: otrzymasz nową stronę i nowe próby.",
      "Spróbuj przy świetle dziennym, z dokumentem leżącym płasko na ciemnym stole.",
      "Jeśli dokument jest zużyty, poproś {tenant} o inny sposób.",
    ],
    go: "Wróć do {tenant}",
  },
  expired: {
    title: "Czas tej strony się skończył",
    text: "Nic nie zostało rozstrzygnięte i nic z tego, co pokazano, nie zostało zachowane.",
    next: ["Wróć do {tenant} i zacznij od nowa: otworzy się nowa strona."],
    go: "Wróć do {tenant}",
  },
  cancelled: {
    title: "Sprawdzanie zostało przerwane na Twoje życzenie",
    text: "Nic nie zostało rozstrzygnięte w sprawie Twojego wieku. {tenant} wie tylko, że sprawdzanie zostało przerwane.",
    next: ["Wróć do {tenant}: być może jest inny sposób albo możesz poprosić o nowe sprawdzenie."],
    go: "Wróć do {tenant}",
  },
  wayBack: {
    next: "Co możesz teraz zrobić",
    close: "Możesz zamknąć tę stronę i wrócić do {tenant}.",
    soon: {
      one: "Automatyczne przejście za {count} sekundę.",
      few: "Automatyczne przejście za {count} sekundy.",
      many: "Automatyczne przejście za {count} sekund.",
      other: "Automatyczne przejście za {count} sekundy.",
    },
    stay: "Zostań tutaj",
  },
} satisfies Partial<Texts>;
