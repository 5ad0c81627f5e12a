/** The page of a window whose page ended too often: loads it again where it was, with plugins or without. Stands alone. */
const main = /** @type {HTMLElement} */ (document.querySelector('main'))
const { base = '', csrf = '' } = main.dataset
const failure = /** @type {HTMLElement} */ (document.getElementById('failure'))

document.getElementById('again')?.addEventListener('click', again)
document.getElementById('safe')?.addEventListener('click', () => void withoutPlugins())

function again() {
  location.replace(base + location.hash)
}

async function withoutPlugins() {
  try {
    const answer = await fetch(`${base}api/shell/safe-mode`, { method: 'POST', headers: { 'X-Hermes-CSRF': csrf }, body: '{}' })
    if (!answer.ok) throw new Error(await answer.text())
    again()
  } catch (error) {
    failure.textContent = `That did not work: ${error instanceof Error ? error.message : error}`
    failure.hidden = false
  }
}
