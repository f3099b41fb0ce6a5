import type { Texts } from "./en.ts";

/** Portuguese. A part that is not translated yet is in English. */
export const pt: Texts = {
  // The frame around every screen, and the pages outside a verification.
  frame: {
    by: "Verificação de idade por",
    support: "Ajuda de {tenant}",
    language: "Idioma",
  },
  test: {
    badge: "Modo de teste",
    about: "Não é feita nenhuma verificação real e nada é cobrado. Escolha o que deve acontecer:",
    bar: "Esta página foi aberta com uma chave de teste.",
    outcomes: {
      approve: {
        name: "Aprovar",
        about: "A pessoa tem a idade necessária.",
      },
      under_age: {
        name: "Abaixo da idade",
        about: "Falta um ano à pessoa.",
      },
      poor_document: {
        name: "Má foto",
        about: "A foto está desfocada; gasta uma tentativa.",
      },
      provider_error: {
        name: "Falha técnica",
        about: "O método falha; gasta uma tentativa.",
      },
      expire: {
        name: "Expirar",
        about: "O tempo acaba agora.",
      },
    },
  },
  broken: {
    title: "Não foi possível mostrar esta página",
    text: "Algo falhou do nosso lado. Nada foi decidido, e nada do que já enviou se perdeu.",
    reference: "Se contactar o apoio, indique",
    again: "Tentar de novo",
  },
  missing: {
    title: "Esta página não existe",
    text: "O endereço pode estar incompleto ou desatualizado. Se veio de um site para verificar a idade, volte a ele e comece de novo.",
  },

  // The first screen.
  start: {
    title: "{tenant} pede que prove que tem {age} anos ou mais",
    lead: "Nada começa antes de carregar num botão.",
    choose: "Escolha como quer provar",
    onlyWay: "Como funciona",
    otherWay: "Escolher outra forma",
    back: "Voltar ao início",
    cancel: "Não quero fazer isto",
    noWay: "Neste momento não há aqui nenhuma forma de provar a sua idade. Volte a {tenant} e peça outra.",
    others: "Não posso usar nenhuma destas",
    wayClosed: "Já não pode usar essa forma nesta verificação. Escolha outra.",
  },
  methods: {
    document: {
      name: "Foto de um documento",
      needs: "Um passaporte, um documento de identidade ou uma carta de condução dos Estados Unidos ou do Canadá",
      time: "Cerca de um minuto",
      where: "É lida neste servidor e apagada logo em seguida. Nenhuma outra empresa a vê.",
    },
    unknown: "Outra forma",
    quoted: "«{name}»",
  },
  privacy: {
    brief: "A sua foto é lida neste servidor e apagada logo em seguida. {tenant} nunca a vê.",
    more: "O que é guardado e quem fica a saber o quê",
    deletedTerm: "Apagado logo em seguida",
    deleted: "A foto, o seu nome, a sua data de nascimento e o número do documento.",
    keptTerm: "Guardado aqui",
    learnsTerm: "{tenant} fica a saber",
    nobodyTerm: "Mais ninguém",
    nobody: "Nenhuma outra empresa participa, e esta página não carrega nada de outros sites.",
  },

  /** What the tenant learns and what is kept, by the check: core/practice/page-facts.ts chooses the sentences. */
  facts: {
    learns: {
      only: "{tenant} só fica a saber se tem {age} anos ou mais",
      years: "{tenant} fica a saber se tem {age} anos ou mais e, quando a prova o indica, a sua idade em anos",
      ages: "{tenant} só fica a saber quais destas idades atinge: {ages}",
      agesAndYears: "{tenant} fica a saber quais destas idades atinge ({ages}) e, quando a prova o indica, a sua idade em anos",
      how: "E também como e quando o provou. Não enviamos o seu nome, a sua data de nascimento nem nenhuma foto.",
      when: "E também quando o provou, mas não como. Não enviamos o seu nome, a sua data de nascimento nem nenhuma foto.",
    },
    shown: "O que mostrar aqui é apagado logo depois da verificação",
    mark: { one: "Do seu documento fica apenas uma marca, durante {count} dia", other: "Do seu documento fica apenas uma marca, durante {count} dias" },
    markAbout: "A marca indica a {tenant} se o mesmo documento volta a ser usado. É calculada com uma chave secreta e nada do documento se pode ler nela.",
    until: "Guardado até {tenant} o apagar:",
    days: { one: "Guardado durante {count} dia, no máximo:", other: "Guardado durante {count} dias, no máximo:" },
    parts: {
      result: "a resposta, como a provou e quando",
      years: "a sua idade em anos, quando a prova a indica",
      ages: "quais das idades pedidas atinge",
      tries: "cada tentativa e porque não bastou",
      course: "como decorreu a verificação: língua, horas e formas oferecidas",
      document: "uma marca do seu documento",
      voucher: "que código usou e que funcionário lho deu",
      entries: "o que {tenant} enviou em conjunto, como um número de encomenda",
      address: "uma marca do seu endereço de rede, não o próprio endereço",
      person: "durante um dia, uma marca que o representa junto de {tenant}",
      records: "registos técnicos: páginas abertas, mensagens para {tenant}, pedidos a carteiras e a outras empresas",
    },
    vendors: { erases: "{provider} tem a sua própria cópia do que lá mostrar. Pedimos que seja apagada, o que pode demorar alguns dias.", keeps: "{provider} tem a sua própria cópia do que lá mostrar. Não podemos mandar apagá-la: contacte {provider}." },
  },
  /** The step first, then whose check it is: the title of each step. */
  step: { of: "{step} – verificação de idade de {tenant}" },

  // Stopping, the time left, and a lost connection.
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
    look: "Sem JavaScript: ver se há novidades",
  },
  offline: {
    waiting: "Está sem ligação à internet. Esta página continua sozinha assim que a ligação voltar.",
    unsent: "Está sem ligação à internet. O que escolheu será enviado sozinho assim que a ligação voltar.",
    back: "A ligação voltou.",
  },

  // What was sent, on its way.
  sending: {
    sending: "A enviar…",
    reading: "Chegou e está a ser lido.",
    unsure: "Ainda não sabemos se chegou. Esta página continua a perguntar.",
    slow: "Está a demorar mais do que o habitual. Pode continuar à espera, ou parar e enviar de novo: só conta uma vez.",
    stop: "Parar de esperar",
  },

  // The document method's form.
  document: {
    heading: "Fotografe o seu documento",
    which: "A página com a foto de um passaporte, o lado de um documento de identidade com as linhas de letras e <<<, ou o verso de uma carta de condução dos Estados Unidos ou do Canadá. As outras cartas de condução, incluindo as europeias, não podem ser lidas.",
    tips: ["As linhas <<<, ou todo o código de barras, estão na imagem", "Luz clara e uniforme, sem reflexos", "As letras e as linhas finas estão nítidas"],
    drawing: "Dois desenhos. A página da fotografia de um passaporte: em baixo há duas longas linhas de letras. O verso de uma carta de condução: abaixo da banda magnética há um bloco largo de linhas pretas finas.",
    field: "Foto do seu documento",
    choose: "Escolher uma foto",
    chooseOther: "Escolher outra foto",
    camera: "Tirar uma foto",
    formats: "JPEG, PNG, WebP, HEIC ou AVIF, até 12 MB",
    preview: "A sua foto. As letras e as linhas finas estão nítidas?",
    submit: "Verificar a minha idade",
    cameraSubmit: "Verificar esta foto",
    preparing: "A preparar a sua foto",
  },

  // The live camera of the document method.
  camera: {
    introTitle: "Antes de abrir a câmara",
    intro: ["O seu navegador pergunta se esta página pode usar a câmara.", "Segure o documento dentro da moldura. Assim que estiver nítido, a fotografia é tirada sozinha.", "Só essa fotografia é enviada, lida e apagada. Nada é gravado."],
    open: "Abrir a câmara",
    starting: "A câmara está a iniciar",
    slow: "A câmara ainda não iniciou. Se o navegador não lhe perguntar nada, escolha antes uma fotografia.",
    liveTitle: "Segure o documento dentro da moldura",
    shutter: "Tirar a fotografia agora",
    light: "Luz",
    close: "Fechar a câmara",
    choose: "Escolher antes uma fotografia",
    again: "Tentar de novo",
    pausedTitle: "A câmara está desligada",
    paused: "Foi desligada porque esta página não estava visível.",
    resume: "Ligar de novo",
    hints: {
      searching: "Coloque as linhas com <<< dentro da moldura",
      too_dark: "Está demasiado escuro: acenda uma luz",
      glare: "Há um reflexo: incline um pouco o documento",
      too_far: "Aproxime-se",
      blurry: "Está desfocado: não se mexa, um pouco mais longe",
      cut_off: "As linhas estão cortadas: ponha-as todas dentro da moldura",
      covered: "Parte das linhas está coberta: afaste os dedos",
      hold_still: "Quase: não se mexa, sem sombras nem reflexos",
      barcode: "Um código de barras: encha a moldura com ele e não se mova",
      manual: "Carregue no botão quando letras e linhas estiverem nítidas",
      read: "Já está",
    },
    problems: {
      denied: {
        title: "Esta página não pode usar a câmara",
        text: "A permissão foi recusada por si ou pelo navegador. Pode permitir nas definições do navegador para esta página, ou escolher uma fotografia.",
      },
      missing: {
        title: "Não encontrámos nenhuma câmara",
        text: "Este dispositivo não tem nenhuma que uma página possa usar. Escolha antes uma fotografia.",
      },
      busy: {
        title: "A câmara está a ser usada",
        text: "Outro programa ou separador está a usá-la. Feche-o e tente de novo, ou escolha uma fotografia.",
      },
      failed: { title: "A câmara não iniciou", text: "Tente de novo ou escolha uma fotografia." },
    },
  },

  // A check that continues on a phone.
  handoff: {
    offer: "A câmara do seu telefone vê melhor um documento.",
    start: "Continuar no seu telefone",
    title: "Continue no seu telefone",
    steps: ["Abra a câmara do seu telefone.", "Aponte para este código QR e abra a ligação que aparece.", "Continue lá. Esta página acompanha sozinha."],
    picture: "Código QR que abre esta verificação no seu telefone.",
    limits: "Funciona uma só vez e durante cinco minutos. Use o seu próprio telefone e não partilhe o código com ninguém.",
    here: "Continuar aqui",
    openedTitle: "Aberta no seu telefone",
    opened: "Continue lá. Assim que terminar, esta página mostra o resultado sozinha. Pode deixá-la aberta.",
    expiredTitle: "O código QR expirou",
    expired: "Não foi usado a tempo. Mostre um novo para continuar.",
    again: "Mostrar um novo",
    arriveTitle: "Continuar a verificação de idade de {tenant} neste telefone",
    arrive: "Continue apenas se o código QR estava no seu próprio computador e se começou esta verificação.",
    arriveGo: "Continuar aqui",
    staleTitle: "Esta ligação já não funciona",
    stale: "Funciona uma só vez e durante cinco minutos. Volte ao computador, mostre lá um novo código QR e leia-o.",
    takenBackTitle: "Esta verificação continua no seu computador",
    takenBack: "Foi retomada lá. Daqui não se pode enviar mais nada, e nada do que enviou é guardado.",
    back: "Volte ao computador: continua lá. Pode fechar esta página.",
  },

  // What happened, and what to do about it.
  attempts: {
    one: "Pode tentar mais uma vez.",
    other: "Pode tentar mais {count} vezes.",
  },
  notAnAttempt: "Isto não conta como tentativa.",
  /** In place of `next`, where the browser knows the person’s clock. */
  birthday: { after: "Tente de novo depois de {time}: nessa altura já começou em todo o lado." },
  problems: {
    generic: {
      title: "Algo falhou do nosso lado",
      what: "Nada foi verificado.",
      next: "Tente de novo dentro de momentos.",
    },
    findings: {
      IDENTITY_PROVIDER_UNDECIDED: {
        title: "O fornecedor não confirma a sua idade",
        what: "Não diz, ou não com fiabilidade suficiente, se tem a idade pedida aqui.",
        next: "Escolha outra forma de provar a sua idade.",
      },
      VENDOR_UNDECIDED: {
        title: "Não foi possível verificar o seu documento",
        what: "A empresa que o examinou não consegue dizer se tem a idade pedida aqui.",
        next: "Tente de novo com outro documento ou escolha outra forma de provar a sua idade.",
      },
      "VENDOR_UNDECIDED.selfie_face_mismatch": {
        title: "Não foi possível associar o seu rosto à fotografia do documento",
        what: "A empresa comparou a fotografia do seu rosto com a do documento e não encontrou correspondência.",
        next: "Tente de novo com boa luz e com o seu próprio documento, ou escolha outra forma de provar a sua idade.",
      },
      "VENDOR_UNDECIDED.selfie_document_missing_photo": {
        title: "O documento não tem fotografia para comparar",
        what: "A empresa não encontrou no documento uma fotografia com que comparar o seu rosto.",
        next: "Use um documento com a sua fotografia, ou escolha outra forma de provar a sua idade.",
      },
      "VENDOR_UNDECIDED.selfie_unverified_other": {
        title: "Não foi possível comparar o seu rosto com o documento",
        what: "A fotografia do seu rosto não serviu para isso. Isto não diz nada sobre a sua idade.",
        next: "Tente de novo com boa luz e o rosto descoberto, ou escolha outra forma de provar a sua idade.",
      },
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
      "DOCUMENT_QUALITY_LOW.cut_off": {
        title: "As linhas estão cortadas",
        what: "As linhas de letras e <<< continuam para lá da margem da foto.",
        next: "Afaste-se até as duas pontas de todas as linhas estarem na imagem e tire a foto de novo.",
      },
      "DOCUMENT_QUALITY_LOW.covered": {
        title: "Algo cobre parte das linhas",
        what: "Conseguimos ler parte das linhas de letras e <<<, mas o resto está coberto.",
        next: "Afaste os dedos, a capa ou o que estiver sobre as linhas e tire a foto de novo.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "A foto não está suficientemente nítida",
        what: "A parte que lemos não se via bem.",
        next: "Use luz uniforme, segure o telefone sem mexer e deixe o documento encher a imagem.",
      },
      "DOCUMENT_UNREADABLE.no_birth_year": {
        title: "O documento não diz em que ano nasceu",
        what: "Lemo-lo sem erros, mas não indica o ano de nascimento e por isso não pode mostrar a sua idade.",
        next: "Use outro documento que indique a sua data de nascimento.",
      },
      "DOCUMENT_UNREADABLE.two_birth_years": {
        title: "O documento não indica o seu ano de nascimento completo",
        what: "Só dá os dois últimos algarismos. Pode ser 1925 ou 2025, por exemplo, por isso não podemos decidir.",
        next: "Use um documento que indique o ano completo ou escolha outra forma.",
      },
      DOCUMENT_UNREADABLE: {
        title: "Não conseguimos ler o documento",
        what: "Encontrámos as linhas ou o código de barras, mas há partes cobertas, cortadas, dobradas ou gastas.",
        next: "Coloque-o numa superfície plana, mantenha as linhas <<< ou todo o código de barras na imagem e tire a foto de novo.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Alguns caracteres não coincidem",
        what: "Lemos as linhas de letras e <<<, mas os dígitos de controlo não batem certo.",
        next: "Confirme que nada cobre as linhas. Se voltar a acontecer, use outro documento.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "Não encontrámos nada que se possa ler",
        what: "A imagem não mostra nem as linhas de letras e <<< de um passaporte ou documento de identidade, nem o código de barras largo de uma carta de condução.",
        next: "Uma carta de condução europeia não pode ser lida: use um passaporte ou um documento de identidade. Caso contrário, fotografe a página com a foto do passaporte ou o outro lado do cartão.",
      },
      DOCUMENT_EXPIRED: {
        title: "Este documento já não é válido",
        what: "A data de validade passou, por isso não pode ser usado aqui.",
        next: "Use outro documento que ainda seja válido.",
      },
      "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": {
        title: "Não conhecemos este tipo de documento",
        what: "Conseguimos ler as linhas, mas estão dispostas de uma forma que não conhecemos.",
        next: "Use um passaporte, outro documento de identidade com linhas <<< ou uma carta de condução dos Estados Unidos ou do Canadá.",
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
      AGE_INCONCLUSIVE: {
        title: "A estimativa está demasiado perto do limite",
        what: "Não foi possível dizer com clareza suficiente se tem a idade pedida. Não é uma decisão sobre a sua idade, e não conta como tentativa.",
        next: "Escolha outra forma nesta página.",
      },
      VOUCHER_WRONG: {
        title: "Cinco códigos estavam errados",
        what: "Juntos contam como uma tentativa.",
        next: "Peça para ver o código outra vez ou escolha outra forma.",
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
        title: "Não pode usar esta forma aqui",
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
      EVIDENCE_READING: {
        title: "Ainda está a ser lido",
        what: "O que enviou já nos chegou.",
        next: "Esta página mostra o resultado sozinha.",
      },
      EVIDENCE_STOPPED: {
        title: "Parou de esperar",
        what: "O que enviou ainda não nos chegou e não foi gasta nenhuma tentativa.",
        next: "Envie de novo quando quiser. Se chegar duas vezes, só conta uma.",
      },
      EVIDENCE_UNSURE: {
        title: "Não sabemos se chegou",
        what: "A ligação foi interrompida antes de vir uma resposta.",
        next: "Se chegou, esta página mostra o resultado sozinha. Também pode enviar de novo: só conta uma vez.",
      },
      WALLET_DECLINED: {
        title: "A carteira foi fechada",
        what: "Nada foi partilhado.",
        next: "Pergunte de novo à carteira, ou escolha outra forma abaixo.",
      },
      WALLET_NOT_FOUND: {
        title: "Este navegador não encontrou nenhuma carteira",
        what: "Talvez não haja nenhuma neste dispositivo, ou não contenha nada que prove a sua idade.",
        next: "Experimente uma das outras formas abaixo.",
      },
      WALLET_REFUSED: {
        title: "Não foi possível usar a resposta da carteira",
        what: "A prova de idade expirou, vem de alguém que aqui não é reconhecido, ou era para outro pedido.",
        next: "Tente com outra prova de idade, ou escolha outra forma abaixo.",
      },
      WALLET_UNCHECKED: {
        title: "A resposta da carteira não foi verificada",
        what: "Nada foi decidido, e isto não conta como tentativa.",
        next: "Pergunte de novo à sua carteira dentro de momentos, ou escolha outra forma abaixo.",
      },
      IDENTITY_PROVIDER_UNAVAILABLE: {
        title: "Não é possível contactar o fornecedor",
        what: "Não respondeu como devia. Isto não conta como tentativa.",
        next: "Escolha outra forma, ou tente de novo dentro de alguns minutos.",
      },
      IDENTITY_PROVIDER_DECLINED: {
        title: "Interrompeu o início de sessão",
        what: "Nada foi partilhado, e isto não conta como tentativa.",
        next: "Tente de novo, ou escolha outra forma.",
      },
      IDENTITY_PROVIDER_REFUSED: {
        title: "A resposta não pôde ser aceite",
        what: "Não passou nas nossas verificações, ou era de outra visita. Isto não conta como tentativa.",
        next: "Tente de novo, ou escolha outra forma.",
      },
      VENDOR_UNAVAILABLE: {
        title: "Não é possível contactar a empresa",
        what: "Não respondeu como devia. Isto não conta como tentativa.",
        next: "Escolha outra forma ou tente de novo dentro de alguns minutos.",
      },
      VENDOR_DECLINED: {
        title: "Interrompeu a verificação",
        what: "Nada nos foi comunicado, e isto não conta como tentativa.",
        next: "Tente de novo ou escolha outra forma.",
      },
      VENDOR_REFUSED: {
        title: "A resposta não pôde ser aceite",
        what: "A empresa pede agora também uma fotografia do seu rosto, e não a pedia quando lá foi. Isto não conta como tentativa.",
        next: "Volte lá, ou escolha outra forma.",
      },
      DOCUMENT_TWO_PEOPLE: {
        title: "A foto mostra documentos de duas pessoas",
        what: "As datas de nascimento são diferentes e não conseguimos saber qual é o seu. Nada foi decidido.",
        next: "Fotografe um só documento: o seu, sem nenhum outro na imagem.",
      },
      BIRTHDAY_TODAY: {
        title: "O seu aniversário ainda não começou em todo o lado",
        what: "Segundo a sua data de nascimento, atinge a idade no dia do seu aniversário. Em algumas partes do mundo já é esse dia, noutras ainda não. Não é uma decisão sobre a sua idade.",
        next: "Tente de novo na manhã a seguir ao seu aniversário: nessa altura já começou em todo o lado.",
      },
      VOUCHER_UNKNOWN: {
        title: "Este código não funciona aqui",
        what: "Pode estar mal escrito, já usado, expirado ou anulado. Isto não conta como tentativa.",
        next: "Compare-o com o que recebeu ou peça um novo.",
      },
      VOUCHER_UNDECIDED: {
        title: "Este código não responde à pergunta",
        what: "É válido, mas não diz se tem a idade pedida aqui. Não foi gasto.",
        next: "Peça um código para esta idade.",
      },
      VOUCHER_UNCHECKED: {
        title: "O código não foi verificado",
        what: "Nada foi decidido, e isto não conta como tentativa.",
        next: "Tente de novo dentro de momentos.",
      },
    },
  },

  // How it ended.
  approved: {
    title: "Mostrou que tem {age} anos ou mais",
    go: "Continuar para {tenant}",
  },
  /** The same once it has ended. */
  ended: {
    answer: "{tenant} recebe a resposta, sem o seu nome nem a sua data de nascimento.",
    years: "{tenant} recebe a resposta e a sua idade em anos, sem o seu nome nem a sua data de nascimento.",
    ages: "{tenant} recebe a resposta para estas idades, sem o seu nome nem a sua data de nascimento: {ages}.",
    byTenant: "{tenant} registou-o por si.",
    nothing: "Não guardámos nada do que mostrou.",
    mark: { one: "Do que mostrou guardamos apenas uma marca do seu documento, durante {count} dia.", other: "Do que mostrou guardamos apenas uma marca do seu documento, durante {count} dias." },
  },
  rejected: {
    title: "A verificação indica uma idade inferior a {age} anos",
    titleByTenant: "{tenant} não aceitou a sua prova de idade",
    /** By the method that decided. */
    by: {
      tenant: "{tenant} decidiu-o por si e pode dizer-lhe porquê.",
      document: "Segundo a data de nascimento do documento, o titular tem menos de {age} anos. Outra foto não muda isso.",
      wallet: "A sua carteira responde que tem menos de {age} anos. Perguntar-lhe de novo não muda isso.",
      voucher: "A pessoa que viu o seu documento registou uma idade inferior a {age} anos.",
      provider: "{provider} responde que tem menos de {age} anos.",
      usual: "A verificação funcionou, por isso repeti-la não muda a resposta.",
    },
    /** Kind, and an end: most who read it are under age. */
    kind: { document: "É tudo: não há nada de errado consigo nem com o seu documento. Pode voltar quando tiver {age} anos.", usual: "É tudo: não há nada de errado consigo. Pode voltar quando tiver {age} anos." },
    doubt: {
      title: "Se isto não pode estar certo",
      own: "Confirme que era o seu próprio documento.",
      again: "Peça a {tenant} uma nova verificação.",
      ways: "Peça a {tenant} uma nova verificação e prove a sua idade de outra forma: {ways}.",
      complain: "Reclamar junto de {tenant}",
      quote: "Escreva a {tenant}, que pode encontrar esta verificação pelo número: {id}.",
    },
  },
  appeal: {
    title: "Acha que isto está errado?",
    text: "Pode contestar a decisão durante 24 horas. Nesse caso, prova a sua idade de outra forma: {ways}.",
    go: "Contestar esta decisão",
    made: "Contestou esta decisão. A sua contestação tem uma página própria.",
    open: "Ir para a sua contestação",
    over: "Esta decisão já não pode ser contestada aqui.",
    lead: "Esta é a sua contestação. Usa uma forma diferente da primeira verificação, e não é pedida nenhuma fotografia de um documento.",
  },
  failed: {
    title: "Não conseguimos verificar a sua idade",
    text: "Isto não é uma decisão sobre a sua idade. Todas as tentativas foram usadas.",
    last: "A última tentativa: {problem}.",
    again: "Volte a {tenant} e comece de novo: terá uma nova página e novas tentativas.",
    /** By the family of the last finding: hosted/screens/failed-advice.ts. */
    advice: {
      photo: ["Tente à luz do dia, com o documento pousado numa mesa escura.", "Se o seu documento estiver gasto, peça a {tenant} outra forma."],
      document: "Se não tiver outro documento, peça a {tenant} outra forma.",
      way: "Escolha lá outra forma ou peça uma a {tenant}.",
    },
  },
  expired: {
    title: "O tempo desta página acabou",
    text: "Nada foi decidido.",
    next: ["Volte a {tenant} e comece de novo: abre-se uma nova página."],
  },
  cancelled: {
    title: "Parou esta verificação",
    text: "Nada foi decidido sobre a sua idade. {tenant} sabe apenas que parou.",
    next: ["Volte a {tenant}: talvez haja outra forma, ou pode pedir uma nova verificação."],
  },
  withdrawn: {
    title: "{tenant} terminou esta verificação",
    text: "Nada foi decidido sobre a sua idade.",
    next: ["Volte a {tenant}: aí pode saber o motivo ou iniciar uma nova verificação."],
  },
  wayBack: {
    go: "Voltar a {tenant}",
    next: "O que pode fazer agora",
    close: "Pode fechar esta página e voltar a {tenant}.",
    soon: {
      one: "Segue automaticamente em {count} segundo.",
      other: "Segue automaticamente em {count} segundos.",
    },
    /** Said once, to those who do not see the count. */
    announced: { one: "Esta página volta sozinha ao site dentro de {count} segundo. Prima uma tecla ou toque no ecrã para ficar.", other: "Esta página volta sozinha ao site dentro de {count} segundos. Prima uma tecla ou toque no ecrã para ficar." },
    stay: "Ficar aqui",
  },

  // Proving an age with a wallet.
  wallet: {
    method: {
      name: "Uma carteira no seu telefone",
      needs: "A aplicação europeia de verificação de idade, ou uma carta de condução na sua carteira",
      time: "Menos de um minuto",
      where: "Só um sim ou um não sai da sua carteira. Nenhuma outra empresa participa.",
    },
    heading: "Use uma carteira no seu telefone",
    about: "A sua carteira responde a uma só pergunta: tem {age} anos ou mais, sim ou não. O seu nome, a data de nascimento e o resto ficam consigo.",
    browser: {
      button: "Continuar com uma carteira",
      about: "Este navegador pergunta às carteiras que conhece, neste dispositivo ou no seu telefone.",
      waiting: "À espera da sua carteira …",
      cannot: "Este navegador não pode perguntar a uma carteira. Abra esta página noutro navegador ou escolha outra forma.",
    },
    apps: { eu: "Aplicação europeia de verificação de idade", openid4vp: "Outra aplicação de carteira" },
    link: {
      start: "Abrir uma aplicação neste dispositivo",
      heading: "Continue na aplicação",
      open: "Abrir a aplicação",
      what: "Aceite lá; depois a aplicação traz você de volta a este navegador.",
      nothing: "Nada acontece? Então este dispositivo não tem essa aplicação. Escolha outra forma abaixo.",
    },
    qr: {
      start: "Mostrar um código para o meu telefone",
      heading: "Leia este código com o seu telefone",
      alt: "Código QR para a sua aplicação de carteira",
      what: "Use a câmara do telefone ou a aplicação de carteira e aceite lá. Depois esta página avança sozinha.",
      reload: "Sem JavaScript: ver se a resposta chegou",
    },
    again: "Ou outro caminho até à sua carteira",
    demo: { text: "Modo de teste: sem telefone à mão?", link: "Responder com a carteira de demonstração" },
    tryTest: "Experimentar uma carteira com uma credencial de teste",
    privacy: {
      brief: "Só um sim ou um não sai da sua carteira. {tenant} nunca vê a sua carteira.",
      deletedTerm: "Descartada de imediato",
      deleted: "A própria resposta assinada, com tudo o que permitiria reconhecer a pessoa ou o dispositivo.",
      nobody: "Quem emitiu a credencial não fica a saber desta verificação, e esta página não carrega nada de outros sítios.",
    },
  },
  elsewhere: {
    title: "Continue onde começou",
    wallet: "A sua carteira abriu um navegador diferente daquele da verificação de idade. Aqui nada foi decidido.",
    walletNext: "Volte ao navegador em que começou e abra lá a aplicação outra vez. Um código QR funciona entre dispositivos.",
    provider: "O fornecedor enviou-o para um navegador diferente daquele da verificação de idade. Aqui nada foi decidido.",
    providerNext: "Volte ao navegador em que começou e inicie sessão a partir dele outra vez.",
  },

  provider: {
    go: "Continuar com {provider}",
    learns: "{provider} fica a saber que visita {tenant}.",
    method: {
      name: "Uma identidade eletrónica ou bancária",
      needs: "Inicie sessão lá com a sua própria conta",
      time: "Cerca de um minuto",
      where: "Recebemos a resposta sobre a sua idade e descartamos tudo o resto.",
    },
  },

  vendor: {
    learns: "{provider} vê o seu documento de identificação e fica a saber que visita {tenant}.",
    learnsFace: "{provider} vê o seu documento de identificação e uma fotografia do seu rosto, compara-os e fica a saber que visita {tenant}.",
    mayLearnFace: "{provider} pode ver o seu documento de identificação e uma fotografia do seu rosto e compará-los. A empresa fica a saber que visita {tenant}.",
    method: {
      name: "Uma verificação de identidade por outra empresa",
      needs: "Fotografe lá o seu documento de identificação",
      time: "Alguns minutos",
      where: "Recebemos a resposta sobre a sua idade e descartamos tudo o resto.",
    },
    waiting: {
      title: "À espera de {provider}",
      text: "A resposta ainda não chegou. Esta página continua sozinha assim que chegar. Também pode escolher outra forma.",
      look: "Verificar agora",
    },
  },

  voucher: {
    method: {
      name: "Um código dado por um funcionário",
      needs: "Mostre o seu documento em pessoa e escreva aqui o código que receber",
      time: "Menos de um minuto",
      where: "Só o código chega até nós: nada do seu documento.",
    },
    heading: "Escreva o seu código",
    about: "{tenant} dá-lhe o código depois de ver o seu documento em pessoa. Funciona uma vez.",
    field: "Código",
    hint: "10 letras e números, como ABCDE-FGHJK. Maiúsculas e hífenes não importam.",
    submit: "Verificar este código",
    limit: "Cinco códigos errados contam como uma tentativa.",
    failed: {
      text: "Isto não é uma decisão sobre a sua idade. Cinco códigos estavam errados, por isso não é possível introduzir mais.",
      next: ["Volte a {tenant} e comece de novo: recebe uma nova página.", "Tenha o código à mão ou peça um novo."],
    },
    privacy: {
      brief: "Só o código chega até nós. Nada do seu documento é enviado ou guardado.",
      deletedTerm: "Nunca aqui",
      deleted: "O seu documento, o seu nome e a sua data de nascimento: só os viu a pessoa que lhe deu o código.",
      nobody: "Nenhuma outra empresa participa, e esta página não carrega nada de outros sites.",
    },
  },

  data: {
    link: "Os seus dados",
    title: "O que é guardado sobre esta verificação",
    lead: "{tenant} pediu esta verificação. O essencial está nesta página e tudo o que está guardado está na cópia.",
    facts: {
      reference: "Referência",
      started: "Início",
      result: "Resultado",
      method: "Método",
      age: "Idade em anos",
      attempts: "Tentativas",
      entries: "Dados que {tenant} acrescentou",
      until: "Dados guardados até",
      marks: "Marcas que mostram se um documento volta a ser usado",
      address: "Uma marca do seu endereço de rede, não o próprio endereço",
      messages: "Mensagens enviadas a {tenant}",
    },
    result: {
      open: "Ainda não terminada",
      over: "{age} anos ou mais",
      under: "Menos de {age} anos",
      none: "Sem decisão",
    },
    never: "Fotografias, nomes, datas de nascimento, números de documento e respostas de carteiras nunca são guardados.",
    copy: "Descarregar uma cópia (JSON)",
    ask: {
      title: "Apagar estes dados",
      text: "{tenant} tem 30 dias para responder, e a resposta aparece nesta página. Guarde o endereço.",
      atOnce: "É apagado de imediato e esta página mostra depois um recibo. Não pode ser anulado: um site que volte a perguntar precisará de uma nova verificação.",
      go: "Pedir o apagamento",
      goAtOnce: "Apagar agora",
      open: "Pode pedir o apagamento quando a verificação tiver terminado.",
    },
    asked: {
      title: "Pediu o apagamento",
      text: "Pedido de {date}. {tenant} tem até {due} para responder, e a resposta aparece nesta página.",
      busy: "Está a ser apagado. Abra esta página de novo dentro de um minuto.",
    },
    declined: {
      title: "{tenant} recusou o apagamento",
      text: "Esta é a resposta de {date}:",
    },
    erased: {
      title: "Apagado",
      text: "Tudo sobre esta verificação foi apagado em {date}, exceto o facto de ter ocorrido.",
      keep: "Guarde o recibo e o seu sal: juntos provam o apagamento.",
      receipt: "Recibo",
      salt: "Sal",
      until: "Esta página pode ser aberta até {date}.",
    },
    failedTitle: "Não funcionou",
    failed: "Nada foi apagado. Tente de novo dentro de um minuto.",
    back: "Voltar à verificação de idade",
  },
  ageKey: {
    use: "Usar a minha chave de idade",
    useAbout: "Se guardou uma verificação anterior neste dispositivo: basta a impressão digital, o rosto ou o PIN.",
    waiting: "À espera do seu dispositivo …",
    checking: "A verificar …",
    keep: "Lembrar neste dispositivo que tenho {age} anos ou mais",
    keepAbout: "Da próxima vez basta a impressão digital, o rosto ou o PIN. Só se guarda isto: {age} anos ou mais, como o comprovou e o mês. Termina em {date}.",
    limits: "Faça-o apenas num dispositivo que não partilha: uma chave de acesso pode ser sincronizada com outros. O operador desta página pode ver quando é usada de novo.",
    keptTitle: "Guardado neste dispositivo",
    kept: "Ficou guardada. Pode vê-la e eliminá-la a qualquer momento.",
    name: "Prova de idade {age}+, {month}",
    title: "A sua chave de idade",
    lead: "Uma chave de idade é uma chave de acesso no seu dispositivo. Repete o que comprovou uma vez: que atinge uma idade. Nada aqui diz quem é, por isso só a própria chave pode mostrar o que diz.",
    look: "Mostrar o que diz",
    remove: "Eliminar a minha chave de idade",
    unsupported: "Esta página precisa de JavaScript e de um navegador com chaves de acesso.",
    age: "{age} anos ou mais",
    proven: "Comprovado em {month}",
    ends: "Termina em {date}",
    counts: "Vale em {tenant}",
    countsAll: "Vale aqui em todos os sites que aceitam estas chaves",
    synced: "O seu dispositivo pode sincronizá-la com os seus outros dispositivos",
    single: "Fica apenas neste dispositivo",
    test: "Criada em modo de teste: não comprova nada",
    deletedTitle: "Chave de idade eliminada",
    deleted: "A sua chave de idade foi eliminada aqui. Também pode remover a chave de acesso nas definições do dispositivo.",
    receipt: "Este recibo comprova a eliminação. Guarde-o se quiser; mais ninguém consegue saber que é sobre si.",
    code: "Código: {code}",
    problems: {
      stopped: { title: "Não foi usada nenhuma chave de idade", what: "Interrompeu, ou não há nenhuma para este site neste dispositivo.", next: "Escolha outra forma ou tente de novo." },
      unknown: { title: "Esta chave de idade não é conhecida aqui", what: "Foi eliminada, terminou ou foi criada para outro site.", next: "Comprove a sua idade de outra forma. Depois pode guardar uma nova." },
      ended: { title: "Esta chave de idade é demasiado antiga", what: "Terminou, ou o site pede uma prova mais recente.", next: "Comprove a sua idade de outra forma. Depois pode guardar uma nova." },
      elsewhere: { title: "Esta chave de idade não vale aqui", what: "Foi criada para outro site ou para testes.", next: "Comprove a sua idade de outra forma." },
      weak: { title: "Esta chave de idade não chega aqui", what: "Prova menos do que este site pede. Não é uma decisão sobre a sua idade.", next: "Comprove a sua idade de outra forma." },
      synced: { title: "Esta chave de acesso pode estar em vários dispositivos", what: "Este site só aceita uma chave que fique num único dispositivo. Não é uma decisão sobre a sua idade.", next: "Continue sem ela." },
      refused: { title: "A resposta do seu dispositivo não foi aceite", what: "Nada foi decidido, e isto não conta como tentativa.", next: "Tente de novo ou escolha outra forma." },
      over: { title: "Isto já não pode ser lembrado", what: "Pode ser guardado uma vez, nos 15 minutos a seguir à verificação.", next: "Pode continuar. Será proposto de novo após a próxima verificação." },
    },
  },
};
