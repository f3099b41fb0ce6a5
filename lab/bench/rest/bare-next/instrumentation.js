/** Nothing to start: without this file Next's bundler takes the service's own from the root. */
export const register = () => {};
