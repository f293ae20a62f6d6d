/**
 * The six faces as pictures that style sheets can use. A layout shows hundreds of dice: as pictures they are drawn once
 * and copied, where a drawing in each place made half of the page.
 */

import { FACES, PIPS, isRed, pipRadius, type Face } from '../model/dice';

const BODY = { fill: '#fcfaf4', edge: '#c4beae' };
const PIP = { red: '#c3221b', black: '#1a1d1c' };

function drawn(face: Face): string {
  const pip = isRed(face) ? PIP.red : PIP.black;
  const pips = PIPS[face].map(
    ([x, y]) =>
      `<circle cx="${String(x)}" cy="${String(y)}" r="${String(pipRadius(face))}" fill="${pip}"/>`,
  );
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' +
    `<rect x="3" y="3" width="94" height="94" rx="20" fill="${BODY.fill}" stroke="${BODY.edge}" stroke-width="3"/>` +
    `${pips.join('')}</svg>`
  );
}

/** Lets `var(--die-4)` be the picture of a four everywhere on the page. */
export function layOutFaces({ style }: HTMLElement): void {
  for (const face of FACES)
    style.setProperty(
      `--die-${String(face)}`,
      `url("data:image/svg+xml,${encodeURIComponent(drawn(face))}")`,
    );
}
