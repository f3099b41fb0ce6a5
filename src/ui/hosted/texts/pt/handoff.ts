import type { Texts } from "../en/index.ts";

/** A check that goes on at a phone. */
export const handoff = {
  handoff: {
    offer: "A câmara do seu telefone vê melhor um documento.",
    start: "Continuar no seu telefone",
    title: "Continue no seu telefone",
    steps: [
      "Abra a câmara do seu telefone.",
      "Aponte para esta imagem e abra a ligação que aparece.",
      "Continue lá. Esta página acompanha sozinha.",
    ],
    picture: "Uma imagem que a câmara do seu telefone lê: abre esta verificação no seu telefone.",
    limits:
      "Funciona uma só vez e durante cinco minutos. Use o seu próprio telefone e não envie a imagem a ninguém.",
    here: "Continuar aqui",
    openedTitle: "Aberta no seu telefone",
    opened: "Continue lá. Assim que terminar, esta página mostra o resultado sozinha. Pode deixá-la aberta.",
    expiredTitle: "A imagem expirou",
    expired: "Ninguém a usou a tempo. Não faz mal: mostre uma nova.",
    again: "Mostrar uma nova",
    arriveTitle: "Continuar a verificação de idade de {tenant} neste telefone",
    arrive: "Continue apenas se a imagem estava no seu próprio computador e se começou esta verificação.",
    arriveGo: "Continuar aqui",
    staleTitle: "Esta ligação já não funciona",
    stale:
      "Funciona uma só vez e durante cinco minutos. Volte ao computador, mostre lá uma nova imagem e abra essa.",
    takenBackTitle: "Esta verificação continua no seu computador",
    takenBack: "Foi retomada lá. Daqui não se pode enviar mais nada, e nada do que enviou é guardado.",
    back: "Volte ao computador: continua lá. Pode fechar esta página.",
  },
} satisfies Partial<Texts>;
