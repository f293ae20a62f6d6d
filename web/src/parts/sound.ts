/** Small sounds made on the spot, and a voice; both off until a person turns them on. */

import { speech } from '../lang/lang.svelte';
import { look } from './look.svelte';

let context: AudioContext | null = null;

type Sound = 'chip' | 'closing' | 'closed' | 'rest' | 'win';

/** Frequency, start, length: a few soft sine notes. */
const NOTES: Readonly<Record<Sound, readonly (readonly [number, number, number])[]>> = {
  chip: [[1900, 0, 0.03]],
  closing: [[660, 0, 0.09]],
  closed: [
    [520, 0, 0.14],
    [390, 0.14, 0.2],
  ],
  rest: [
    [240, 0, 0.06],
    [200, 0.07, 0.06],
  ],
  win: [
    [523, 0, 0.16],
    [659, 0.14, 0.16],
    [784, 0.28, 0.3],
  ],
};

export function play(sound: Sound): void {
  if (!look.sound) return;
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [frequency, start, length] of NOTES[sound]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0.06, currentTime + start);
    gain.gain.exponentialRampToValueAtTime(0.0001, currentTime + start + length);
    tone.connect(gain).connect(destination);
    tone.start(currentTime + start);
    tone.stop(currentTime + start + length);
  }
}

export function speakAloud(text: string): void {
  if (!look.voice || !('speechSynthesis' in window)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = speech.locale;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
