import { useQuery } from '@tanstack/react-query';
import { useMedia } from '../kit/use-media.ts';
import { usePlatform } from '../platform.ts';

/**
 * This many first bytes of a WebP contain its flags (https://www.rfc-editor.org/rfc/rfc9649#section-2.7).
 */
const HEAD_BYTES = 21;
const MOVES = 0b10;

/**
 * The result is `paused` when the picture moves and the system wants no motion. All pictures are stored as
 * WebP. While it is `unknown`, nothing should be shown.
 */
export function useMotion(address: string): 'free' | 'paused' | 'unknown' {
  const platform = usePlatform();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const { data: isMoving, isPending } = useQuery({
    queryKey: ['picture-moves', address],
    enabled: isStill && address !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const headers = { range: `bytes=0-${HEAD_BYTES - 1}` };
      const response = await platform.fetch(address, { headers, signal });
      const head = new Uint8Array(await response.arrayBuffer());
      const isExtended = new TextDecoder().decode(head.subarray(12, 16)) === 'VP8X';
      return isExtended && ((head[HEAD_BYTES - 1] ?? 0) & MOVES) !== 0;
    },
  });
  if (!isStill) return 'free';
  if (isPending) return 'unknown';
  return isMoving ? 'paused' : 'free';
}

/** This is for a file that is not stored yet, of which only a GIF is known to move. */
export function mayShowOwn(type: string | undefined, isStill: boolean): boolean {
  return !isStill || type !== 'image/gif';
}
