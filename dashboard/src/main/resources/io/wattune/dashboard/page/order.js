// The order of nodes that people look at, and are about to click on.

/**
 * Leaves these nodes in a parent, in this order, and moves as few as it can: one that is moved loses the focus, and a
 * click that has begun on it. The focus stays where it was.
 */
export function arrange(parent, nodes) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const wanted = new Set(nodes);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  const places = new Map([...parent.children].map((child, place) => [child, place]));
  const staying = longestRise(nodes.map((node) => places.get(node) ?? -1));
  let next = null;
  for (let i = nodes.length - 1; i >= 0; i--) {
    if (!staying.has(i)) parent.insertBefore(nodes[i], next);
    next = nodes[i];
  }
  if (focused !== null && focused !== document.activeElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}

/** The indices of a longest rising subsequence; what is below 0 is in none. */
export function longestRise(values) {
  const ends = [];
  const before = new Array(values.length).fill(-1);
  values.forEach((value, i) => {
    if (value < 0) return;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]] < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? ends[low - 1] : -1;
    ends[low] = i;
  });
  const rise = new Set();
  for (let i = ends.length > 0 ? ends[ends.length - 1] : -1; i >= 0; i = before[i]) rise.add(i);
  return rise;
}
