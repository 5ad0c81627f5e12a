/** A chat that got its stored id: the address and the tile that name it follow. */
import { forgetNewChat, hasNewChat } from './chat_routes.js'
import { moveTile } from './chat_tiles.js'
import { currentRoute, replaceRoute } from './router.js'
import { pathOf } from './route_path.js'

/**
 * @param {string} from
 * @param {string} to
 */
export function followMove(from, to) {
  moveTile(from, to)
  const here = pathOf(currentRoute())
  if (here === '/' && hasNewChat(from)) {
    forgetNewChat()
    replaceRoute(`/${to}`)
  } else if (here === `/${from}`) replaceRoute(`/${to}`)
}
