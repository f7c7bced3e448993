import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { isOpenedOutside } from './addresses.ts';

export type ContextActs = {
  correct: (word: string) => void;
  learn: (word: string) => void;
  openOutside: (url: string) => void;
  copy: (text: string) => void;
  copyImage: () => void;
};

const SUGGESTIONS = 5;

type Clicked = Pick<
  ContextMenuParams,
  | 'mediaType'
  | 'hasImageContents'
  | 'isEditable'
  | 'selectionText'
  | 'editFlags'
  | 'linkURL'
  | 'misspelledWord'
  | 'dictionarySuggestions'
>;

/** No menu opens for an empty template. */
export function contextMenu(clicked: Clicked, acts: ContextActs): MenuItemConstructorOptions[] {
  const groups = [
    spelling(clicked, acts),
    link(clicked, acts),
    image(clicked, acts),
    editing(clicked),
  ].filter(({ length }) => length > 0);
  return groups.flatMap((group, at) => (at === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

function spelling(
  { misspelledWord, dictionarySuggestions }: Clicked,
  acts: ContextActs,
): MenuItemConstructorOptions[] {
  if (!misspelledWord) return [];
  const corrections = dictionarySuggestions
    .slice(0, SUGGESTIONS)
    .map((word) => ({ label: word, click: () => acts.correct(word) }));
  return [
    ...(corrections.length > 0 ? corrections : [{ label: 'Aucune suggestion', enabled: false }]),
    { label: 'Ajouter au dictionnaire', click: () => acts.learn(misspelledWord) },
  ];
}

function link({ linkURL }: Clicked, acts: ContextActs): MenuItemConstructorOptions[] {
  if (!isOpenedOutside(linkURL)) return [];
  return [
    { label: 'Ouvrir le lien dans le navigateur', click: () => acts.openOutside(linkURL) },
    { label: 'Copier le lien', click: () => acts.copy(linkURL) },
  ];
}

function image({ mediaType, hasImageContents }: Clicked, acts: ContextActs): MenuItemConstructorOptions[] {
  if (mediaType !== 'image' || !hasImageContents) return [];
  return [{ label: 'Copier l’image', click: acts.copyImage }];
}

function editing({ isEditable, selectionText, editFlags }: Clicked): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() ? [{ role: 'copy', label: 'Copier' }] : [];
  return [
    { role: 'cut', label: 'Couper', enabled: editFlags.canCut },
    { role: 'copy', label: 'Copier', enabled: editFlags.canCopy },
    { role: 'paste', label: 'Coller', enabled: editFlags.canPaste },
    { role: 'selectAll', label: 'Tout sélectionner', enabled: editFlags.canSelectAll },
  ];
}
