// The attributed host, as far as the realm needs one.
import { onEvent } from '/w/t/static/0/host/events.js'

export const createHost = (incarnation) =>
  Object.freeze({
    incarnation,
    onEvent: (type, fn) => {
      const dispose = onEvent(type, fn)
      return incarnation ? incarnation.own(dispose) : dispose
    },
  })
