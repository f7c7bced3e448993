import { beforeEach, expect, it } from 'vitest';
import { useContactDrafts } from './contact/contact-draft.ts';
import { addOutgoing, setDraft, useUnsent } from './conversations/outgoing.ts';
import { forgetDrafts } from './drafts.ts';
import { newDraft, useSosDrafts } from './sos/sos-draft.ts';

beforeEach(() => localStorage.clear());

const contact = (id: string) =>
  ({ id }) as Parameters<ReturnType<typeof useContactDrafts.getState>['keep']>[1];

it('what a member wrote leaves the device with them, and nobody else’s', () => {
  for (const memberId of ['claire', 'karim']) {
    setDraft(memberId, 'ads', `Brouillon de ${memberId}`);
    addOutgoing({
      id: `sent-by-${memberId}`,
      memberId,
      conversationId: 'ads',
      content: `Message de ${memberId}`,
      writtenAt: 1,
      problem: null,
    });
    useSosDrafts.getState().keep(memberId, { ...newDraft(), title: `SOS de ${memberId}` });
    useContactDrafts.getState().keep(memberId, contact(`contact-${memberId}`));
  }
  forgetDrafts('claire');
  const stored = JSON.stringify([localStorage, sessionStorage]);
  expect(stored).not.toContain('claire');
  expect(stored).toContain('Brouillon de karim');
  expect(stored).toContain('Message de karim');
  expect(stored).toContain('SOS de karim');
  expect(stored).toContain('contact-karim');
  expect(Object.keys(useUnsent.getState().messages)).toEqual(['sent-by-karim']);
});
