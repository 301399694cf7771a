/** The dialogs that can be opened from any screen; each is loaded when it is first asked for. */
import { Suspense, lazy, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { closeDialog, useDialogs, type OpenDialog } from '../state/dialogs.ts';
import { CommandPalette } from './command-palette.tsx';
import { GoToRowDialog } from './go-to-row-dialog.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { ResetDemoDialog } from './workspace-menu.tsx';

const ImportDialog = lazy(async () => ({
  default: (await import('../screens/decisions/import/import-dialog.tsx')).ImportDialog,
}));
const NewDecisionDialog = lazy(async () => ({
  default: (await import('../screens/decisions/new-decision/new-decision-dialog.tsx'))
    .NewDecisionDialog,
}));
const CompareDialog = lazy(async () => ({
  default: (await import('../screens/decisions/compare-dialog.tsx')).CompareDialog,
}));

const RegisterModelDialog = lazy(async () => ({
  default: (await import('../screens/models/register-dialog.tsx')).RegisterModelDialog,
}));

const ProfileDialog = lazy(async () => ({
  default: (await import('../screens/oversight/profile/profile-dialog.tsx')).ProfileDialog,
}));

const OpenSessionDialog = lazy(async () => ({
  default: (await import('../screens/sessions/open-session-dialog.tsx')).OpenSessionDialog,
}));
const NewRequestDialog = lazy(async () => ({
  default: (await import('../screens/persons/new-request-dialog.tsx')).NewRequestDialog,
}));
const NewDatasetDialog = lazy(async () => ({
  default: (await import('../screens/datasets/new-dataset-dialog.tsx')).NewDatasetDialog,
}));
const InterveneDialog = lazy(async () => ({
  default: (await import('../screens/interventions/intervene-dialog.tsx')).InterveneDialog,
}));
const EraseDialog = lazy(async () => ({
  default: (await import('../screens/interventions/erase-dialog.tsx')).EraseDialog,
}));
const SignInDialog = lazy(async () => ({
  default: (await import('../ui/signing/sign-in-dialog.tsx')).SignInDialog,
}));
const RestoreDialog = lazy(async () => ({
  default: (await import('../screens/settings/backup-restore-dialog.tsx')).RestoreDialog,
}));
const ExportBundleDialog = lazy(async () => ({
  default: (await import('../screens/bundles/export-bundle-dialog.tsx')).ExportBundleDialog,
}));
const RowProofDrawer = lazy(async () => ({
  default: (await import('../ui/proof/row-proof-drawer.tsx')).RowProofDrawer,
}));

function isOfKind<Kind extends OpenDialog['kind']>(
  dialog: OpenDialog,
  kind: Kind,
): dialog is Extract<OpenDialog, { kind: Kind }> {
  return dialog.kind === kind;
}

/** The newest dialog of a kind, kept while it closes so that its content does not vanish first. */
function useLast<Kind extends OpenDialog['kind']>(kind: Kind) {
  const open = useDialogs((state) => state.open);
  const asked = open !== null && isOfKind(open, kind) ? open : null;
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  return { opened: asked !== null, dialog: asked ?? last };
}

export function AppDialogs() {
  const navigate = useNavigate();
  const palette = useLast('palette');
  const help = useLast('help');
  const creation = useLast('new-decision');
  const importing = useLast('import');
  const compare = useLast('compare');
  const reset = useLast('reset-demo');
  const going = useLast('go-to-row');
  const registration = useLast('register-model');
  const profile = useLast('decision-profile');
  const session = useLast('open-session');
  const dataset = useLast('new-dataset');
  const personRequest = useLast('new-person-request');
  const intervention = useLast('intervene');
  const erasure = useLast('erase');
  const bundle = useLast('export-bundle');
  const restoring = useLast('restore');
  const signIn = useLast('sign-in');
  const proof = useLast('row-proof');
  return (
    <>
      <CommandPalette opened={palette.opened} />
      <HelpSheet opened={help.opened} />
      <ResetDemoDialog opened={reset.opened} />
      {going.dialog !== null && (
        <GoToRowDialog opened={going.opened} total={going.dialog.total} onGo={going.dialog.onGo} />
      )}
      <Suspense fallback={null}>
        {creation.dialog !== null && (
          <NewDecisionDialog
            opened={creation.opened}
            onClose={closeDialog}
            onCreated={(record) => {
              closeDialog();
              void navigate({ to: '/decisions', search: { record: record.id } });
            }}
          />
        )}
        {importing.dialog !== null && (
          <ImportDialog
            opened={importing.opened}
            file={importing.dialog.file}
            onClose={closeDialog}
          />
        )}
        {compare.dialog !== null && (
          <CompareDialog opened={compare.opened} ids={compare.dialog.ids} onClose={closeDialog} />
        )}
        {registration.dialog !== null && (
          <RegisterModelDialog
            opened={registration.opened}
            draft={registration.dialog.draft}
            follows={registration.dialog.follows}
            onClose={closeDialog}
            onRegistered={({ model_id: id, version }) => {
              closeDialog();
              void navigate({ to: '/models/$id', params: { id }, search: { version } });
            }}
          />
        )}
        {profile.dialog !== null && (
          <ProfileDialog
            key={profile.dialog.modelId}
            opened={profile.opened}
            modelId={profile.dialog.modelId}
            onClose={closeDialog}
          />
        )}
        {session.dialog !== null && (
          <OpenSessionDialog
            opened={session.opened}
            datasetId={session.dialog.datasetId}
            onClose={closeDialog}
            onOpened={({ session_id: id }) => {
              closeDialog();
              void navigate({ to: '/sessions/$id', params: { id }, search: {} });
            }}
          />
        )}
        {dataset.dialog !== null && (
          <NewDatasetDialog
            opened={dataset.opened}
            onClose={closeDialog}
            onCreated={({ dataset_id: id }) => {
              closeDialog();
              void navigate({ to: '/datasets/$id', params: { id }, search: {} });
            }}
          />
        )}
        {personRequest.dialog !== null && (
          <NewRequestDialog
            opened={personRequest.opened}
            onClose={closeDialog}
            onCreated={({ request_id: id }) => {
              closeDialog();
              void navigate({ to: '/persons/$id', params: { id }, search: {} });
            }}
          />
        )}
        {intervention.dialog !== null && (
          <InterveneDialog
            opened={intervention.opened}
            recordId={intervention.dialog.recordId}
            action={intervention.dialog.action}
            supersedes={intervention.dialog.supersedes}
            onClose={closeDialog}
            onDone={() => {
              closeDialog();
              intervention.dialog?.onDone?.();
            }}
          />
        )}
        {erasure.dialog !== null && (
          <EraseDialog
            opened={erasure.opened}
            recordId={erasure.dialog.recordId}
            interventionId={erasure.dialog.interventionId}
            onClose={closeDialog}
          />
        )}
        {signIn.dialog !== null && (
          <SignInDialog
            opened={signIn.opened}
            personId={signIn.dialog.personId}
            onClose={closeDialog}
          />
        )}
        {restoring.dialog !== null && (
          <RestoreDialog
            opened={restoring.opened}
            backupId={restoring.dialog.backupId}
            onClose={closeDialog}
          />
        )}
        {proof.dialog !== null && (
          <RowProofDrawer opened={proof.opened} row={proof.dialog} onClose={closeDialog} />
        )}
        {bundle.dialog !== null && (
          <ExportBundleDialog
            opened={bundle.opened}
            filter={bundle.dialog.filter}
            recordIds={bundle.dialog.recordIds}
            payoutId={bundle.dialog.payoutId}
            figure={bundle.dialog.figure}
            onClose={closeDialog}
          />
        )}
      </Suspense>
    </>
  );
}
