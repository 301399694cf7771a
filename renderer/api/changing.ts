/** Changes that a screen asks for, and what is asked again after them. */
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

/** A change after which what stands under `keys` is asked again; with `alsoRefused` after a refusal, whose reason may be what came in between. */
export function useChange<Input, Result>(
  keys: readonly QueryKey[],
  send: (input: Input) => Promise<Result>,
  { alsoRefused = false, ...options }: { alsoRefused?: boolean; gcTime?: number } = {},
) {
  const queryClient = useQueryClient();
  const askAgain = async () => {
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  return useMutation({
    mutationFn: send,
    ...options,
    ...(alsoRefused ? { onSettled: askAgain } : { onSuccess: askAgain }),
  });
}
