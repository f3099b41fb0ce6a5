import type { Texts } from "../en/index.ts";

/** The first screen. */
export const start = {
  start: {
    title: "{tenant} prosi o potwierdzenie ukończenia {age} lat",
    lead: "Nic się nie zacznie, dopóki nie naciśniesz przycisku.",
    learns: {
      term: "Czego dowie się {tenant}",
      text: "Odpowiedź na pytanie o ukończenie {age} lat oraz, jeśli dokument to podaje, Twój wiek w latach. Bez imienia i nazwiska, bez daty urodzenia, bez żadnego zdjęcia.",
    },
    kept: {
      term: "Co jest przechowywane",
      text: "Tylko ta odpowiedź, sposób jej potwierdzenia i czas. To, co pokażesz, jest usuwane zaraz po sprawdzeniu.",
    },
    choose: "Wybierz sposób potwierdzenia",
    onlyWay: "Jak to działa",
    begin: "Zacznij",
    otherWay: "Wybierz inny sposób",
    back: "Wróć na początek",
    cancel: "Nie chcę tego robić",
    noWay:
      "W tej chwili nie można tu potwierdzić wieku w żaden sposób. Wróć na stronę {tenant} i poproś o inny.",
  },
  methods: {
    document: {
      name: "Zdjęcie dokumentu",
      needs: "Paszport, dowód osobisty albo prawo jazdy ze Stanów Zjednoczonych lub Kanady",
      time: "Około minuty",
      where: "Odczytywane na tym serwerze i od razu usuwane. Nie widzi go żadna inna firma.",
    },
    unknown: {
      name: "Inny sposób",
      needs: "",
      time: "",
      where: "",
    },
  },
  privacy: {
    brief: "Twoje zdjęcie jest odczytywane na tym serwerze i od razu usuwane. {tenant} nigdy go nie widzi.",
    more: "Co jest przechowywane i kto czego się dowiaduje",
    deleted: {
      term: "Od razu usuwane",
      text: "Zdjęcie, imię i nazwisko, data urodzenia i wszystko inne z dokumentu.",
    },
    kept: {
      term: "Przechowywane tutaj",
      text: "Odpowiedź (ukończenie {age} lat: tak lub nie), Twój wiek w latach, rodzaj dokumentu i czas.",
    },
    learns: {
      term: "{tenant} dowiaduje się",
      text: "Tego samego: odpowiedzi, Twojego wieku w latach, rodzaju dokumentu i czasu.",
    },
    nobody: {
      term: "Nikt inny",
      text: "Nie bierze w tym udziału żadna inna firma, a ta strona nie wczytuje niczego z zewnątrz.",
    },
  },
} satisfies Partial<Texts>;
