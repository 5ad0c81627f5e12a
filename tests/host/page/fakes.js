// Stands in for the server's ends: the channel's socket and the announcements stream. A classic script, so that it runs before any module.
const fake = {
  sockets: [],
  sources: [],
  /** Everything the page said, on all sockets. */
  sent: [],
  /** What answers by itself; a test turns off what it wants to answer by hand. */
  auto: { open: true, welcome: true, delta: true, store: true, call: true },
  /** verb -> answer */
  answers: { 'plugins.locate': null, log: null },
  get socket() {
    return fake.sockets[fake.sockets.length - 1]
  },
  ofType: (t) => fake.sent.filter((message) => message.t === t),
  say: (message) => fake.socket.hear(message),
  drop: () => fake.socket.end(),
}

class FakeSocket extends EventTarget {
  static OPEN = 1
  readyState = 0

  constructor(address) {
    super()
    this.address = String(address)
    fake.sockets.push(this)
    queueMicrotask(() => (fake.auto.open ? this.accept() : this.end()))
  }

  accept() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  send(text) {
    const message = JSON.parse(text)
    fake.sent.push(message)
    queueMicrotask(() => this.answer(message))
  }

  answer(message) {
    const { t, n, seq } = message
    if (t === 'hello' && fake.auto.welcome) this.hear({ t: 'welcome', epoch: 'e', number: message.number, snapshot: null, parts: [] })
    if (t === 'delta' && fake.auto.delta) this.hear({ t: 'frame', seq, parts: [], warnings: [] })
    if (t === 'store' && fake.auto.store) this.hear({ t: 'stored', n })
    if (t === 'call' && fake.auto.call && message.verb in fake.answers) this.hear({ t: 'answer', n, value: fake.answers[message.verb] })
  }

  hear(message) {
    if (this.readyState === 1) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  close() {
    this.end()
  }

  end() {
    if (this.readyState === 3) return
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}

class FakeSource extends EventTarget {
  static CLOSED = 2
  readyState = 1

  constructor(address) {
    super()
    this.address = address
    fake.sources.push(this)
  }

  hear(type, data) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }

  close() {
    this.readyState = 2
  }
}

globalThis.fake = fake
globalThis.WebSocket = FakeSocket
globalThis.EventSource = FakeSource
globalThis.record = { toasts: [], dismissed: [], actionsGone: [], errors: [], parts: [], revealed: [] }
