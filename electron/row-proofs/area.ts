/** Proof of single rows. */
import { z } from 'zod';
import type { Area } from '../area.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { rowProofRoutes } from './routes.ts';

export const rowProofsArea = {
  openReads: ({ workspace, database, ownership, supervisor }) => ({
    handlers: rowProofRoutes({
      database,
      ownership,
      files: new CheckpointFiles(workspace.directory),
      sign: async () => z.string().parse(await supervisor.callWriter('sign-checkpoint', {})),
    }),
  }),
} satisfies Area;
