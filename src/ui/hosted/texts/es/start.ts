import type { Texts } from "../en/index.ts";

/** The first screen. */
export const start = {
  start: {
    title: "{tenant} le pide que demuestre que tiene {age} años o más",
    lead: "Nada empieza hasta que pulse un botón.",
    learns: {
      term: "Qué sabrá {tenant}",
      text: "Si tiene {age} años o más y, si su prueba lo indica, su edad en años. Ni su nombre, ni su fecha de nacimiento, ni ninguna imagen.",
    },
    kept: {
      term: "Qué se guarda",
      text: "Solo esa respuesta, cómo se demostró y cuándo. Lo que muestre se borra en cuanto se ha comprobado.",
    },
    choose: "Elija cómo quiere demostrarlo",
    onlyWay: "Cómo funciona",
    begin: "Empezar",
    otherWay: "Elegir otra forma",
    back: "Volver al principio",
    cancel: "No quiero hacerlo",
    noWay: "Ahora mismo no hay ninguna forma de demostrar su edad aquí. Vuelva a {tenant} y pida otra.",
  },
  methods: {
    document: {
      name: "Foto de un documento",
      needs: "Un pasaporte, un documento de identidad o un permiso de conducir de Estados Unidos o Canadá",
      time: "Alrededor de un minuto",
      where: "Se lee en este servidor y se borra enseguida. Ninguna otra empresa la ve.",
    },
    unknown: {
      name: "Otra forma",
      needs: "",
      time: "",
      where: "",
    },
  },
  privacy: {
    brief: "Su foto se lee en este servidor y se borra enseguida. {tenant} nunca la ve.",
    more: "Qué se guarda y quién sabe qué",
    deleted: {
      term: "Se borra enseguida",
      text: "La foto, su nombre, su fecha de nacimiento y todo lo demás del documento.",
    },
    kept: {
      term: "Se guarda aquí",
      text: "La respuesta ({age} años o más, o no), su edad en años, el tipo de documento y la hora.",
    },
    learns: {
      term: "{tenant} sabrá",
      text: "Lo mismo: la respuesta, su edad en años, el tipo de documento y la hora.",
    },
    nobody: {
      term: "Nadie más",
      text: "No interviene ninguna otra empresa, y esta página no carga nada de otro sitio.",
    },
  },
} satisfies Partial<Texts>;
