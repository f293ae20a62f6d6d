/** Whether the reader wants things to stand still. */

class Stillness {
  still = $state(false);

  constructor() {
    if (typeof matchMedia === 'undefined') return;
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    this.still = query.matches;
    query.addEventListener('change', () => (this.still = query.matches));
  }
}

export const stillness = new Stillness();
