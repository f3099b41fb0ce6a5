/** Of this package; the service's releases write it, as they write package.json's. */
export const VERSION = "0.9.1";
