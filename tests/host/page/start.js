// Wires the modules under test as main.js does, without the surfaces.
import * as announcements from '/w/t/static/0/host/announcements.js'
import { channel } from '/w/t/static/0/host/channel.js'
import * as loader from '/w/t/static/0/host/loader.js'
import { startRealm } from '/w/t/static/0/host/realm.js'
import { registry } from '/w/t/static/0/host/registry.js'
import { startStorage } from '/w/t/static/0/host/storage.js'

let number = 0

export async function startWindow() {
  const realm = startRealm(channel)
  channel.attach({ realm, reports: loader.allReports, route: () => '/', seen: announcements.seen })
  loader.followAnnouncements()
  startStorage()
  channel.open()
  await channel.ready
  Object.assign(globalThis, { loader, registry, channel })
  globalThis.announce = (kind, fields) => announcements.receive({ kind, number: ++number, epoch: 'e', ...fields })
  return loader.startPlugins()
}

/** Resolves when the condition holds; checked at every report and every 5 ms. */
export async function until(condition, what = String(condition)) {
  const end = performance.now() + 5000
  while (!condition()) {
    if (performance.now() > end) throw new Error(`still waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export const ids = (area) => registry.getArea(area).map(({ id }) => id)
export const state = (folder) => {
  const { id, status, error, stale } = loader.plugins.get(folder)
  return { id, status, phase: error?.phase ?? null, message: error?.message ?? null, stale }
}
Object.assign(globalThis, { startWindow, until, ids, state })
