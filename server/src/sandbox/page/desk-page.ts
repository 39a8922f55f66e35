import type { Desk, DeskAction, DeskEntry } from '../kit/desk.ts';
import { type Markup, markup } from './markup.ts';
import { addressOfShop } from './shop-page.ts';

const ENTRIES_SHOWN = 50;

/** What a partner has received, with the decisions of its people. */
export function deskContent(desk: Desk, navigation: Markup): Markup {
  const entries = desk.entries();
  return markup`${navigation}
<p>${desk.about}</p>
${entries.length === 0 ? markup`<p class="quiet">Nothing yet.</p>` : ''}
${entries.slice(0, ENTRIES_SHOWN).map((entry) => entryCard(desk, entry))}
${entries.length > ENTRIES_SHOWN ? markup`<p class="quiet">${entries.length - ENTRIES_SHOWN} older ones are not shown.</p>` : ''}`;
}

function entryCard(desk: Desk, entry: DeskEntry): Markup {
  return markup`<section class="card" id="order-${entry.id}">
<div class="head"><h2>${entry.title}</h2><span class="status">${entry.status}</span>
<small>${entry.at.toISOString().slice(0, 16).replace('T', ' ')} UTC</small></div>
<table><tbody>${entry.facts
    .filter(([, value]) => value)
    .map(([label, value]) => markup`<tr><th>${label}</th><td class="wide">${value}</td></tr>`)}</tbody></table>
${entry.actions.map((action) => actionForm(desk, entry, action))}</section>`;
}

function actionForm(desk: Desk, { id, title }: DeskEntry, { name, label, note }: DeskAction): Markup {
  const to = `${addressOfShop(desk)}/entries/${encodeURIComponent(id)}/${name}`;
  return markup`<form class="inline" method="post" action="${to}">
${note ? markup`<input name="note" value="${note.value}" maxlength="200" aria-label="${note.label} ${title}"> ` : ''}<button aria-label="${label}: ${title}">${label}</button></form> `;
}
