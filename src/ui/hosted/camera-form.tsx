import actions from "./actions.module.css";
import styles from "./document-form.module.css";
import { PHOTO_TYPES } from "./photo-types.ts";
import { useWords } from "./words-context.tsx";

/** The same form with the camera as its source, for phones without JavaScript: `capture` allows nothing else. */
export const CameraForm = ({ action }: { action: string }) => {
  const { texts } = useWords();
  return (
    <form className={styles.cameraForm} method="post" encType="multipart/form-data" action={action}>
      <label className={styles.field}>
        <span className={styles.label}>{texts.document.camera}</span>
        <input
          className={styles.input}
          type="file"
          name="photo"
          accept={PHOTO_TYPES}
          capture="environment"
          required
        />
      </label>
      <button type="submit" className={actions.secondary}>
        {texts.document.cameraSubmit}
      </button>
    </form>
  );
};
