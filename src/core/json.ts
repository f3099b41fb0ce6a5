// What strangers send is read as the engines read it.
export { entryFor, isJsonObject, isObject, type JsonObject, jsonIn } from "@lintel/age";
