import actions from "../actions.module.css";
import { FocusedHeading } from "../focused-heading.tsx";
import { useWords } from "../words-context.tsx";
import styles from "./camera.module.css";

type CameraMessageProps = {
  title: string;
  points: readonly string[];
  go: string;
  onGo: () => void;
  onChoose: () => void;
  onClose: () => void;
  /** What is going on; the button rests meanwhile. */
  status?: string | null;
};

/** Words in place of a picture: before the camera, and where there is none. There is always another way. */
export const CameraMessage = ({ title, points, go, onGo, onChoose, onClose, status }: CameraMessageProps) => {
  const { camera } = useWords().texts;
  const isBusy = typeof status === "string";
  return (
    <div className={styles.message}>
      <FocusedHeading level={2} className={styles.title}>
        {title}
      </FocusedHeading>
      {points.length === 1 ? (
        <p>{points[0]}</p>
      ) : (
        <ol className={styles.points}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ol>
      )}
      <div className={styles.ways}>
        <button
          type="button"
          className={actions.primary}
          aria-disabled={isBusy}
          onClick={() => isBusy || onGo()}
        >
          {go}
        </button>
        <button type="button" className={actions.secondary} onClick={onChoose}>
          {camera.choose}
        </button>
        <button type="button" className={actions.quiet} onClick={onClose}>
          {camera.close}
        </button>
      </div>
      <p role="status" className={styles.starting}>
        {status}
      </p>
    </div>
  );
};
