import type { FileSize } from '@guilde/contracts/files/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMedia } from '../kit/use-media.ts';
import { usePlatform } from '../platform.ts';

/**
 * This many first bytes of a WebP contain its flags (https://www.rfc-editor.org/rfc/rfc9649#section-2.7).
 */
const HEAD_BYTES = 21;
const MOVES = 0b10;

/**
 * Plays a picture that moves, unless the system wants no motion, and can be toggled. All pictures are stored
 * as WebP, and their preview is still. `size` is undefined while nothing should be shown.
 */
export function useMotion(address: string) {
  const platform = usePlatform();
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [toggled, setToggled] = useState<string | null>(null);
  const { data: moves = false, isPending } = useQuery({
    queryKey: ['picture-moves', address],
    enabled: address !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const headers = { range: `bytes=0-${HEAD_BYTES - 1}` };
      const response = await platform.fetch(address, { headers, signal });
      return hasMotion(new Uint8Array(await response.arrayBuffer()));
    },
  });
  const isPlayed = (toggled === address) === isStill;
  const size: FileSize | undefined = moves && !isPlayed ? 'preview' : 'full';
  const toggle = () => setToggled(toggled === address ? null : address);
  return { isMoving: moves, isPlayed, toggle, size: isPending && isStill ? undefined : size };
}

function hasMotion(head: Uint8Array): boolean {
  const isExtended = new TextDecoder().decode(head.subarray(12, 16)) === 'VP8X';
  return isExtended && ((head[HEAD_BYTES - 1] ?? 0) & MOVES) !== 0;
}

/** A GIF always counts as moving. */
export async function isMoving(blob: Blob): Promise<boolean> {
  if (blob.type !== 'image/webp') return blob.type === 'image/gif';
  return hasMotion(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
}
