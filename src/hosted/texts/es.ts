import type { Texts } from "./en.ts";

/** Spanish. A part that is not translated yet is in English. */
export const es: Texts = {
  // The frame around every screen, and the pages outside a verification.
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
    reference: "Si contacta con el servicio de ayuda, indique",
    again: "Volver a intentarlo",
  },
  missing: {
    title: "Esta página no existe",
    text: "Puede que la dirección esté incompleta o ya no sirva. Si un sitio web le envió aquí para comprobar su edad, vuelva a él y empiece de nuevo.",
  },

  // The first screen.
  start: {
    title: "{tenant} le pide que demuestre que tiene {age} años o más",
    lead: "Nada empieza hasta que pulse un botón.",
    choose: "Elija cómo quiere demostrarlo",
    onlyWay: "Cómo funciona",
    otherWay: "Elegir otra forma",
    back: "Volver al principio",
    cancel: "No quiero hacerlo",
    noWay: "Ahora mismo no hay ninguna forma de demostrar su edad aquí. Vuelva a {tenant} y pida otra.",
    others: "No puedo usar ninguna de estas",
    wayClosed: "Ya no puede usar esa forma en esta comprobación. Elija otra.",
  },
  methods: {
    document: {
      name: "Foto de un documento",
      needs: "Un pasaporte, un documento de identidad o un permiso de conducir de Estados Unidos o Canadá",
      time: "Alrededor de un minuto",
      where: "Se lee en este servidor y se borra enseguida. Ninguna otra empresa la ve.",
    },
    unknown: "Otra forma",
    quoted: "«{name}»",
  },
  privacy: {
    brief: "Su foto se lee en este servidor y se borra enseguida. {tenant} nunca la ve.",
    more: "Qué se guarda y quién sabe qué",
    deletedTerm: "Se borra enseguida",
    deleted: "La foto, su nombre, su fecha de nacimiento y el número del documento.",
    keptTerm: "Se guarda aquí",
    learnsTerm: "{tenant} sabrá",
    nobodyTerm: "Nadie más",
    nobody: "No interviene ninguna otra empresa, y esta página no carga nada de otro sitio.",
  },

  /** What the tenant learns and what is kept, by the check: core/practice/page-facts.ts chooses the sentences. */
  facts: {
    learns: {
      only: "{tenant} solo sabrá si tiene {age} años o más",
      years: "{tenant} sabrá si tiene {age} años o más y, si su prueba lo indica, su edad en años",
      ages: "{tenant} solo sabrá cuáles de estas edades alcanza: {ages}",
      agesAndYears: "{tenant} sabrá cuáles de estas edades alcanza ({ages}) y, si su prueba lo indica, su edad en años",
      how: "También sabrá cómo y cuándo lo demostró. No le enviamos su nombre, su fecha de nacimiento ni ninguna foto.",
      when: "También sabrá cuándo lo demostró, pero no cómo. No le enviamos su nombre, su fecha de nacimiento ni ninguna foto.",
    },
    shown: "Lo que muestre aquí se borra en cuanto se ha comprobado",
    mark: { one: "De su documento solo se guarda una huella, durante {count} día", other: "De su documento solo se guarda una huella, durante {count} días" },
    markAbout: "La huella indica a {tenant} si se vuelve a usar el mismo documento. Se calcula con una clave secreta y no permite leer nada del documento.",
    until: "Se guarda hasta que {tenant} lo borre:",
    days: { one: "Se guarda {count} día como máximo:", other: "Se guarda {count} días como máximo:" },
    parts: {
      result: "la respuesta, cómo la demostró y cuándo",
      years: "su edad en años, si su prueba la indica",
      ages: "cuáles de las edades preguntadas alcanza",
      tries: "cada intento y por qué no bastó",
      course: "cómo fue la comprobación: idioma, horas y formas ofrecidas",
      document: "una huella de su documento",
      voucher: "qué código usó y quién del personal se lo dio",
      entries: "lo que {tenant} envió con ella, como un número de pedido",
      address: "una huella de su dirección de red, no la dirección misma",
      person: "durante un día, una huella que le representa en {tenant}",
      records: "registros técnicos: páginas abiertas, mensajes a {tenant}, consultas a carteras y a otras empresas",
    },
    vendors: { erases: "{provider} tiene su propia copia de lo que muestre allí. Pedimos que se borre, lo que puede tardar unos días.", keeps: "{provider} tiene su propia copia de lo que muestre allí. No podemos hacer que se borre: diríjase a {provider}." },
  },
  /** The step first, then whose check it is: the title of each step. */
  step: { of: "{step} – comprobación de edad de {tenant}" },

  // Stopping, the time left, and a lost connection.
  cancel: {
    title: "¿Quiere dejarlo?",
    text: "No se decidirá nada sobre su edad. A {tenant} solo se le dirá que lo ha dejado.",
    after: "Esta página se cerrará definitivamente. Puede pedir a {tenant} una nueva comprobación cuando quiera.",
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
    look: "Sin JavaScript: ver si hay novedades",
  },
  offline: {
    waiting: "No tiene conexión. Esta página seguirá sola en cuanto vuelva a tenerla.",
    unsent: "No tiene conexión. Lo que ha elegido se enviará solo en cuanto vuelva a tenerla.",
    back: "Vuelve a tener conexión.",
  },

  // What was sent, on its way.
  sending: {
    sending: "Enviando…",
    reading: "Ha llegado y se está leyendo.",
    unsure: "Aún no sabemos si ha llegado. Esta página sigue preguntando.",
    slow: "Está tardando más de lo habitual. Puede seguir esperando, o dejarlo y enviarlo de nuevo: solo cuenta una vez.",
    stop: "Dejar de esperar",
  },

  // The document method's form.
  document: {
    heading: "Fotografíe su documento",
    which: "La página de la foto de un pasaporte, el lado de un documento de identidad con las líneas de letras y <<<, o el reverso de un permiso de conducir de Estados Unidos o Canadá. Los demás permisos de conducir, también los europeos, no se pueden leer.",
    tips: ["Las líneas <<<, o todo el código de barras, están en la imagen", "Luz clara y uniforme, sin reflejos", "Las letras y las líneas finas se ven nítidas"],
    drawing: "Dos dibujos. La página de la foto de un pasaporte: abajo hay dos líneas largas de letras. El reverso de un permiso: debajo de la banda magnética hay un bloque ancho de finas líneas negras.",
    field: "Foto de su documento",
    choose: "Elegir una foto",
    chooseOther: "Elegir otra foto",
    camera: "Hacer una foto",
    formats: "JPEG, PNG, WebP, HEIC o AVIF, hasta 12 MB",
    preview: "Su foto. ¿Se ven nítidas las letras y las líneas finas?",
    submit: "Comprobar mi edad",
    cameraSubmit: "Comprobar esta foto",
    preparing: "Preparando su foto",
  },

  // The live camera of the document method.
  camera: {
    introTitle: "Antes de abrir la cámara",
    intro: ["Su navegador pregunta si esta página puede usar la cámara.", "Sostenga el documento dentro del marco. En cuanto se vea nítido, la foto se hace sola.", "Solo se envía esa foto; se lee y se borra. No se graba nada."],
    open: "Abrir la cámara",
    starting: "La cámara se está iniciando",
    slow: "La cámara todavía no se ha iniciado. Si su navegador no le pregunta nada, elija una foto en su lugar.",
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
      covered: "Parte de las líneas está tapada: aparte los dedos",
      hold_still: "Casi: no se mueva, sin sombras ni reflejos",
      barcode: "Un código de barras: llene el marco con él y no se mueva",
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

  // A check that continues on a phone.
  handoff: {
    offer: "La cámara de su teléfono ve mejor un documento.",
    start: "Continuar en su teléfono",
    title: "Continúe en su teléfono",
    steps: ["Abra la cámara de su teléfono.", "Apunte a este código QR y abra el enlace que aparece.", "Siga allí. Esta página avanzará por sí sola."],
    picture: "Código QR que abre esta comprobación en su teléfono.",
    limits: "Funciona una sola vez y durante cinco minutos. Use su propio teléfono y no comparta el código con nadie.",
    here: "Continuar aquí",
    openedTitle: "Abierto en su teléfono",
    opened: "Siga allí. En cuanto termine, esta página mostrará el resultado por sí sola. Puede dejarla abierta.",
    expiredTitle: "El código QR ha caducado",
    expired: "No se usó a tiempo. Muestre uno nuevo para continuar.",
    again: "Mostrar uno nuevo",
    arriveTitle: "Continuar la comprobación de edad de {tenant} en este teléfono",
    arrive: "Siga solo si el código QR estaba en su propio ordenador y si esta comprobación la empezó usted.",
    arriveGo: "Continuar aquí",
    staleTitle: "Este enlace ya no funciona",
    stale: "Funciona una sola vez y durante cinco minutos. Vuelva a su ordenador, muestre allí un código QR nuevo y escanéelo.",
    takenBackTitle: "Esta comprobación sigue en su ordenador",
    takenBack: "Se ha recuperado allí. Desde aquí no se puede enviar nada más, y no se guarda nada de lo que envió.",
    back: "Vuelva a su ordenador: allí continúa. Puede cerrar esta página.",
  },

  // What happened, and what to do about it.
  attempts: {
    one: "Le queda un intento.",
    other: "Le quedan {count} intentos.",
  },
  notAnAttempt: "Esto no cuenta como intento.",
  /** In place of `next`, where the browser knows the person’s clock. */
  birthday: { after: "Inténtelo de nuevo después de {time}: para entonces habrá empezado en todas partes." },
  problems: {
    generic: {
      title: "Algo ha fallado por nuestra parte",
      what: "No se ha comprobado nada.",
      next: "Vuelva a intentarlo dentro de un momento.",
    },
    findings: {
      IDENTITY_PROVIDER_UNDECIDED: {
        title: "El proveedor no confirma su edad",
        what: "No dice, o no con la fiabilidad suficiente, si tiene la edad que se pide aquí.",
        next: "Elija otra forma de demostrar su edad.",
      },
      VENDOR_UNDECIDED: {
        title: "No se pudo comprobar su documento",
        what: "La empresa que lo examinó no puede decir si tiene la edad que se pide aquí.",
        next: "Inténtelo con otro documento o elija otra forma de demostrar su edad.",
      },
      "VENDOR_UNDECIDED.selfie_face_mismatch": {
        title: "No se pudo confirmar que su cara coincida con la foto del documento",
        what: "La empresa comparó la foto de su cara con la del documento y no encontró coincidencia.",
        next: "Inténtelo de nuevo con buena luz y con su propio documento, o elija otra forma de demostrar su edad.",
      },
      "VENDOR_UNDECIDED.selfie_document_missing_photo": {
        title: "El documento no tiene foto con la que comparar",
        what: "La empresa no encontró en el documento ninguna foto con la que comparar su cara.",
        next: "Use un documento que tenga su foto, o elija otra forma de demostrar su edad.",
      },
      "VENDOR_UNDECIDED.selfie_unverified_other": {
        title: "No se pudo comparar su cara con el documento",
        what: "La foto de su cara no sirvió para ello. Esto no dice nada sobre su edad.",
        next: "Inténtelo de nuevo con buena luz y la cara descubierta, o elija otra forma de demostrar su edad.",
      },
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "La foto está borrosa",
        what: "Las letras y las líneas finas se confunden.",
        next: "Sujete el teléfono sin moverlo, toque las líneas <<< o el código de barras para enfocar y vuelva a hacer la foto.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "Un reflejo tapa parte del documento",
        what: "La luz se refleja en el documento y oculta lo que hay debajo.",
        next: "Apague el flash e incline un poco el documento hasta que no brille nada.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "El documento se ve demasiado pequeño",
        what: "Las letras y las líneas son demasiado finas para distinguirlas.",
        next: "Acérquese hasta que el documento llene la imagen y envíe la foto original, no una captura de pantalla.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "La foto está demasiado oscura",
        what: "Hay muy poca luz para leerla.",
        next: "Encienda una luz o acérquese a una ventana y vuelva a hacer la foto.",
      },
      "DOCUMENT_QUALITY_LOW.cut_off": {
        title: "Las líneas están cortadas",
        what: "Las líneas de letras y <<< continúan más allá del borde de la foto.",
        next: "Aléjese hasta que los dos extremos de todas las líneas estén en la imagen y vuelva a hacer la foto.",
      },
      "DOCUMENT_QUALITY_LOW.covered": {
        title: "Algo tapa parte de las líneas",
        what: "Podemos leer parte de las líneas de letras y <<<, pero el resto está tapado.",
        next: "Aparte los dedos, la funda o lo que haya sobre las líneas y vuelva a hacer la foto.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "La foto no es lo bastante clara",
        what: "La parte que leemos no se veía bien.",
        next: "Use una luz uniforme, sujete el teléfono sin moverlo y deje que el documento llene la imagen.",
      },
      "DOCUMENT_UNREADABLE.no_birth_year": {
        title: "El documento no dice en qué año nació usted",
        what: "Lo hemos leído sin errores, pero no indica el año de nacimiento y por eso no puede mostrar su edad.",
        next: "Use otro documento que indique su fecha de nacimiento.",
      },
      "DOCUMENT_UNREADABLE.two_birth_years": {
        title: "El documento no indica su año de nacimiento completo",
        what: "Solo da las dos últimas cifras. Puede ser 1925 o 2025, por ejemplo, así que no podemos decidir.",
        next: "Use un documento que indique el año completo o elija otra forma.",
      },
      DOCUMENT_UNREADABLE: {
        title: "No hemos podido leer el documento",
        what: "Hemos encontrado sus líneas o su código de barras, pero hay partes tapadas, cortadas, dobladas o gastadas.",
        next: "Póngalo plano, mantenga las líneas <<< o todo el código de barras en la imagen y vuelva a hacer la foto.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Algunos caracteres no coinciden",
        what: "Hemos leído las líneas de letras y <<<, pero sus dígitos de control no encajan.",
        next: "Asegúrese de que nada tape las líneas. Si vuelve a ocurrir, use otro documento.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "No hemos encontrado nada que podamos leer",
        what: "La imagen no muestra ni las líneas de letras y <<< de un pasaporte o documento de identidad, ni el código de barras ancho de un permiso.",
        next: "Un permiso de conducir europeo no se puede leer: use un pasaporte o un documento de identidad. En otro caso, fotografíe la página de la foto del pasaporte o el otro lado de la tarjeta.",
      },
      DOCUMENT_EXPIRED: {
        title: "Este documento ya no es válido",
        what: "Su fecha de caducidad ha pasado, así que no se puede usar aquí.",
        next: "Use otro documento que todavía sea válido.",
      },
      "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": {
        title: "No conocemos este tipo de documento",
        what: "Podemos leer sus líneas, pero están dispuestas de una forma que no conocemos.",
        next: "Use un pasaporte, otro documento de identidad con líneas <<< o un permiso de Estados Unidos o Canadá.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "No podemos usar este tipo de documento",
        what: "Sirven los pasaportes, los documentos de identidad con líneas <<< y los permisos de Estados Unidos y Canadá.",
        next: "Use uno de ellos.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "No hemos podido abrir este archivo",
        what: "No es una imagen JPEG, PNG, WebP, HEIC o AVIF, o está dañado.",
        next: "Elija una foto en uno de estos formatos o haga una nueva.",
      },
      IMAGE_TOO_LARGE: {
        title: "La imagen es demasiado grande",
        what: "Aceptamos hasta 12 MB y 50 megapíxeles.",
        next: "Haga la foto con menos resolución o recórtela para que solo quede el documento.",
      },
      AGE_INCONCLUSIVE: {
        title: "La estimación está demasiado cerca del límite",
        what: "No pudo decir con suficiente claridad si tiene la edad requerida. No es una decisión sobre su edad, y no cuenta como intento.",
        next: "Elija otra forma en esta página.",
      },
      VOUCHER_WRONG: {
        title: "Cinco códigos eran incorrectos",
        what: "Juntos cuentan como un intento.",
        next: "Pida que le muestren el código otra vez o elija otra forma.",
      },
      METHOD_FAILED: {
        title: "La comprobación se ha interrumpido",
        what: "Algo ha fallado por nuestra parte. No tiene nada que ver con usted ni con su foto.",
        next: "Vuelva a intentarlo.",
      },
    },
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "Todavía estamos comprobando su foto",
        what: "Se está leyendo la que envió antes.",
        next: "Espere un momento: esta página mostrará el resultado por sí sola.",
      },
      SERVICE_UNAVAILABLE: {
        title: "Hay mucha gente aquí en este momento",
        what: "Su foto no se ha comprobado, y esto no cuenta como intento.",
        next: "Vuelva a intentarlo dentro de unos segundos.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "El archivo es demasiado grande",
        what: "Aceptamos imágenes de hasta 12 MB. Esto no cuenta como intento.",
        next: "Elija una más pequeña o haga la foto con menos resolución.",
      },
      INVALID_REQUEST_BODY: {
        title: "No ha llegado ninguna foto",
        what: "El formulario llegó sin imagen. Esto no cuenta como intento.",
        next: "Elija primero una foto y después envíela.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "Han sido demasiadas veces seguidas",
        what: "No se ha perdido nada, y esto no cuenta como intento.",
        next: "Espere unos minutos o continúe con este dispositivo.",
      },
      METHOD_UNAVAILABLE: {
        title: "Aquí no puede usar esta forma",
        what: "La comprobación solo se puede hacer de otra forma.",
        next: "Elija una de las formas de esta página.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "Esta comprobación ya ha terminado",
        what: "No se puede enviar nada más.",
        next: "Esta página muestra cómo terminó.",
      },
      NETWORK: {
        title: "Se ha cortado la conexión",
        what: "Su foto no nos ha llegado. Esto no cuenta como intento.",
        next: "Revise su conexión y vuelva a enviarla.",
      },
      EVIDENCE_READING: {
        title: "Todavía se está leyendo",
        what: "Lo que ha enviado nos ha llegado.",
        next: "Esta página mostrará el resultado por sí sola.",
      },
      EVIDENCE_STOPPED: {
        title: "Ha dejado de esperar",
        what: "Lo que ha enviado no nos ha llegado por ahora y no se ha gastado ningún intento.",
        next: "Vuelva a enviarlo cuando quiera. Si llega dos veces, solo cuenta una.",
      },
      EVIDENCE_UNSURE: {
        title: "No sabemos si ha llegado",
        what: "La conexión se ha cortado antes de recibir la respuesta.",
        next: "Si ha llegado, esta página mostrará el resultado por sí sola. También puede enviarlo de nuevo: solo cuenta una vez.",
      },
      WALLET_DECLINED: {
        title: "Se cerró la cartera",
        what: "No se compartió nada.",
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
      WALLET_UNCHECKED: {
        title: "La respuesta de la cartera no se ha comprobado",
        what: "No se ha decidido nada y no cuenta como intento.",
        next: "Pregunte de nuevo a su cartera en un momento, o elija otra forma más abajo.",
      },
      IDENTITY_PROVIDER_UNAVAILABLE: {
        title: "No se puede contactar con el proveedor",
        what: "No respondió como debería. Esto no cuenta como intento.",
        next: "Elija otra forma, o inténtelo de nuevo dentro de unos minutos.",
      },
      IDENTITY_PROVIDER_DECLINED: {
        title: "Interrumpió el inicio de sesión",
        what: "No se compartió nada, y esto no cuenta como intento.",
        next: "Inténtelo de nuevo, o elija otra forma.",
      },
      IDENTITY_PROVIDER_REFUSED: {
        title: "No se pudo aceptar la respuesta",
        what: "No superó nuestras comprobaciones, o era de otra visita. Esto no cuenta como intento.",
        next: "Inténtelo de nuevo, o elija otra forma.",
      },
      VENDOR_UNAVAILABLE: {
        title: "No se puede contactar con la empresa",
        what: "No respondió como debería. Esto no cuenta como intento.",
        next: "Elija otra forma o inténtelo de nuevo en unos minutos.",
      },
      VENDOR_DECLINED: {
        title: "Ha interrumpido la comprobación",
        what: "No se nos ha comunicado nada, y esto no cuenta como intento.",
        next: "Inténtelo de nuevo o elija otra forma.",
      },
      VENDOR_REFUSED: {
        title: "No se pudo aceptar la respuesta",
        what: "La empresa pide ahora también una foto de su cara, y no la pedía cuando usted fue. Esto no cuenta como intento.",
        next: "Vuelva allí, o elija otra forma.",
      },
      DOCUMENT_TWO_PEOPLE: {
        title: "La foto muestra documentos de dos personas",
        what: "Sus fechas de nacimiento son distintas y no podemos saber cuál es el suyo. No se ha decidido nada.",
        next: "Fotografíe un solo documento: el suyo, sin ningún otro en la imagen.",
      },
      BIRTHDAY_TODAY: {
        title: "Su cumpleaños aún no ha empezado en todas partes",
        what: "Según su fecha de nacimiento, alcanza la edad el día de su cumpleaños. En algunas partes del mundo ya es ese día y en otras todavía no. No es una decisión sobre su edad.",
        next: "Inténtelo de nuevo la mañana siguiente a su cumpleaños: para entonces habrá empezado en todas partes.",
      },
      VOUCHER_UNKNOWN: {
        title: "Este código no sirve aquí",
        what: "Puede estar mal escrito, ya usado, caducado o anulado. No cuenta como intento.",
        next: "Compárelo con el que le dieron o pida uno nuevo.",
      },
      VOUCHER_UNDECIDED: {
        title: "Este código no responde a la pregunta",
        what: "Es válido, pero no dice si usted tiene la edad que se pide aquí. No se ha gastado.",
        next: "Pida un código para esta edad.",
      },
      VOUCHER_UNCHECKED: {
        title: "El código no se ha comprobado",
        what: "No se ha decidido nada y no cuenta como intento.",
        next: "Inténtelo de nuevo en un momento.",
      },
    },
  },

  // How it ended.
  approved: {
    title: "Ha demostrado que tiene {age} años o más",
    go: "Continuar a {tenant}",
  },
  /** The same once it has ended. */
  ended: {
    answer: "{tenant} recibe la respuesta, sin su nombre ni su fecha de nacimiento.",
    years: "{tenant} recibe la respuesta y su edad en años, sin su nombre ni su fecha de nacimiento.",
    ages: "{tenant} recibe la respuesta para estas edades, sin su nombre ni su fecha de nacimiento: {ages}.",
    byTenant: "{tenant} lo ha registrado por su cuenta.",
    nothing: "No hemos guardado nada de lo que mostró.",
    mark: { one: "De lo que mostró solo guardamos una huella de su documento, durante {count} día.", other: "De lo que mostró solo guardamos una huella de su documento, durante {count} días." },
  },
  rejected: {
    title: "La comprobación indica una edad inferior a {age} años",
    titleByTenant: "{tenant} no ha aceptado su prueba de edad",
    /** By the method that decided. */
    by: {
      tenant: "{tenant} lo ha decidido por su cuenta y puede decirle por qué.",
      document: "Según la fecha de nacimiento del documento, su titular tiene menos de {age} años. Otra foto no lo cambiará.",
      wallet: "Su cartera responde que tiene menos de {age} años. Preguntarle otra vez no lo cambiará.",
      voucher: "La persona que miró su documento anotó una edad inferior a {age} años.",
      provider: "{provider} responde que tiene menos de {age} años.",
      usual: "La comprobación ha funcionado, así que repetirla no cambiará la respuesta.",
    },
    /** Kind, and an end: most who read it are under age. */
    kind: { document: "Eso es todo: no hay ningún problema con usted ni con su documento. Puede volver cuando tenga {age} años.", usual: "Eso es todo: no hay ningún problema con usted. Puede volver cuando tenga {age} años." },
    doubt: {
      title: "Si esto no puede ser correcto",
      own: "Compruebe que era su propio documento.",
      again: "Pida a {tenant} una nueva comprobación.",
      ways: "Pida a {tenant} una nueva comprobación y demuestre su edad de otra forma: {ways}.",
      complain: "Presentar una reclamación a {tenant}",
      quote: "Escriba a {tenant}, que puede encontrar esta comprobación por su número: {id}.",
    },
  },
  appeal: {
    title: "¿Cree que es un error?",
    text: "Puede impugnar la decisión durante 24 horas. Entonces demuestra su edad de otra forma: {ways}.",
    go: "Impugnar esta decisión",
    made: "Ha impugnado esta decisión. Su impugnación tiene su propia página.",
    open: "Ir a su impugnación",
    over: "Esta decisión ya no se puede impugnar aquí.",
    lead: "Esta es su impugnación. Usa una forma distinta de la primera comprobación, y no se le pide ninguna foto de un documento.",
  },
  failed: {
    title: "No hemos podido comprobar su edad",
    text: "Esto no es una decisión sobre su edad. Se han gastado todos los intentos.",
    last: "El último intento: {problem}.",
    again: "Vuelva a {tenant} y empiece de nuevo: tendrá una página nueva y nuevos intentos.",
    /** By the family of the last finding: hosted/screens/failed-advice.ts. */
    advice: {
      photo: ["Pruebe con luz natural y con el documento plano sobre una mesa oscura.", "Si su documento está gastado, pida a {tenant} otra forma."],
      document: "Si no tiene otro documento, pida a {tenant} otra forma.",
      way: "Elija allí otra forma o pídasela a {tenant}.",
    },
  },
  expired: {
    title: "Se ha acabado el tiempo de esta página",
    text: "No se ha decidido nada.",
    next: ["Vuelva a {tenant} y empiece de nuevo: se abrirá una página nueva."],
  },
  cancelled: {
    title: "Ha dejado esta comprobación",
    text: "No se ha decidido nada sobre su edad. A {tenant} solo se le ha dicho que lo ha dejado.",
    next: ["Vuelva a {tenant}: puede que haya otra forma, o puede pedir una nueva comprobación."],
  },
  withdrawn: {
    title: "{tenant} ha terminado esta comprobación",
    text: "No se ha decidido nada sobre su edad.",
    next: ["Vuelva a {tenant}: allí pueden decirle el motivo o iniciar una nueva comprobación."],
  },
  wayBack: {
    go: "Volver a {tenant}",
    next: "Qué puede hacer ahora",
    close: "Puede cerrar esta página y volver a {tenant}.",
    soon: {
      one: "Iremos allí automáticamente en {count} segundo.",
      other: "Iremos allí automáticamente en {count} segundos.",
    },
    /** Said once, to those who do not see the count. */
    announced: { one: "Esta página volverá sola al sitio web en {count} segundo. Pulse una tecla o toque la pantalla para quedarse.", other: "Esta página volverá sola al sitio web en {count} segundos. Pulse una tecla o toque la pantalla para quedarse." },
    stay: "Quedarme aquí",
  },

  // Proving an age with a wallet.
  wallet: {
    method: {
      name: "Una cartera en su teléfono",
      needs: "La aplicación europea de verificación de edad, o un permiso de conducir en su cartera",
      time: "Menos de un minuto",
      where: "Solo un sí o un no sale de su cartera. No participa ninguna otra empresa.",
    },
    heading: "Use una cartera en su teléfono",
    about: "Su cartera responde a una sola pregunta: ¿tiene {age} años o más, sí o no? Su nombre, su fecha de nacimiento y lo demás se quedan con usted.",
    browser: {
      button: "Continuar con una cartera",
      about: "Este navegador pregunta a las carteras que conoce, en este dispositivo o en su teléfono.",
      waiting: "Esperando a su cartera …",
      cannot: "Este navegador no puede preguntar a ninguna cartera. Abra esta página en otro navegador o elija otra forma.",
    },
    apps: { eu: "Aplicación europea de verificación de edad", openid4vp: "Otra aplicación de cartera" },
    link: {
      start: "Abrir una aplicación en este dispositivo",
      heading: "Continúe en la aplicación",
      open: "Abrir la aplicación",
      what: "Acepte allí; después la aplicación le devuelve a este navegador.",
      nothing: "¿No pasa nada? Entonces este dispositivo no tiene esa aplicación. Elija otra forma más abajo.",
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
    privacy: {
      brief: "Solo un sí o un no sale de su cartera. {tenant} nunca ve su cartera.",
      deletedTerm: "Se descarta al momento",
      deleted: "La propia respuesta firmada, con todo lo que permitiría reconocerle a usted o a su dispositivo.",
      nobody: "Quien emitió la credencial no se entera de esta comprobación, y esta página no carga nada de otros sitios.",
    },
  },
  elsewhere: {
    title: "Continúe donde empezó",
    wallet: "Su cartera abrió otro navegador distinto del de su comprobación de edad. Aquí no se ha decidido nada.",
    walletNext: "Vuelva al navegador en el que empezó y abra desde allí la aplicación otra vez. Un código QR funciona entre dispositivos.",
    provider: "El proveedor le envió a otro navegador distinto del de su comprobación de edad. Aquí no se ha decidido nada.",
    providerNext: "Vuelva al navegador en el que empezó e inicie sesión desde allí otra vez.",
  },

  provider: {
    go: "Continuar con {provider}",
    learns: "{provider} sabrá que visita {tenant}.",
    method: {
      name: "Una identidad electrónica o bancaria",
      needs: "Inicie sesión allí con su propia cuenta",
      time: "Alrededor de un minuto",
      where: "Recibimos la respuesta sobre su edad y descartamos todo lo demás.",
    },
  },

  vendor: {
    learns: "{provider} ve su documento de identidad y sabe que visita {tenant}.",
    learnsFace: "{provider} ve su documento de identidad y una foto de su cara, los compara y sabe que visita {tenant}.",
    mayLearnFace: "{provider} puede ver su documento de identidad y una foto de su cara y compararlos. La empresa sabe que visita {tenant}.",
    method: {
      name: "Una comprobación de identidad por otra empresa",
      needs: "Fotografíe allí su documento de identidad",
      time: "Unos minutos",
      where: "Recibimos la respuesta sobre su edad y descartamos todo lo demás.",
    },
    waiting: {
      title: "Esperando a {provider}",
      text: "La respuesta aún no ha llegado. Esta página continúa sola en cuanto llegue. También puede elegir otra forma.",
      look: "Comprobar ahora",
    },
  },

  voucher: {
    method: {
      name: "Un código del personal",
      needs: "Enseñe su documento en persona y escriba aquí el código que le den",
      time: "Menos de un minuto",
      where: "Solo nos llega el código: nada de su documento.",
    },
    heading: "Escriba su código",
    about: "{tenant} le da el código después de ver su documento en persona. Sirve una sola vez.",
    field: "Código",
    hint: "10 letras y números, como ABCDE-FGHJK. No importan las mayúsculas ni los guiones.",
    submit: "Comprobar este código",
    limit: "Cinco códigos incorrectos cuentan como un intento.",
    failed: {
      text: "Esto no es una decisión sobre su edad. Cinco códigos eran incorrectos y ya no se pueden introducir más.",
      next: ["Vuelva a {tenant} y empiece de nuevo: tendrá una página nueva.", "Tenga el código a mano o pida uno nuevo."],
    },
    privacy: {
      brief: "Solo nos llega el código. Nada de su documento se envía ni se guarda.",
      deletedTerm: "Nunca aquí",
      deleted: "Su documento, su nombre y su fecha de nacimiento: solo los vio la persona que le dio el código.",
      nobody: "No interviene ninguna otra empresa y esta página no carga nada de otros sitios.",
    },
  },

  data: {
    link: "Tus datos",
    title: "Lo que se guarda de esta comprobación",
    lead: "{tenant} pidió esta comprobación. Lo principal está en esta página, y todo lo guardado está en la copia.",
    facts: {
      reference: "Referencia",
      started: "Inicio",
      result: "Resultado",
      method: "Método",
      age: "Edad en años",
      attempts: "Intentos",
      entries: "Datos que añadió {tenant}",
      until: "Datos guardados hasta",
      marks: "Huellas que muestran si un documento se vuelve a usar",
      address: "Una huella de su dirección de red, no la dirección misma",
      messages: "Mensajes enviados a {tenant}",
    },
    result: {
      open: "Aún sin terminar",
      over: "{age} años o más",
      under: "Menos de {age} años",
      none: "Sin decisión",
    },
    never: "Las fotos, los nombres, las fechas de nacimiento, los números de documento y las respuestas de carteras no se guardan nunca.",
    copy: "Descargar una copia (JSON)",
    ask: {
      title: "Borrar estos datos",
      text: "{tenant} tiene 30 días para responder, y la respuesta aparecerá en esta página. Guarda su dirección.",
      atOnce: "Se borra al momento y esta página muestra después un recibo. No se puede deshacer: un sitio que vuelva a preguntar necesitará otra comprobación.",
      go: "Pedir el borrado",
      goAtOnce: "Borrar ahora",
      open: "Podrás pedir el borrado cuando la comprobación haya terminado.",
    },
    asked: {
      title: "Has pedido el borrado",
      text: "Lo pediste el {date}. {tenant} tiene hasta el {due} para responder, y la respuesta aparecerá en esta página.",
      busy: "Se está borrando. Vuelve a abrir esta página dentro de un minuto.",
    },
    declined: {
      title: "{tenant} ha rechazado el borrado",
      text: "Esta es la respuesta del {date}:",
    },
    erased: {
      title: "Borrado",
      text: "Todo lo relativo a esta comprobación se borró el {date}, salvo que tuvo lugar.",
      keep: "Guarda el recibo y su sal: juntos demuestran el borrado.",
      receipt: "Recibo",
      salt: "Sal",
      until: "Esta página se puede abrir hasta el {date}.",
    },
    failedTitle: "No ha funcionado",
    failed: "No se ha borrado nada. Inténtelo de nuevo dentro de un minuto.",
    back: "Volver a la comprobación de edad",
  },
  ageKey: {
    use: "Usar mi clave de edad",
    useAbout: "Si guardó una comprobación anterior en este dispositivo: basta con su huella, su cara o su PIN.",
    waiting: "Esperando a su dispositivo …",
    checking: "Comprobando …",
    keep: "Recordar en este dispositivo que tengo {age} años o más",
    keepAbout: "La próxima vez bastará con su huella, su cara o su PIN. Solo se guarda esto: {age} años o más, cómo lo demostró y el mes. Caduca el {date}.",
    limits: "Hágalo solo en un dispositivo que no comparta: una clave de acceso puede sincronizarse con otros. El operador de esta página puede ver cuándo se vuelve a usar.",
    keptTitle: "Guardado en este dispositivo",
    kept: "Se ha guardado. Puede verla y eliminarla en cualquier momento.",
    name: "Prueba de edad {age}+, {month}",
    title: "Su clave de edad",
    lead: "Una clave de edad es una clave de acceso en su dispositivo. Repite lo que usted demostró una vez: que alcanza una edad. Aquí nada dice quién es usted, así que solo la propia clave puede mostrar lo que dice.",
    look: "Mostrar lo que dice",
    remove: "Eliminar mi clave de edad",
    unsupported: "Esta página necesita JavaScript y un navegador con claves de acceso.",
    age: "{age} años o más",
    proven: "Demostrado en {month}",
    ends: "Caduca el {date}",
    counts: "Vale en {tenant}",
    countsAll: "Vale aquí en todos los sitios que aceptan estas claves",
    synced: "Su dispositivo puede sincronizarla con sus otros dispositivos",
    single: "Se queda en este único dispositivo",
    test: "Creada en modo de prueba: no demuestra nada",
    deletedTitle: "Clave de edad eliminada",
    deleted: "Su clave de edad se ha eliminado aquí. También puede quitar la clave de acceso en los ajustes de su dispositivo.",
    receipt: "Este recibo demuestra la eliminación. Consérvelo si quiere; nadie más puede saber que se refiere a usted.",
    code: "Código: {code}",
    problems: {
      stopped: { title: "No se usó ninguna clave de edad", what: "Usted lo detuvo, o en este dispositivo no hay ninguna para este sitio.", next: "Elija otra forma o inténtelo de nuevo." },
      unknown: { title: "Esta clave de edad no se conoce aquí", what: "Se eliminó, caducó o se creó para otro sitio.", next: "Demuestre su edad de otra forma. Después podrá guardar una nueva." },
      ended: { title: "Esta clave de edad es demasiado antigua", what: "Ha caducado, o el sitio pide una prueba más reciente.", next: "Demuestre su edad de otra forma. Después podrá guardar una nueva." },
      elsewhere: { title: "Esta clave de edad no vale aquí", what: "Se creó para otro sitio web o para pruebas.", next: "Demuestre su edad de otra forma." },
      weak: { title: "Esta clave de edad no basta aquí", what: "Demuestra menos de lo que pide este sitio. No es una decisión sobre su edad.", next: "Demuestre su edad de otra forma." },
      synced: { title: "Esta clave de acceso puede estar en varios dispositivos", what: "Este sitio solo acepta una clave que permanezca en un único dispositivo. No es una decisión sobre su edad.", next: "Continúe sin ella." },
      refused: { title: "No se aceptó la respuesta de su dispositivo", what: "No se decidió nada, y esto no cuenta como intento.", next: "Inténtelo de nuevo o elija otra forma." },
      over: { title: "Esto ya no se puede recordar", what: "Se puede guardar una vez, en los 15 minutos siguientes a la comprobación.", next: "Puede continuar. Se le ofrecerá otra vez tras su próxima comprobación." },
    },
  },
};
