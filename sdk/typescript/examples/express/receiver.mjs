import express from "express";
import { handler } from "../handler.mjs";

const app = express();

// Before any express.json(), which would take the bytes away that are signed.
app.post("/hooks/age", handler.node);

app.listen(Number(process.env.PORT ?? 3000), () => console.log("ready"));
