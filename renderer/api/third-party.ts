/** What others wrote of this program, as the build lists it. */
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { requestAsset } from './client.ts';

const packagesSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    license: z.string().nullable(),
    text: z.string().nullable(),
  }),
);
export type ThirdPartyPackage = z.infer<typeof packagesSchema>[number];

/** The packages that are in this build, with their licences; asked for while `enabled`. */
export function useThirdParty(enabled: boolean) {
  return useQuery({
    queryKey: ['third-party'],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      packagesSchema.parse(JSON.parse(await (await requestAsset('third-party.json')).text())),
  });
}

/** The bill of materials of this build: CycloneDX 1.6, JSON. @throws ApiFailure */
export function requestBill(): Promise<Blob> {
  return requestAsset('sbom.cdx.json');
}
