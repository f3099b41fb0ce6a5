import type { Texts } from "../en/index.ts";

/** The document method's form. */
export const document = {
  document: {
    heading: "Fotografíe su documento",
    which:
      "La página de la foto de un pasaporte, el lado de un documento de identidad con las líneas de letras y <<<, o el reverso de un permiso de conducir de Estados Unidos o Canadá.",
    tips: [
      "Las líneas <<<, o todo el código de barras, están en la imagen",
      "Luz clara y uniforme, sin reflejos",
      "Las letras y las líneas finas se ven nítidas",
    ],
    drawing:
      "Dibujo: el reverso de un permiso. Debajo de la banda magnética hay un bloque ancho de finas líneas negras.",
    field: "Foto de su documento",
    choose: "Elegir una foto",
    chooseOther: "Elegir otra foto",
    camera: "Hacer una foto",
    formats: "JPEG, PNG, WebP, HEIC o AVIF, hasta 12 MB",
    preview: "Su foto. ¿Se ven nítidas las letras y las líneas finas?",
    submit: "Comprobar mi edad",
    cameraSubmit: "Comprobar esta foto",
    preparing: "Preparando su foto",
    sending: "Enviando su foto",
    checking: "Leyendo el documento",
    wrongType: "Este archivo no es una imagen JPEG, PNG, WebP, HEIC o AVIF. Elija otro.",
  },
} satisfies Partial<Texts>;
