/** A switch that the server printed, as the page turns it. */

/** @param {HTMLElement} control @param {boolean} on */
export function setSwitch(control, on) {
  const state = on ? 'checked' : 'unchecked'
  control.setAttribute('aria-checked', String(on))
  control.dataset.state = state
  const thumb = control.firstElementChild
  if (thumb instanceof HTMLElement) thumb.dataset.state = state
}
