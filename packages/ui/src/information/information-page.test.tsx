import { CONDUCT_RULES } from '@guilde/contracts/reports/conduct.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../../test/render.tsx';

const guilde = withGuilde();

test('each of the five tabs has its own address', async () => {
  const { user, router } = await renderAs(guilde.current, 'claire', '/information');
  expect(await screen.findByRole('tab', { name: 'À propos', selected: true })).toBeVisible();
  for (const [name, tab] of [
    ['Questions fréquentes', 'faq'],
    ['Contact', 'contact'],
    ['Mentions légales', 'legal'],
    ['Confidentialité', 'privacy'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/information/${tab}`));
    expect(await screen.findByRole('tab', { name, selected: true })).toBeVisible();
    await waitFor(() => expect(document.title).toContain(name));
  }
  await router.navigate(-1);
  expect(await screen.findByRole('tab', { name: 'Mentions légales', selected: true })).toBeVisible();
});

test.each([
  ['/information?tab=faq', '/information/faq'],
  ['/information?tab=nothing', '/information/about'],
  ['/information/nothing', '/information/about'],
  ['/about', '/information/about'],
  ['/faq', '/information/faq'],
  ['/contact', '/information/contact'],
  ['/legal', '/information/legal'],
])('a member who opens %s arrives at %s, and going back skips the redirection', async (from, to) => {
  const { router } = await renderAs(guilde.current, 'claire', '/home');
  await screen.findByRole('heading', { level: 1 });
  await router.navigate(from);
  await waitFor(() => expect(router.state.location.pathname).toBe(to));
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
});

test('the open question stands in the address, and an address opens its question', async () => {
  const { user, router, unmount } = await renderAs(guilde.current, 'claire', '/information/faq');
  const questions = await screen.findAllByRole('button', { name: /\?$/ });
  expect(questions).toHaveLength(9);
  // WCAG 1.3.1: they stand right below the page’s title.
  expect(screen.getAllByRole('heading', { level: 2, name: /\?$/ })).toHaveLength(9);
  await user.click(screen.getByRole('button', { name: /créer un SOS/ }));
  expect(await screen.findByRole('link', { name: 'Lancer un SOS' })).toBeVisible();
  expect(router.state.location.hash).toBe('#creer-un-sos');
  await user.click(screen.getByRole('button', { name: /créer un SOS/ }));
  await waitFor(() => expect(router.state.location.hash).toBe(''));
  unmount();
  await renderAs(guilde.current, 'claire', '/information/faq#evaluations');
  const open = await screen.findByRole('button', { name: /évaluations/ });
  expect(open).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText(/Héros du/)).toBeVisible();
});

test.each([
  ['/terms', 'Conditions générales d’utilisation'],
  ['/privacy', 'Politique de confidentialité'],
  ['/legal', 'Mentions légales'],
])('a visitor reads %s with its contents and the date of its version', async (path, title) => {
  await renderAs(guilde.current, 'visitor', path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText(/^Version \d/).parentElement).toHaveTextContent(
    'Version 1, en vigueur depuis le 23 novembre 2026',
  );
  const contents = within(screen.getByRole('navigation', { name: 'Sommaire' }));
  for (const link of contents.getAllByRole('link')) {
    const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(target, link.textContent ?? '').toBeInstanceOf(HTMLElement);
  }
});

test('a visitor reads the declaration of accessibility from the foot of a page, and a member from the notice', async () => {
  const { user, unmount } = await renderAs(guilde.current, 'visitor', '/auth');
  await user.click(await screen.findByRole('link', { name: /^Accessibilité\s:/ }));
  const title = 'Déclaration d’accessibilité';
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  const remedies = within(screen.getByRole('region', { name: /Voies de recours/ }));
  // The desktop app opens links to other sites only from a new window.
  const outside = remedies.getByRole('link', { name: /^Défenseur des droits.*nouvel onglet/ });
  expect(outside).toHaveAttribute('target', '_blank');
  unmount();
  const { router } = await renderAs(guilde.current, 'claire', '/information/legal');
  await user.click(await screen.findByRole('link', { name: 'déclaration d’accessibilité' }));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(router.state.location.pathname).toBe('/accessibility');
  expect(await screen.findByRole('link', { name: 'Retour à Guilde' })).toBeVisible();
});

test('the terms forbid what a decision may name as broken', async () => {
  await renderAs(guilde.current, 'visitor', '/terms');
  const conduct = within(await screen.findByRole('region', { name: /Règles de conduite/ }));
  for (const { text } of CONDUCT_RULES)
    expect(conduct.getByText(text.replaceAll('\u00a0', ' '), { exact: false })).toBeVisible();
  expect(screen.getByRole('region', { name: /Suspension et fin du compte/ })).toBeVisible();
});

test.each([
  ['/about', '/information/about'],
  ['/faq', '/information/faq'],
])('a visitor who opens %s signs in first', async (from, to) => {
  const { router } = await renderAs(guilde.current, 'visitor', from);
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(new URLSearchParams(router.state.location.search).get('from')).toBe(to);
});

test('members still read the terms and the policy on pages of their own', async () => {
  const { router } = await renderAs(guilde.current, 'claire', '/terms');
  expect(await screen.findByRole('heading', { level: 1, name: /Conditions/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Retour à Guilde' })).toBeVisible();
  await router.navigate('/privacy');
  expect(await screen.findByRole('heading', { level: 1, name: /confidentialité/ })).toBeVisible();
});

test('what the configuration does not say is said to be missing', async () => {
  const { unmount } = await renderAs(guilde.current, 'visitor', '/legal');
  const publisher = await screen.findByRole('region', { name: /Éditeur/ });
  expect((await within(publisher).findAllByText('à compléter par l’exploitant')).length).toBeGreaterThan(4);
  unmount();
  const { company } = guilde.current.deps.config;
  Object.assign(company, { name: 'Guilde SAS', siren: '123456789', director: 'Nina Roche' });
  await renderAs(guilde.current, 'visitor', '/legal');
  const filled = within(await screen.findByRole('region', { name: /Éditeur/ }));
  expect(await filled.findByText('Guilde SAS')).toBeVisible();
  expect(filled.getByText('123 456 789')).toBeVisible();
  expect(filled.getByText('Nina Roche')).toBeVisible();
});

test('where no address of the team is configured, the form stands alone in the sentences that name both', async () => {
  const { company } = guilde.current.deps.config;
  const readAll = async () => {
    const texts: string[] = [];
    for (const [path, part] of [
      ['/privacy', /Vos droits/],
      ['/privacy', /Qui est responsable/],
      ['/terms', /Qui nous sommes/],
    ] as const) {
      const { unmount } = await renderAs(guilde.current, 'visitor', path);
      const region = await screen.findByRole('region', { name: part });
      await waitFor(() => expect(region.querySelector('.animate-shimmer')).toBeNull());
      texts.push(region.textContent.replaceAll('\u00a0', ' '));
      unmount();
    }
    return texts;
  };
  company.email = null;
  const [rights, controller, terms] = await readAll();
  expect(rights).toContain('Pour les autres, faites une demande sur la page Vos droits.');
  expect(controller).toContain('Écrire au sujet de vos donnéesle formulaire de contact');
  expect(terms).toContain('services numériques) : le formulaire de contact.');
  company.email = 'equipe@exemple.fr';
  const [toRights, toController, toTerms] = await readAll();
  expect(toRights).toContain('sur la page Vos droits ou écrivez à equipe@exemple.fr.');
  expect(toController).toContain('equipe@exemple.fr ou le formulaire de contact');
  expect(toTerms).toContain('equipe@exemple.fr ou le formulaire de contact.');
});
