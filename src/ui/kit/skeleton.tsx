/** Stands where something will be, at its size. */
export const Skeleton = ({ className = "h-4 w-24" }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={`block animate-shimmer rounded-sm bg-neutral-soft motion-reduce:animate-none ${className}`}
  />
);
