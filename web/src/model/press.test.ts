import { expect, test } from 'vitest';
import { Press } from './press';

test('a press means what the button said when it began', () => {
  const press = new Press<string>();
  press.begin('collect');
  expect(press.end('pay')).toBe('collect');
});

test('the next press begins anew', () => {
  const press = new Press<string>();
  press.begin('collect');
  press.end('pay');
  press.begin('pay');
  expect(press.end('pay')).toBe('pay');
});

test('a press that slid away leaves nothing behind', () => {
  const press = new Press<string>();
  press.begin('collect');
  press.forget();
  expect(press.end('pay')).toBe('pay');
});

test('a click that no finger began means what is there', () => {
  expect(new Press<string>().end('pay')).toBe('pay');
});
