/** A share of a whole as a thin bar. The number stands beside it. */
export const ShareBar = ({ share, fill = "fill-chart-approved" }: { share: number; fill?: string }) => (
  <svg width="100%" height="6" className="block" aria-hidden="true" focusable="false">
    <rect width="100%" height="6" rx="2" className="fill-neutral-soft" />
    <rect width={`${Math.max(0, Math.min(share, 1)) * 100}%`} height="6" rx="2" className={fill} />
  </svg>
);
