import { createHash } from 'node:crypto';
import { type Answer, html } from '../kit/partner.ts';
import { Markup, markup } from './markup.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --accent: #0b7285; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem 1.25rem 4rem; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 0; }
nav { display: flex; gap: .5rem; flex-wrap: wrap; margin: 1rem 0; }
nav a { padding: .35rem .8rem; border: 1px solid var(--line); border-radius: 6px; text-decoration: none; color: inherit; }
nav a[aria-current] { border-color: var(--accent); box-shadow: inset 0 -2px var(--accent); }
.card { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: .75rem 0; }
.head { display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
.head small { margin-left: auto; }
.status { font-size: .8rem; padding: .1rem .5rem; border-radius: 99px; background: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th { text-align: left; font-weight: 600; } td, th { padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; }
form.inline { display: inline; } fieldset { border: 0; padding: 0; margin: .5rem 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: .5rem; }
label { display: grid; font-size: .85rem; } input, select, button { font: inherit; padding: .3rem .5rem; }
input[type=number] { width: 5rem; } button { cursor: pointer; } p.quiet, small { color: #888; }
.wide { overflow-wrap: anywhere; }
`;

/** Shows what has changed meanwhile, unless somebody is writing. */
const SCRIPT = `
let written = false;
addEventListener('input', () => { written = true; });
setInterval(() => {
  const isWriting = written || document.querySelector('details[open]') || document.activeElement?.matches('input, select');
  if (!isWriting && !document.hidden) location.reload();
}, 5000);
`;

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** Nothing is loaded from elsewhere, and no other page may frame it or be sent its forms. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${SCRIPT_HASH}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export function page(title: string, content: Markup, status = 200): Answer {
  const { text } = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Markup(STYLE)}</style></head>
<body><h1>${title}</h1>${content}<script>${new Markup(SCRIPT)}</script></body></html>`;
  return html(status, text, {
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
}
