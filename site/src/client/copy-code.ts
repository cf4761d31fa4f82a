// A button on every block of code that copies it. Prompts and the output of programs in a session are not copied.

function textOf(block: HTMLElement): string {
  const text = block.querySelector('code')?.textContent ?? '';
  const commands = text.split('\n').filter((line) => line.startsWith('$ '));
  return commands.length === 0 ? text.trimEnd() : commands.map((line) => line.slice(2)).join('\n');
}

export function offerCopies(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(textOf(block));
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed';
      }
    });
    button.addEventListener('blur', () => {
      button.textContent = 'Copy';
    });
    block.append(button);
  }
}
