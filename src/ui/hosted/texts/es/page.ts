import type { Texts } from "../en/index.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: {
    by: "Comprobación de edad de",
    support: "Ayuda de {tenant}",
    language: "Idioma",
  },
  test: {
    badge: "Modo de prueba",
    about: "No se hace ninguna comprobación real ni se cobra nada. Elija qué debe ocurrir:",
    bar: "Esta página se abrió con una clave de prueba.",
    outcomes: {
      approve: {
        name: "Aprobar",
        about: "La persona tiene la edad necesaria.",
      },
      under_age: {
        name: "Menor de la edad",
        about: "A la persona le falta un año.",
      },
      poor_document: {
        name: "Foto mala",
        about: "La foto está borrosa; gasta un intento.",
      },
      provider_error: {
        name: "Fallo técnico",
        about: "El método falla; gasta un intento.",
      },
      expire: {
        name: "Caducar",
        about: "El tiempo se acaba ahora.",
      },
    },
  },
  broken: {
    title: "No se ha podido mostrar esta página",
    text: "Algo ha fallado por nuestra parte. No se ha decidido nada, y no se ha perdido nada de lo que ya envió.",
    reference: "Si pregunta a alguien por ello, indique",
    again: "Volver a intentarlo",
  },
  missing: {
    title: "Esta página no existe",
    text: "Puede que la dirección esté incompleta o ya no sirva. Si un sitio web le envió aquí para comprobar su edad, vuelva a él y empiece de nuevo.",
  },
} satisfies Partial<Texts>;
