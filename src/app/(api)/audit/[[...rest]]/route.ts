import { rest } from "#app/program.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = rest;
