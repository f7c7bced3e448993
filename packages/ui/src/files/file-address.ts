import type { FileRef, FileSize } from '@guilde/contracts/files/rules.ts';

/** `place` is « conversations/ID » or « sos/ID ». */
export function fileAddress(place: string, { id }: Pick<FileRef, 'id'>, size: FileSize): string {
  return `/api/${place}/files/${id}/${size}`;
}
