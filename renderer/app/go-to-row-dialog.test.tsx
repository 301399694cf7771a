import { useEffect, useEffectEvent } from 'react';
import { closeDialog, openDialog, useDialogs } from '../state/dialogs.ts';
import { checkDialogs } from '../testing/dialog-checks.tsx';
import { GoToRowDialog } from './go-to-row-dialog.tsx';

/** The dialog closes by the state of the console. */
function Going({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const open = useDialogs((state) => state.open);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    openDialog({ kind: 'go-to-row', total: 40, onGo: () => undefined });
    const unsubscribe = useDialogs.subscribe((state) => state.open === null && close());
    return () => {
      unsubscribe();
      closeDialog();
    };
  }, []);
  return <GoToRowDialog opened={opened && open !== null} total={40} onGo={() => undefined} />;
}

checkDialogs([
  {
    name: 'the number of a row',
    dialog: (opened, onClose) => <Going opened={opened} onClose={onClose} />,
    field: 'Row',
    text: '12',
    fault: 'Eine ganze Zahl von 1 bis 40',
  },
]);
