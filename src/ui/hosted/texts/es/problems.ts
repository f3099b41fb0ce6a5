import type { Texts } from "../en/index.ts";

/** What happened, and what helps. */
export const problems = {
  attempts: {
    one: "Le queda un intento.",
    other: "Le quedan {count} intentos.",
  },
  notAnAttempt: "Esto no cuenta como intento.",
  problems: {
    generic: {
      title: "Algo ha fallado por nuestra parte",
      what: "No se ha comprobado nada.",
      next: "Vuelva a intentarlo dentro de un momento.",
    },
    findings: {
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
      DOCUMENT_QUALITY_LOW: {
        title: "La foto no es lo bastante clara",
        what: "La parte que leemos no se veía bien.",
        next: "Use una luz uniforme, sujete el teléfono sin moverlo y deje que el documento llene la imagen.",
      },
      DOCUMENT_UNREADABLE: {
        title: "No hemos podido leer el documento",
        what: "Hemos encontrado sus líneas o su código de barras, pero hay partes tapadas, cortadas, dobladas o gastadas.",
        next: "Póngalo plano, mantenga las líneas <<< o todo el código de barras en la imagen y vuelva a hacer la foto.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Las líneas del documento no cuadran",
        what: "Hemos leído las líneas de letras y <<<, pero sus dígitos de control no son correctos.",
        next: "Asegúrese de que nada tape las líneas. Si vuelve a ocurrir, use otro documento.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "No hemos encontrado nada que podamos leer",
        what: "La imagen no muestra ni las líneas de letras y <<< de un pasaporte o documento de identidad, ni el código de barras ancho de un permiso.",
        next: "Pruebe con la página de la foto del pasaporte o dé la vuelta a la tarjeta: a menudo ambos están en el reverso.",
      },
      DOCUMENT_EXPIRED: {
        title: "Este documento ya no es válido",
        what: "Su fecha de caducidad ha pasado, así que no se puede usar aquí.",
        next: "Use otro documento que todavía sea válido.",
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
        title: "Esta forma no se ofrece aquí",
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
    },
  },
} satisfies Partial<Texts>;
