import type { Texts } from "../en/index.ts";

/** What happened, and what helps. */
export const problems = {
  attempts: {
    one: "Pode tentar mais uma vez.",
    other: "Pode tentar mais {count} vezes.",
  },
  notAnAttempt: "Isto não conta como tentativa.",
  problems: {
    generic: {
      title: "Algo falhou do nosso lado",
      what: "Nada foi verificado.",
      next: "Tente de novo dentro de momentos.",
    },
    findings: {
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "A foto está desfocada",
        what: "As letras e as linhas finas confundem-se.",
        next: "Segure o telefone sem mexer, toque nas linhas <<< ou no código de barras para focar e tire a foto de novo.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "Um reflexo cobre parte do documento",
        what: "A luz reflete no documento e esconde o que está por baixo.",
        next: "Desligue o flash e incline um pouco o documento até nada brilhar.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "O documento está muito pequeno na foto",
        what: "As letras e as linhas são finas demais para se distinguirem.",
        next: "Aproxime até o documento encher a imagem e envie a foto original, não uma captura.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "A foto está muito escura",
        what: "Há pouca luz para a ler.",
        next: "Acenda uma luz ou vá até uma janela e tire a foto de novo.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "A foto não está suficientemente nítida",
        what: "A parte que lemos não se via bem.",
        next: "Use luz uniforme, segure o telefone sem mexer e deixe o documento encher a imagem.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Não conseguimos ler o documento",
        what: "Encontrámos as linhas ou o código de barras, mas há partes cobertas, cortadas, dobradas ou gastas.",
        next: "Coloque-o numa superfície plana, mantenha as linhas <<< ou todo o código de barras na imagem e tire a foto de novo.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "As linhas do documento não batem certo",
        what: "Lemos as linhas de letras e <<<, mas os dígitos de controlo estão errados.",
        next: "Confirme que nada cobre as linhas. Se voltar a acontecer, use outro documento.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Não encontrámos nada que se possa ler",
        what: "A imagem não mostra nem as linhas de letras e <<< de um passaporte ou documento de identidade, nem o código de barras largo de uma carta de condução.",
        next: "Tente a página com a foto do passaporte, ou vire o cartão: muitas vezes ambos estão no verso.",
      },
      DOCUMENT_EXPIRED: {
        title: "Este documento já não é válido",
        what: "A data de validade passou, por isso não pode ser usado aqui.",
        next: "Use outro documento que ainda seja válido.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "Não podemos usar este tipo de documento",
        what: "Servem passaportes, documentos de identidade com linhas <<< e cartas de condução dos Estados Unidos e do Canadá.",
        next: "Use um deles.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "Não conseguimos abrir este ficheiro",
        what: "Não é uma imagem JPEG, PNG, WebP, HEIC ou AVIF, ou está danificado.",
        next: "Escolha uma foto num destes formatos ou tire uma nova.",
      },
      IMAGE_TOO_LARGE: {
        title: "A imagem é grande demais",
        what: "Aceitamos até 12 MB e 50 megapixels.",
        next: "Tire a foto com menos resolução, ou recorte-a ao documento.",
      },
      METHOD_FAILED: {
        title: "A verificação foi interrompida",
        what: "Algo falhou do nosso lado. Não tem nada a ver consigo nem com a sua foto.",
        next: "Tente de novo.",
      },
    },
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "Ainda estamos a verificar a sua foto",
        what: "A que enviou antes está a ser lida.",
        next: "Espere um momento: esta página mostra o resultado sozinha.",
      },
      SERVICE_UNAVAILABLE: {
        title: "Há muitas pessoas aqui neste momento",
        what: "A sua foto não foi verificada, e isto não conta como tentativa.",
        next: "Tente de novo dentro de alguns segundos.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "O ficheiro é grande demais",
        what: "Aceitamos imagens até 12 MB. Isto não conta como tentativa.",
        next: "Escolha uma menor, ou tire a foto com menos resolução.",
      },
      INVALID_REQUEST_BODY: {
        title: "Não chegou nenhuma foto",
        what: "O formulário chegou sem imagem. Isto não conta como tentativa.",
        next: "Escolha primeiro uma foto e depois envie.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "Foram vezes demais seguidas",
        what: "Nada se perdeu, e isto não conta como tentativa.",
        next: "Espere alguns minutos, ou continue com este dispositivo.",
      },
      METHOD_UNAVAILABLE: {
        title: "Esta forma não está disponível aqui",
        what: "A verificação só pode ser feita de outra forma.",
        next: "Escolha uma das formas desta página.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "Esta verificação já terminou",
        what: "Não se pode enviar mais nada.",
        next: "Esta página mostra como terminou.",
      },
      NETWORK: {
        title: "A ligação foi interrompida",
        what: "A sua foto não nos chegou. Isto não conta como tentativa.",
        next: "Verifique a ligação e envie de novo.",
      },
    },
  },
} satisfies Partial<Texts>;
