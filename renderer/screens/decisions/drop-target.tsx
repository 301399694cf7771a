/** The whole screen takes a dropped file and hands it to the import. */
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './decisions.module.css';

/** Wraps the screen; shows where a file may be let go while one is dragged over. */
export function DropTarget({
  onFile,
  children,
}: {
  /** Undefined where files are not taken. */
  onFile: ((file: File) => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('decisions');
  const [over, setOver] = useState(false);
  /** Enter and leave come once for every element under the pointer. */
  const depth = useRef(0);
  const takes = (event: DragEvent) =>
    onFile !== undefined && event.dataTransfer.types.includes('Files');
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    <div
      className="pd-page pd-slim pd-holder"
      onDragEnter={(event) => {
        if (!takes(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={(event) => {
        if (!takes(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        const file = event.dataTransfer.files[0];
        leave();
        if (file === undefined || onFile === undefined) return;
        event.preventDefault();
        onFile(file);
      }}
    >
      {children}
      {over && (
        <div className={classes.drop}>
          <span className="pd-title">{t('dropAny')}</span>
          <span className="pd-dim">{t('dropHint')}</span>
        </div>
      )}
    </div>
  );
}
