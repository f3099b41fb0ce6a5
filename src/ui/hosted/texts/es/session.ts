import type { Texts } from "../en/index.ts";

/** Stopping, time and connection. */
export const session = {
  cancel: {
    title: "¿Quiere dejarlo?",
    text: "No se decidirá nada sobre su edad. A {tenant} solo se le dirá que lo ha dejado.",
    after:
      "Esta página se cerrará definitivamente. Puede pedir a {tenant} una nueva comprobación cuando quiera.",
    yes: "Sí, dejarlo",
    no: "No, continuar",
  },
  time: {
    left: {
      one: "Esta página seguirá abierta {count} minuto más.",
      other: "Esta página seguirá abierta {count} minutos más.",
    },
    closing: "Esta página se cierra en menos de un minuto.",
    after: "Si se acaba el tiempo, no se pierde nada: {tenant} puede abrirle una página nueva.",
  },
  offline: {
    waiting: "No tiene conexión. Esta página seguirá sola en cuanto vuelva a tenerla.",
    unsent: "No tiene conexión. Lo que ha elegido se enviará solo en cuanto vuelva a tenerla.",
    back: "Vuelve a tener conexión.",
  },
} satisfies Partial<Texts>;
