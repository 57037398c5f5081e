// Gives the map the focus after a choice by pointer and after Enter: letters are then commands again.

import { $ } from './dom.js';

/** A list that changes this soon after a key was changed by it. [Unit: ms] */
const BY_KEY = 300;

/** Boxes of one line, in which Enter commits. */
const LINES = ['text', 'number', 'search'];

export function returnFocus() {
  let pressedAt = -Infinity;
  addEventListener('keydown', (event) => {
    pressedAt = event.timeStamp;
    const { target } = event;
    const commits = target instanceof HTMLSelectElement
      || (target instanceof HTMLInputElement && LINES.includes(target.type));
    if (event.key !== 'Enter' || event.isComposing || !commits || target.closest('dialog')) return;
    event.preventDefault();
    focusMap();
  });
  addEventListener('change', ({ target, timeStamp }) => {
    const isChoice = target instanceof HTMLSelectElement && !target.closest('dialog');
    if (isChoice && timeStamp > pressedAt + BY_KEY) focusMap();
  });
  // The browser itself would follow the link to an address that names no dungeon.
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    focusMap();
  });
}

const focusMap = () => $('stage').focus({ preventScroll: true });
