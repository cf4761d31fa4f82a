// Starts a worker that obeys the page's policy: one from an address of its own would have that of its server's headers, and static
// servers set none. A worker from a blob inherits the policy of who starts it.

export function startWorker(script: string): Worker {
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(script)};`], { type: 'text/javascript' }));
  return new Worker(blob, { type: 'module' });
}
