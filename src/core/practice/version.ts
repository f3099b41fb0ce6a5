/** As in package.json; a test compares the two. */
export const SOFTWARE_VERSION = "0.9.1";
