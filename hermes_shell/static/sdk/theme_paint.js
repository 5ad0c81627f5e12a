/**
 * Painting a theme: its colours as the seeds of css/tokens.css, in a sheet of its own after the server's theme style.
 */

/** @typedef {import('./retint.js').Colors} Colors */
/** @typedef {import('./retint.js').DesktopTheme} DesktopTheme */

/** Each variable with the colours it is taken from, first one there is. Nothing there: the built-in theme's stays. */
const SEEDS = Object.entries({
  '--theme-foreground': ['foreground'],
  '--theme-primary': ['primary'],
  '--theme-midground': ['midground', 'ring', 'primary'],
  '--theme-secondary': ['secondary', 'primary'],
  '--theme-accent-soft': ['accent', 'primary'],
  '--theme-bubble-seed': ['userBubble', 'primary'],
  '--theme-background-seed': ['background'],
  '--theme-sidebar-seed': ['sidebarBackground', 'background'],
  '--theme-neutral-sidebar': ['sidebarBackground', 'background'],
  '--theme-neutral-chrome': ['sidebarBackground', 'background'],
  '--theme-card-seed': ['card', 'background'],
  '--theme-neutral-card': ['card', 'background'],
  '--theme-elevated-seed': ['popover', 'card', 'background'],
  '--ui-red': ['destructive'],
  '--dt-primary-foreground': ['primaryForeground'],
  '--dt-secondary-foreground': ['secondaryForeground'],
  '--dt-accent-foreground': ['accentForeground'],
  '--dt-midground-foreground': ['midgroundForeground'],
  '--dt-destructive': ['destructive'],
  '--dt-destructive-foreground': ['destructiveForeground'],
  '--dt-muted': ['muted'],
  '--dt-border': ['border'],
  '--dt-input': ['input'],
  '--dt-ring': ['ring'],
  '--dt-composer-ring': ['composerRing'],
  '--dt-sidebar-border': ['sidebarBorder'],
  '--dt-user-bubble-border': ['userBubbleBorder'],
})

/** Which variable of the server's theme style a colour of a built-in theme stands in. */
const COLORS = Object.entries({
  background: '--theme-background-seed',
  foreground: '--theme-foreground',
  card: '--theme-card-seed',
  cardForeground: '--theme-foreground',
  popover: '--theme-elevated-seed',
  popoverForeground: '--theme-foreground',
  primary: '--theme-primary',
  primaryForeground: '--dt-primary-foreground',
  midground: '--theme-midground',
  ring: '--theme-midground',
  destructive: '--ui-red',
  destructiveForeground: '--dt-destructive-foreground',
  sidebarBackground: '--theme-sidebar-seed',
})

/** @type {{ sheet: CSSStyleSheet, light: CSSStyleDeclaration, dark: CSSStyleDeclaration } | null} */
let own = null

/**
 * Paints a theme over the server's; null takes it away again.
 *
 * @param {DesktopTheme | null} theme
 */
export function paintTheme(theme) {
  if (!theme && !own) return
  const { light, dark } = sheet()
  write(light, theme?.colors, theme)
  write(dark, theme ? (theme.darkColors ?? theme.colors) : undefined, theme)
}

/**
 * The colours of the built-in theme, read from the style that the server printed.
 *
 * @returns {{ colors: Colors, darkColors?: Colors }}
 */
export function builtInColors() {
  const style = document.getElementById('theme-style')
  const rules = style instanceof HTMLStyleElement ? [...(style.sheet?.cssRules ?? [])] : []
  const palette = (/** @type {string} */ selector) => {
    const rule = rules.find((one) => one instanceof CSSStyleRule && one.selectorText === selector)
    return rule instanceof CSSStyleRule ? colorsOf(rule.style) : null
  }
  return { colors: palette(':root') ?? {}, darkColors: palette(':root.dark') ?? undefined }
}

/** @param {CSSStyleDeclaration} style @returns {Colors} */
function colorsOf(style) {
  const found = COLORS.map(([slot, variable]) => [slot, style.getPropertyValue(variable).trim()])
  return Object.fromEntries(found.filter(([, value]) => value))
}

/** @param {CSSStyleDeclaration} style @param {Colors | undefined} colors @param {DesktopTheme | null} theme */
function write(style, colors, theme) {
  for (const [variable, slots] of SEEDS) set(style, variable, slots.map((slot) => colors?.[slot]).find(Boolean))
  const { fontSans, fontMono } = /** @type {any} */ (theme?.typography ?? {})
  set(style, '--dt-font-sans', fontSans)
  set(style, '--dt-font-mono', fontMono)
}

/** @param {CSSStyleDeclaration} style @param {string} variable @param {unknown} value */
function set(style, variable, value) {
  if (typeof value === 'string' && value.trim()) style.setProperty(variable, value)
  else style.removeProperty(variable)
}

/** Made at the first theme that is not the server's. */
function sheet() {
  if (own) return own
  const made = new CSSStyleSheet()
  made.replaceSync(':root {} :root.dark {}')
  const [light, dark] = /** @type {CSSStyleRule[]} */ ([...made.cssRules])
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, made]
  own = { sheet: made, light: light.style, dark: dark.style }
  return own
}
