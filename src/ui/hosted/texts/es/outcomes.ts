import type { Texts } from "../en/index.ts";

/** How it ended. */
export const outcomes = {
  approved: {
    title: "Ha demostrado que tiene {age} años o más",
    text: "{tenant} recibe la respuesta sin su nombre ni su fecha de nacimiento. No se ha guardado nada de lo que mostró.",
    go: "Continuar a {tenant}",
  },
  rejected: {
    title: "La comprobación indica una edad inferior a {age} años",
    text: "La comprobación ha funcionado, así que repetirla con el mismo documento o la misma cartera no cambiará su respuesta. {tenant} pide {age} años o más y recibe la respuesta, sin su nombre ni su fecha de nacimiento.",
    next: [
      "Si no es correcto, asegúrese de que el documento es suyo y sigue siendo válido.",
      "Después, pida a {tenant} una nueva comprobación.",
    ],
    go: "Volver a {tenant}",
  },
  failed: {
    title: "No hemos podido comprobar su edad",
    text: "Esto no es una decisión sobre su edad. Se han gastado todos los intentos y ninguno se pudo leer.",
    last: "El último intento: {problem}.",
    next: [
      "Vuelva a {tenant} y empiece de nuevo: tendrá una página nueva y nuevos intentos.",
      "Pruebe con luz natural y con el documento plano sobre una mesa oscura.",
      "Si su documento está gastado, pida a {tenant} otra forma.",
    ],
    go: "Volver a {tenant}",
  },
  expired: {
    title: "Se ha acabado el tiempo de esta página",
    text: "No se ha decidido nada ni se ha guardado nada de lo que mostró.",
    next: ["Vuelva a {tenant} y empiece de nuevo: se abrirá una página nueva."],
    go: "Volver a {tenant}",
  },
  cancelled: {
    title: "Ha dejado esta comprobación",
    text: "No se ha decidido nada sobre su edad. A {tenant} solo se le ha dicho que lo ha dejado.",
    next: ["Vuelva a {tenant}: puede que haya otra forma, o puede pedir una nueva comprobación."],
    go: "Volver a {tenant}",
  },
  wayBack: {
    next: "Qué puede hacer ahora",
    close: "Puede cerrar esta página y volver a {tenant}.",
    soon: {
      one: "Iremos allí automáticamente en {count} segundo.",
      other: "Iremos allí automáticamente en {count} segundos.",
    },
    stay: "Quedarme aquí",
  },
} satisfies Partial<Texts>;
