/** Links into the app, and matching of provider rows. */

/**
 * The settings page of plugins, of one plugin, or of one page of a plugin.
 *
 * @param {string} [plugin]
 * @param {string} [page] only with `plugin`
 * @returns {string} a path for `host.navigate`
 */
export function pluginSettingsHref(plugin, page) {
  let href = '/settings?tab=plugins'
  if (plugin) {
    href += `&plugin=${encodeURIComponent(plugin)}`
    if (page) href += `&ppage=${encodeURIComponent(page)}`
  }
  return href
}

/**
 * Whether a row of the model catalogue is the provider `current` names, by slug, name or alias.
 *
 * @param {{ slug?: string, name?: string, aliases?: readonly string[] }} provider
 * @param {string | null | undefined} current
 * @returns {boolean}
 */
export function catalogProviderMatches(provider, current) {
  const wanted = String(current ?? '').trim()
  if (!wanted || !provider) return false
  return provider.slug === wanted || provider.name === wanted || (provider.aliases?.includes(wanted) ?? false)
}
