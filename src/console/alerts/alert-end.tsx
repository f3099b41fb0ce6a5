/**
 * Why an alert is over.
 * @param because completes "because …"; null: an earlier release ended it, and kept no reason
 */
export const AlertEnd = ({ because }: { because: string | null }) =>
  because === null ? null : <span className="text-soft">It ended because {because}.</span>;
