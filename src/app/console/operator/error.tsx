"use client";
// Keeps the shell when a page breaks.
export { default } from "../error.tsx";
