import type { Texts } from "../en/index.ts";

/** Proving an age with a wallet. */
export const wallet = {
  wallet: {
    method: {
      name: "Una cartera en su teléfono",
      needs: "La aplicación europea de verificación de edad, o un permiso de conducir en su cartera",
      time: "Menos de un minuto",
      where: "Solo un sí o un no sale de su cartera. No participa ninguna otra empresa.",
    },
    heading: "Use una cartera en su teléfono",
    about:
      "Su cartera responde a una sola pregunta: ¿tiene {age} años o más, sí o no? Su nombre, su fecha de nacimiento y lo demás se quedan con usted.",
    browser: {
      button: "Continuar con una cartera",
      about: "Este navegador pregunta a las carteras que conoce, en este dispositivo o en su teléfono.",
      waiting: "Esperando a su cartera …",
      checking: "Comprobando la respuesta …",
    },
    apps: { eu: "Aplicación europea de verificación de edad", openid4vp: "Otra aplicación de cartera" },
    link: {
      start: "Abrir una aplicación en este dispositivo",
      heading: "Continúe en la aplicación",
      open: "Abrir la aplicación",
      what: "Acepte allí; después la aplicación le devuelve a este navegador.",
      nothing:
        "¿No pasa nada? Entonces este dispositivo no tiene esa aplicación. Elija otra forma más abajo.",
    },
    qr: {
      start: "Mostrar un código para mi teléfono",
      heading: "Escanee este código con su teléfono",
      alt: "Código QR para su aplicación de cartera",
      what: "Use la cámara del teléfono o la aplicación de cartera y acepte allí. Después esta página avanza por sí sola.",
      reload: "Sin JavaScript: ver si ha llegado la respuesta",
    },
    again: "U otro camino hasta su cartera",
    demo: { text: "Modo de prueba: ¿sin teléfono a mano?", link: "Responder con la cartera de demostración" },
    tryTest: "Probar una cartera con una credencial de prueba",
    problems: {
      WALLET_DECLINED: {
        title: "Se cerró la cartera",
        what: "No se compartió nada, y esto no cuenta como intento.",
        next: "Vuelva a preguntar a la cartera, o elija otra forma más abajo.",
      },
      WALLET_NOT_FOUND: {
        title: "Este navegador no encontró ninguna cartera",
        what: "Quizá no haya ninguna en este dispositivo, o no contenga nada que demuestre su edad.",
        next: "Pruebe una de las otras formas de abajo.",
      },
      WALLET_REFUSED: {
        title: "No se pudo usar la respuesta de la cartera",
        what: "Su prueba de edad ha caducado, viene de alguien que aquí no se reconoce, o era para otra solicitud.",
        next: "Inténtelo con otra prueba de edad, o elija otra forma más abajo.",
      },
    },
    privacy: {
      brief: "Solo un sí o un no sale de su cartera. {tenant} nunca ve su cartera.",
      deleted: {
        term: "Se descarta al momento",
        text: "La propia respuesta firmada, con todo lo que permitiría reconocerle a usted o a su dispositivo.",
      },
      kept: {
        term: "Se guarda aquí",
        text: "La respuesta ({age} años o más, o no), el tipo de credencial, quién responde por ella y la hora.",
      },
      learns: { text: "La respuesta, el tipo de credencial y la hora." },
      nobody: {
        text: "Quien emitió la credencial no se entera de esta comprobación, y esta página no carga nada de otros sitios.",
      },
    },
    elsewhere: {
      title: "Continúe donde empezó",
      text: "Su cartera abrió otro navegador distinto del de su comprobación de edad. Aquí no se ha decidido nada.",
      next: "Vuelva al navegador en el que empezó y abra desde allí la aplicación otra vez. Un código QR funciona entre dispositivos.",
    },
  },
} satisfies Pick<Texts, "wallet">;
