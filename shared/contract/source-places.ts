/** Places of this machine that datasets may be made of (extension). */
import * as z from './when-asked.ts';
import { fault } from './faults.ts';
import { previousOf } from './previous.ts';
import { serverKeyOf } from '../source-server.ts';
import type { Route } from './route.ts';

/** Folders, and servers, that a person may choose at the window. */
const mostFolders = 100;

const folderPath = z
  .string({ error: fault('type_string') })
  .min(1, fault('not_empty'))
  .max(4_096, fault('at_most_characters', { maximum: 4096 }));

export const changeSourcePlacesSchema = z.strictObject({
  folders: z
    .array(folderPath)
    .max(mostFolders, fault('at_most_items', { maximum: mostFolders }))
    .meta({ description: 'Absolute paths; all that is in them, and below, may be a source' }),
  servers: z
    .array(
      z
        .string({ error: fault('type_string') })
        .refine((text) => serverKeyOf(text) !== undefined, fault('source_server')),
    )
    .max(mostFolders, fault('at_most_items', { maximum: mostFolders }))
    .default([])
    .meta({ description: 'Database servers: host, host:port or [address]:port; 5432 unless told' }),
});
export type ChangeSourcePlaces = z.infer<typeof changeSourcePlacesSchema>;

export const sourcePlacesSchema = z
  .object({
    managed: z.boolean().meta({
      description:
        'Whether they can be changed here; false on a server, which is told as it starts',
    }),
    folders: z.array(z.string()).max(mostFolders).meta({ description: 'Chosen here' }),
    given: z.array(z.string()).meta({ description: 'Named by the option source-folder' }),
    servers: z
      .array(z.string())
      .max(mostFolders)
      .meta({ description: 'Database servers, chosen here: host:port' }),
    given_servers: z.array(z.string()).meta({ description: 'Named by the option source-host' }),
  })
  .meta({ id: 'SourcePlaces' });
export type SourcePlaces = z.infer<typeof sourcePlacesSchema>;

/** The body of `PUT /sources/places`. */
export const putSourcePlacesSchema = changeSourcePlacesSchema
  .extend({
    if_previous: previousOf(sourcePlacesSchema.pick({ folders: true, servers: true }).shape),
  })
  .meta({ id: 'ChangeSourcePlaces', sent: true });

export const sourcePlaceRoutes = [
  {
    operationId: 'getSourcePlaces',
    method: 'GET',
    path: '/sources/places',
    summary: 'Folders and database servers that datasets may be made of',
    description: 'A place outside of them is refused, whatever is there.',
    area: 'datasets',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: sourcePlacesSchema,
    errors: ['forbidden'],
  },
  {
    operationId: 'changeSourcePlaces',
    method: 'PUT',
    path: '/sources/places',
    summary: 'Choose the folders and database servers that datasets may be made of',
    description:
      'Each folder is an absolute path of one that is there, outside of the data directory. Datasets of a folder that is taken out cannot be read until it is back. On a server: 409. For the console only, not with an API key.',
    area: 'datasets',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    body: putSourcePlacesSchema,
    status: 200,
    response: sourcePlacesSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
