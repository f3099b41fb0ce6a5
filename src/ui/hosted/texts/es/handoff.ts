import type { Texts } from "../en/index.ts";

/** A check that goes on at a phone. */
export const handoff = {
  handoff: {
    offer: "La cámara de su teléfono ve mejor un documento.",
    start: "Continuar en su teléfono",
    title: "Continúe en su teléfono",
    steps: [
      "Abra la cámara de su teléfono.",
      "Apunte a esta imagen y abra el enlace que aparece.",
      "Siga allí. Esta página avanzará por sí sola.",
    ],
    picture: "Una imagen que lee la cámara de su teléfono: abre esta comprobación en su teléfono.",
    limits:
      "Funciona una sola vez y durante cinco minutos. Use su propio teléfono y no envíe la imagen a nadie.",
    here: "Continuar aquí",
    openedTitle: "Abierto en su teléfono",
    opened:
      "Siga allí. En cuanto termine, esta página mostrará el resultado por sí sola. Puede dejarla abierta.",
    expiredTitle: "La imagen ha caducado",
    expired: "Nadie la ha usado a tiempo. No pasa nada: muestre una nueva.",
    again: "Mostrar una nueva",
    arriveTitle: "Continuar la comprobación de edad de {tenant} en este teléfono",
    arrive: "Siga solo si la imagen estaba en su propio ordenador y si esta comprobación la empezó usted.",
    arriveGo: "Continuar aquí",
    staleTitle: "Este enlace ya no funciona",
    stale:
      "Funciona una sola vez y durante cinco minutos. Vuelva a su ordenador, muestre allí una imagen nueva y ábrala.",
    takenBackTitle: "Esta comprobación sigue en su ordenador",
    takenBack:
      "Se ha recuperado allí. Desde aquí no se puede enviar nada más, y no se guarda nada de lo que envió.",
    back: "Vuelva a su ordenador: allí continúa. Puede cerrar esta página.",
  },
} satisfies Partial<Texts>;
