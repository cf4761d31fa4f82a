// Compares names with numbers as numbers: `a2` before `a10`. Otherwise by code unit, independent of locale.

export function compareNatural(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compareRuns(left[i] ?? '', right[i] ?? '');
    if (order !== 0) return order;
  }
  // Equal apart from leading zeros: the names themselves decide, so that the order is total.
  return left.length - right.length || compareUnits(a, b);
}

function compareRuns(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return compareUnits(a, b);
  const x = a.replace(/^0+(?=\d)/, '');
  const y = b.replace(/^0+(?=\d)/, '');
  return x.length - y.length || compareUnits(x, y);
}

const compareUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
