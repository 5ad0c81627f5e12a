/** Facts about the machine that the window runs on. */
import { snapshot } from './snapshot.js'

/** True when the shell runs on macOS: Command is `mod` there, Control is `ctrl`. */
export const isMac = snapshot.platform === 'darwin'
