import { routeBelow } from "#app/program.ts";

const directory = routeBelow((made) => made.scim);

export {
  directory as DELETE,
  directory as GET,
  directory as HEAD,
  directory as OPTIONS,
  directory as PATCH,
  directory as POST,
  directory as PUT,
};
