// Which files of the SDKs are made, and of what.
import { openApiDocument } from "#contracts/public/openapi.ts";
import { goOperations, goTypes } from "./go.ts";
import { readModel } from "./model.ts";
import { phpFiles } from "./php.ts";
import { pythonOperations, pythonTypes } from "./python.ts";

/** Path from the root, and content. Tests compare them with what is checked in. */
export const generatedFiles = (): Map<string, string> => {
  const model = readModel(openApiDocument("https://age.example.com"));
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
