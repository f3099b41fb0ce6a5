// Which files of the SDKs are made, and of what.
import { readFileSync } from "node:fs";
import { openApiDocument } from "#contracts/public/openapi.ts";
import { goOperations, goTypes } from "./go.ts";
import { readModel } from "./model.ts";
import { phpFiles } from "./php.ts";
import { pythonOperations, pythonTypes } from "./python.ts";

type Json = { [member: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Adds what is not there yet; what is there stays. */
const filled = (own: Json, more: Json): Json => {
  const all = { ...own };
  for (const [name, value] of Object.entries(more)) {
    const there = all[name];
    if (there === undefined) all[name] = value;
    else if (isObject(there) && isObject(value)) all[name] = filled(there, value);
  }
  return all;
};

// Operations that the contracts get in this same release. Once they have them all, this changes nothing and can go.
const upcoming: Json = JSON.parse(readFileSync(new URL("upcoming.json", import.meta.url), "utf8"));

/** Path from the root, and content. Tests compare them with what is checked in. */
export const generatedFiles = (): Map<string, string> => {
  const model = readModel(filled(openApiDocument("https://age.example.com"), upcoming));
  const python = "sdk/python/src/lintel";
  return new Map([
    [`${python}/types.py`, pythonTypes(model)],
    [`${python}/_operations.py`, pythonOperations(model, false)],
    [`${python}/_async_operations.py`, pythonOperations(model, true)],
    ["sdk/go/types.go", goTypes(model)],
    ["sdk/go/operations.go", goOperations(model)],
    ...phpFiles(model).map(([path, text]) => [`sdk/php/src/${path}`, text] as const),
  ]);
};
