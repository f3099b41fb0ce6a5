import { Fragment } from "react";

/** A sentence in which `this` is code, as the contracts write it. */
export const Inline = ({ text }: { text: string }) =>
  text
    .split("`")
    .map((part, index) => ({ part, key: `${index}-${part}`, isCode: index % 2 === 1 }))
    .map(({ part, key, isCode }) =>
      isCode ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>,
    );
