// What an engine seals, the service opens: it is one class.
export { Sealed } from "@lintel/age";
