/**
 * React Query with the one client of the window, so that plugins' queries cache, dedupe and invalidate together.
 *
 * Contract: guide, Data layer.
 */
import { QueryClient } from '../vendor/react-query.js'

export { useMutation, useQuery, useQueryClient } from '../vendor/react-query.js'

/**
 * One retry instead of the library's three: a closed gateway or a plugin backend that is off answers at once, and three
 * retries with backoff would keep a page on its skeleton for seven seconds before it may say so.
 */
export const queryClient = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: 1 } } })
