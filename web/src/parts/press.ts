/** Long press on a touch screen, which is what hovering is to a mouse. */

const LONG_MS = 480;
const DRIFT_PX = 12;

export function longPress(told: (at: DOMRect) => void): (node: Element) => () => void {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    let was = false;

    const start = (event: Event): void => {
      if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') return;
      from = { x: event.clientX, y: event.clientY };
      was = false;
      timer = setTimeout(() => {
        was = true;
        told(node.getBoundingClientRect());
      }, LONG_MS);
    };
    const move = (event: Event): void => {
      if (!(event instanceof PointerEvent)) return;
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > DRIFT_PX)
        clearTimeout(timer);
    };
    const end = (): void => clearTimeout(timer);
    // The tap that ends a long press places no chip.
    const click = (event: Event): void => {
      if (was) event.stopImmediatePropagation();
      was = false;
    };
    node.addEventListener('pointerdown', start);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', end);
    node.addEventListener('pointercancel', end);
    node.addEventListener('click', click, { capture: true });
    return () => {
      clearTimeout(timer);
      node.removeEventListener('pointerdown', start);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', end);
      node.removeEventListener('pointercancel', end);
      node.removeEventListener('click', click, { capture: true });
    };
  };
}
