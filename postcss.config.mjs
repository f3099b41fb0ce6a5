// Tailwind is for the console alone: it touches no style sheet that does not ask for it (src/console/console.css).
/** @type {import("postcss-load-config").Config} */
const config = { plugins: { "@tailwindcss/postcss": {} } };

export default config;
