/** Backups, the way back from one, diagnostics. All but making and verifying works while the ledger does not. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  backupListSchema,
  backupSchema,
  backupSettingsSchema,
  diagnosticsSchema,
  restorePreviewSchema,
  restoreResultSchema,
  type putBackupSettingsSchema,
  type RestoreLedger,
} from '../../shared/contract/backups.ts';
import {
  signingKeySchema,
  type BroughtKey,
  type ExportSigningKey,
  type ProtectSigningKey,
} from '../../shared/contract/signing-key.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { newIdempotencyKey, reads, request, requestFile } from './client.ts';
import { useJobRequest } from './jobs.ts';
import { queryKeys } from './query-keys.ts';

/** Every backup in the known folders, newest first, with what is wrong with it. */
export function useBackups() {
  return useAnswer('listBackups', {
    queryKey: [...queryKeys.backups, 'list'],
    queryFn: reads(backupListSchema, { path: '/backups' }),
    // Files come and go without this program.
    refetchOnMount: 'always',
  });
}

export function useBackupSettings() {
  return useAnswer('getBackupSettings', {
    queryKey: [...queryKeys.backups, 'settings'],
    queryFn: reads(backupSettingsSchema, { path: '/backups/settings' }),
  });
}

export function useChangeBackupSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof putBackupSettingsSchema>) =>
      request(backupSettingsSchema, { method: 'PUT', path: '/backups/settings', body }),
    onSuccess: async (settings) => {
      queryClient.setQueryData([...queryKeys.backups, 'settings'], settings);
      await queryClient.invalidateQueries({ queryKey: queryKeys.backups });
    },
    // What came in between may be the reason of a refusal.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.backups }),
  });
}

/** How the key of the ledger is protected where it lies. */
export function useSigningKey() {
  return useAnswer('getSigningKey', {
    queryKey: [...queryKeys.backups, 'signing-key'],
    queryFn: reads(signingKeySchema, { path: '/signing-key' }),
  });
}

/** Puts the key of the ledger under a passphrase, or under none. */
export function useProtectSigningKey() {
  return useChange(
    [queryKeys.backups],
    ({ body, confirm }: { body: ProtectSigningKey; confirm: string | undefined }) =>
      request(signingKeySchema, {
        method: 'POST',
        path: '/signing-key/protect',
        body,
        confirm,
        hasSecret: true,
      }),
    { gcTime: 0 },
  );
}

/** Starts a backup; the answer is its job. */
export function useCreateBackup() {
  return useJobRequest<undefined>(() =>
    request(jobSchema, {
      method: 'POST',
      path: '/backups',
      body: {},
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

/** Starts the verification of a backup; the answer is its job. */
export function useVerifyBackup() {
  return useJobRequest((id: string) =>
    request(jobSchema, {
      method: 'POST',
      path: `/backups/${encodeURIComponent(id)}/verify`,
      idempotencyKey: newIdempotencyKey(),
    }),
  );
}

export function useDeleteBackup() {
  return useChange([queryKeys.backups], (id: string) =>
    request(backupSchema, { method: 'DELETE', path: `/backups/${encodeURIComponent(id)}` }),
  );
}

/** Source of a restore: a backup by its id, or a path on the machine of the ledger. */
export type RestoreSource = { readonly backup_id: string } | { readonly path: string };

/** Preview of what a restore would change; `undefined` asks nothing. Never kept: the ledger goes on. */
export function useRestorePreview(source: RestoreSource | undefined) {
  return useAnswer('previewRestore', {
    // Of a key of its own: what is confirmed does not change because a backup was made meanwhile.
    queryKey: ['restore-preview', source],
    queryFn: reads(restorePreviewSchema, {
      method: 'POST',
      path: '/restores/preview',
      body: source,
    }),
    enabled: source !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The preview with the key file that was brought; what it holds is kept nowhere. */
export function useRestorePreviewWithKey() {
  return useMutation({
    mutationFn: (body: RestoreSource & { readonly key: BroughtKey }) =>
      request(restorePreviewSchema, {
        method: 'POST',
        path: '/restores/preview',
        body,
        hasSecret: true,
      }),
    gcTime: 0,
  });
}

/** Puts the signing keys into a file under a passphrase, with a name to save it by. */
export function useExportSigningKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      confirm,
      ...body
    }: ExportSigningKey & { readonly confirm: string | undefined }) => {
      const options = { body, confirm, hasSecret: true };
      const file = await requestFile('/signing-key/export', {}, 'POST', options);
      return { content: file.content, name: file.name ?? 'proofdesk-signing-key.json' };
    },
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.backups }),
  });
}

/** Replaces the ledger. Everything is asked again afterwards. */
export function useRestoreLedger() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RestoreLedger) =>
      request(restoreResultSchema, {
        method: 'POST',
        path: '/restores',
        body,
        hasSecret: body.key !== undefined,
      }),
    gcTime: 0,
    // Not waited for: that the ledger is restored is told at once, whatever else is asked again.
    onSuccess: () => void queryClient.invalidateQueries(),
  });
}

export function useDiagnostics() {
  return useAnswer('describeDiagnostics', {
    queryKey: queryKeys.diagnostics,
    queryFn: reads(diagnosticsSchema, { path: '/diagnostics' }),
    refetchOnMount: 'always',
  });
}

/** The zip of diagnostics, with a name to save it by. */
export async function fetchDiagnostics(): Promise<{ content: Blob; name: string }> {
  const file = await requestFile('/diagnostics', {}, 'POST');
  return { content: file.content, name: file.name ?? 'proofdesk-diagnostics.zip' };
}
