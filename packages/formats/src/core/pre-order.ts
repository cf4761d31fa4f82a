// Nodes in pre-order: the parent of a node is the node before it or one of that node's ancestors.

/** Reports every node whose parent breaks the order; −1 means no parent. */
export function checkPreOrder(
  nodes: readonly { readonly parent: number }[],
  report: (node: number, code: 'bad-range' | 'bad-order', message: string) => void,
): void {
  const ancestors: number[] = [];
  for (const [i, { parent }] of nodes.entries()) {
    while (ancestors.length > 0 && ancestors.at(-1) !== parent) ancestors.pop();
    if (parent >= i) report(i, 'bad-range', 'must come before its children');
    else if (parent >= 0 && ancestors.length === 0) report(i, 'bad-order', 'breaks pre-order');
    ancestors.push(i);
  }
}
