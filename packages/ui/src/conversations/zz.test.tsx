import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { openChat, say } from '../../../../apps/api/test/scenes.ts';
import { renderAs, useGuilde } from '../../test/render.tsx';
const guilde = useGuilde();
it('x', async () => {
  const claire = await guilde.current.as('claire'); const karim = await guilde.current.as('karim');
  const { sos, conversation } = await openChat(claire, karim);
  await say(karim, conversation.id, 'A');
  await renderAs(guilde.current, 'claire', `/chat?sos=${sos.id}`);
  await screen.findByRole('log');
  await new Promise((r) => setTimeout(r, 1500));
  console.log(document.hasFocus(), document.visibilityState, document.activeElement?.tagName, document.activeElement?.getAttribute('aria-label'));
});
