import clsx = require('clsx')
export = clsx
