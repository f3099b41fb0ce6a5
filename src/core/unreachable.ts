/** Makes the compiler prove that every case was handled. */
export const unreachable = (value: never): never => {
  throw new TypeError(`a case was not handled: ${String(value)}`);
};
