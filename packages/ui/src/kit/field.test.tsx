import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAs, withGuilde } from '../../test/render.tsx';
import { Field, FieldGroup, RequiredFields } from './field.tsx';
import { Input } from './input.tsx';

const SENTENCE = 'Tous les champs sont obligatoires.';
const guilde = withGuilde({ cast: ['claire'] });

test('a form without optional fields says that all are required, at each of them', () => {
  render(
    <RequiredFields>
      <Field label="Prénom" error="Ce champ est requis.">
        <Input />
      </Field>
      <FieldGroup single label="Secteur">
        <input type="radio" />
      </FieldGroup>
    </RequiredFields>,
  );
  const name = screen.getByRole('textbox', { name: 'Prénom' });
  expect(name).toBeRequired();
  expect(name).toHaveAccessibleDescription(`Ce champ est requis. ${SENTENCE}`);
  const sector = screen.getByRole('radiogroup', { name: 'Secteur' });
  expect(sector).toBeRequired();
  expect(sector).toHaveAccessibleDescription(SENTENCE);
});

test.each(['/auth', '/contact', '/rights'])('the form of %s does', async (path) => {
  await renderAs(guilde.current, 'visitor', path);
  expect(await screen.findByText(SENTENCE)).toBeVisible();
  for (const field of screen.getAllByRole('textbox')) expect(field).toBeRequired();
});
