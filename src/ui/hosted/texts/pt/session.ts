import type { Texts } from "../en/index.ts";

/** Stopping, time and connection. */
export const session = {
  cancel: {
    title: "Quer parar?",
    text: "Nada será decidido sobre a sua idade. {tenant} saberá apenas que parou.",
    after: "Esta página fecha definitivamente. Pode pedir a {tenant} uma nova verificação quando quiser.",
    yes: "Sim, parar",
    no: "Não, continuar",
  },
  time: {
    left: {
      one: "Esta página fica aberta por mais {count} minuto.",
      other: "Esta página fica aberta por mais {count} minutos.",
    },
    closing: "Esta página fecha em menos de um minuto.",
    after: "Se o tempo acabar, nada se perde: {tenant} pode abrir uma nova página.",
  },
  offline: {
    waiting: "Está sem ligação à internet. Esta página continua sozinha assim que a ligação voltar.",
    unsent: "Está sem ligação à internet. O que escolheu será enviado sozinho assim que a ligação voltar.",
    back: "A ligação voltou.",
  },
} satisfies Partial<Texts>;
