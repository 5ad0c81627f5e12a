/** Where the Tab key stops inside an element. */

const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex], [contenteditable="true"]'

/** @param {Element} element @returns {HTMLElement[]} in the order of the document */
export const stopsIn = (element) =>
  /** @type {HTMLElement[]} */ ([...element.querySelectorAll(STOPS)]).filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }) && !stop.closest('[inert]'),
  )
