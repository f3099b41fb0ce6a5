import type { Texts } from "../en/index.ts";

/** The document method's form. */
export const document = {
  document: {
    heading: "Fotografe o seu documento",
    which:
      "A página com a foto de um passaporte, o lado de um documento de identidade com as linhas de letras e <<<, ou o verso de uma carta de condução dos Estados Unidos ou do Canadá.",
    tips: [
      "As linhas <<<, ou todo o código de barras, estão na imagem",
      "Luz clara e uniforme, sem reflexos",
      "As letras e as linhas finas estão nítidas",
    ],
    drawing:
      "Desenho: o verso de uma carta de condução. Abaixo da banda magnética há um bloco largo de linhas pretas finas.",
    field: "Foto do seu documento",
    choose: "Escolher uma foto",
    chooseOther: "Escolher outra foto",
    camera: "Tirar uma foto",
    formats: "JPEG, PNG, WebP, HEIC ou AVIF, até 12 MB",
    preview: "A sua foto. As letras e as linhas finas estão nítidas?",
    submit: "Verificar a minha idade",
    cameraSubmit: "Verificar esta foto",
    preparing: "A preparar a sua foto",
    sending: "A enviar a sua foto",
    checking: "A ler o documento",
    wrongType: "Este ficheiro não é uma imagem JPEG, PNG, WebP, HEIC ou AVIF. Escolha outro.",
  },
} satisfies Partial<Texts>;
