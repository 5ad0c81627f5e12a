import React from "react"
import * as sdk from "@hermes/plugin-sdk"

// Pattern 23: default and namespace imports, double quotes, tabs, CRLF, an import in the middle of the file.
const { Badge, Button } = sdk
const hasFuture = typeof sdk.SomethingFromTheFuture !== "undefined"
const text = "import x from 'not-an-import'" // from 'nowhere'

import { jsx } from "react/jsx-runtime"
import Sdk, { host } from '@hermes/plugin-sdk'

export default {
	id: "import-forms",
	register(ctx) {
		globalThis.importForms = {
			hasFuture,
			text,
			sameHost: Sdk.host === host,
			sameButton: Sdk.Button === Button,
			sameReact: React.createElement !== undefined
		}
		ctx.register({
			id: "chip",
			area: "statusBar.right",
			render: () => React.createElement(Badge, null, jsx("b", { children: "forms" }))
		})
	}
}
