// A classic script, because browsers refuse modules of pages that are opened as files: explains how to open the page instead of leaving it
// blank.

if (location.protocol === 'file:') {
  const note = document.createElement('main');
  note.className = 'error-box file-note';
  const title = document.createElement('h1');
  title.textContent = 'This page needs a web server';
  const text = document.createElement('p');
  text.textContent =
    'Browsers do not load its parts from files. Run one of these in its folder, and open the address that it prints:';
  const commands = document.createElement('pre');
  commands.textContent = 'npx serve\npython3 -m http.server';
  note.append(title, text, commands);
  document.addEventListener('DOMContentLoaded', () => document.getElementById('root')?.replaceChildren(note));
}
