type BrandStyleProps = {
  colour: { button: string; text: string } | null;
  /** The nonce of this page's Content-Security-Policy. */
  nonce: string | undefined;
};

/** The tenant's colour on the main button. In the dark ours stays: theirs was checked against white. */
export const BrandStyle = ({ colour, nonce }: BrandStyleProps) =>
  colour && (
    <style nonce={nonce}>
      {`@media (prefers-color-scheme: light) { :root { --brand: ${colour.button}; --brand-hover: ${colour.button}; --on-brand: ${colour.text}; } }`}
    </style>
  );
