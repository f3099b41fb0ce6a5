import type { Texts } from "../en/index.ts";

/** The live camera of the document method. */
export const camera = {
  camera: {
    introTitle: "Antes de abrir la cámara",
    intro: [
      "Su navegador pregunta si esta página puede usar la cámara.",
      "Sostenga el documento dentro del marco. En cuanto se vea nítido, la foto se hace sola.",
      "Solo se envía esa foto; se lee y se borra. No se graba nada.",
    ],
    open: "Abrir la cámara",
    starting: "La cámara se está iniciando",
    liveTitle: "Sostenga el documento dentro del marco",
    shutter: "Hacer la foto ahora",
    light: "Luz",
    close: "Cerrar la cámara",
    choose: "Elegir una foto en su lugar",
    again: "Intentarlo de nuevo",
    pausedTitle: "La cámara está apagada",
    paused: "Se apagó porque esta página no estaba a la vista.",
    resume: "Volver a encenderla",
    hints: {
      searching: "Coloque las líneas con <<< dentro del marco",
      too_dark: "Está demasiado oscuro: encienda una luz",
      glare: "Hay un reflejo: incline un poco el documento",
      too_far: "Acérquese",
      blurry: "Está borroso: no se mueva, un poco más lejos",
      cut_off: "Las líneas están cortadas: póngalas todas dentro del marco",
      hold_still: "Casi: no se mueva, sin sombras ni reflejos",
      barcode: "Un código de barras: llene el marco con él y pulse el botón",
      manual: "Pulse el botón cuando letras y líneas se vean nítidas",
      read: "Listo",
    },
    problems: {
      denied: {
        title: "Esta página no puede usar la cámara",
        text: "Usted o su navegador lo han rechazado. Puede permitirlo en los ajustes del navegador para esta página, o elegir una foto.",
      },
      missing: {
        title: "No hemos encontrado ninguna cámara",
        text: "Este dispositivo no tiene ninguna que una página pueda usar. Elija una foto en su lugar.",
      },
      busy: {
        title: "La cámara está en uso",
        text: "Otro programa u otra pestaña la está usando. Ciérrelo e inténtelo de nuevo, o elija una foto.",
      },
      failed: { title: "La cámara no se ha iniciado", text: "Inténtelo de nuevo o elija una foto." },
    },
  },
} satisfies Partial<Texts>;
