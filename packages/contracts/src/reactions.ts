/** In this order everywhere; the labels are for screen readers. */
export const REACTIONS = [
  { emoji: '👍', label: 'pouce levé' },
  { emoji: '❤️', label: 'cœur' },
  { emoji: '😂', label: 'rire' },
  { emoji: '🎉', label: 'bravo' },
  { emoji: '🙏', label: 'merci' },
  { emoji: '👀', label: 'je regarde' },
] as const;

export type ReactionEmoji = (typeof REACTIONS)[number]['emoji'];

/** An unknown emoji, of a newer version, is its own label. */
export function reactionLabel(emoji: string): string {
  return REACTIONS.find((one) => one.emoji === emoji)?.label ?? emoji;
}
