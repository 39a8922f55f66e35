// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { registerUnsavedWork } from '../../lib/unsaved.ts';
import { givenBrowser, givenSession, show } from '../../test/render.tsx';
import Palette from './palette.tsx';
import { SignOutQuestion } from './sign-out.tsx';

givenBrowser();

it('finds the profile and Sign out, which asks while work is unsaved', async () => {
  await givenSession({}, { id: 5, access: {} });
  const release = registerUnsavedWork(() => true);
  show(
    <>
      <Palette onClose={() => {}} takeKeys={() => ''} />
      <SignOutQuestion />
    </>,
  );
  const field = screen.getByRole('combobox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('profile');
  expect(screen.getByRole('option', { name: 'Profile' })).not.toBeNull();
  type('sign out');
  fireEvent.click(screen.getByRole('option', { name: 'Sign out' }));
  expect(screen.getByText('Sign out without saving?')).not.toBeNull();
  release();
});
