// Pattern 18: fetch, WebSocket and images of the plugin's own service; blob and data URLs; an audio worklet.
import { jsx } from 'react/jsx-runtime'

async function settle(name, work) {
  try {
    return [name, await work()]
  } catch (error) {
    return [name, `failed: ${error.message}`]
  }
}

const image = src =>
  new Promise((resolve, reject) => {
    const element = new Image()
    element.onload = () => resolve('ok')
    element.onerror = () => reject(new Error('image'))
    element.src = src
  })

const socket = url =>
  new Promise((resolve, reject) => {
    const connection = new WebSocket(url)
    connection.onopen = () => {
      connection.close()
      resolve('ok')
    }
    connection.onerror = () => reject(new Error('socket'))
  })

const worker = () =>
  new Promise((resolve, reject) => {
    const url = URL.createObjectURL(new Blob(["postMessage('ok')"], { type: 'text/javascript' }))
    const thread = new Worker(url)
    thread.onmessage = event => resolve(event.data)
    thread.onerror = () => reject(new Error('worker'))
  })

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

globalThis.probeOwnService = async origin =>
  Object.fromEntries(
    await Promise.all([
      settle('fetch', async () => (await fetch(`${origin}/hello`)).text()),
      settle('socket', () => socket(`${origin.replace('http', 'ws')}/socket`)),
      settle('image', () => image(`${origin}/pixel.gif`)),
      settle('data', () => image(PIXEL)),
      settle('blob', async () => image(URL.createObjectURL(await (await fetch(PIXEL)).blob()))),
      settle('worker', worker)
    ])
  )

export default {
  id: 'own-service',
  register(ctx) {
    ctx.register({ id: 'chip', area: 'statusBar.right', render: () => jsx('span', { children: 'own service' }) })
  }
}
