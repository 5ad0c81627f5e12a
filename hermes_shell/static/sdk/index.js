/**
 * `@hermes/plugin-sdk`: every name of the contract, and nothing else. One noun a file; placeholders.js lists what is not real yet.
 */
export {
  APPEARANCE_AREAS,
  CHAT_EMPTY_AREA,
  COMPOSER_AREAS,
  KEYBINDS_AREA,
  MODEL_MENU_ROW_AREA,
  PALETTE_AREA,
  PANES_AREA,
  ROUTES_AREA,
  SESSION_ROW_AREAS,
  SETTINGS_PLUGINS_AREA,
  SIDEBAR_NAV_AREA,
  SIDEBAR_NAV_PREFS_AREA,
  SIDEBAR_PROFILE_GROUP_HEADER_AREA,
  STATUSBAR_AREAS,
  THEMES_AREA,
  TITLEBAR_AREAS,
  TRANSCRIPT_DIRECTIVE_AREA,
  WORKSPACE_PAGE_HEADER_AREA,
} from './areas.js'
export {
  APPROVAL_RESPOND_TIMEOUT_MS,
  BOT_CHAT_SESSION_HYDRATION_TIMEOUT_MS,
  DEFAULT_SESSION_HYDRATION_TIMEOUT_MS,
  HYDRATION_SYNC_BADGE_TIMEOUT_MS,
  PLUGIN_APP_ACTIONS,
  SIDEBAR_ROW_LEAD,
  SIDEBAR_TRUNCATED_LEADING,
} from './constants.js'
export {
  DEFAULT_REASONING_EFFORT,
  REASONING_EFFORTS,
  REASONING_EFFORT_VALUES,
  reasoningEffortLabel,
} from './reasoning.js'
export { host } from './host.js'
export { atom, computed, useValue } from './values.js'
export { queryClient, useMutation, useQuery, useQueryClient } from './query.js'
export { Contribute } from './contribute.js'
export { WorkspacePageHeaderControl } from './page_header.js'
export { LocalizedTabTitle, translateNow, useI18n, usePluginI18n } from './i18n.js'
export { requestTheme, useTheme } from './theme.js'
export { $accentOverride, setAccentOverride } from './accent.js'
export { retintTheme, themeHue } from './retint.js'
export { hexToOklch, hueDelta, maxChroma, mixOklab, normalizeHex, oklchToHex, oklchToSrgb255 } from './colour.js'
export { contrastRatio, readableOn } from './contrast.js'
export { PROFILE_SWATCHES, profileColor, profileColorSoft } from './profile_colour.js'
export { coarseElapsed, compactNumber, fmtDateTime, fmtDayTime, formatAgo, relativeTime } from './format.js'
export { nextRunOverdueMs } from './cron.js'
export { formatModifierToken, isSubmitEnter } from './keyboard.js'
export { catalogProviderMatches, pluginSettingsHref } from './plugin_links.js'
export { evaluateRuntimeReadiness } from './readiness.js'
export { createBudgetedLoop } from './budgeted_loop.js'
export { useGrabScroll } from './grab_scroll.js'
export { LruCache } from './lru_cache.js'
export { cn } from './cn.js'
export { haptic } from './haptic.js'
export { icons } from './icons.js'
export { Badge } from './kit/badge.js'
export { Button, RowButton } from './kit/button.js'
export { Checkbox } from './kit/checkbox.js'
export { Codicon } from './kit/codicon.js'
export { ColorSwatches } from './kit/color_swatches.js'
export { ConfirmDialog } from './kit/confirm_dialog.js'
export {
  ContextMenu,
  ContextMenuCheckboxItem,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuSeparator,
  ContextMenuSub,
  ContextMenuSubContent,
  ContextMenuSubTrigger,
  ContextMenuTrigger,
} from './kit/context_menu.js'
export { CopyButton } from './kit/copy_button.js'
export { DecodeText } from './kit/decode_text.js'
export {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from './kit/dialog.js'
export { DisclosureCaret } from './kit/disclosure_caret.js'
export {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from './kit/dropdown_menu.js'
export { FadeScroll } from './kit/fade_scroll.js'
export { GlyphSpinner } from './kit/glyph_spinner.js'
export { Input, Textarea } from './kit/input.js'
export { Kbd, KbdGroup } from './kit/kbd.js'
export { ListRow, ToggleRow } from './kit/list_row.js'
export { Loader } from './kit/loader.js'
export { LogView } from './kit/log_view.js'
export {
  PanelAction,
  PanelAddButton,
  PanelBlock,
  PanelBody,
  PanelDetail,
  PanelEmpty,
  PanelHeader,
  PanelList,
  PanelMeta,
  PanelPill,
  PanelSectionLabel,
} from './kit/panel.js'
export { PanelListRow, PanelRowMenu } from './kit/panel_list_row.js'
export { Popover, PopoverContent, PopoverTrigger } from './kit/popover.js'
export { SandboxedFrame } from './kit/sandboxed_frame.js'
export { ScrollArea } from './kit/scroll_area.js'
export { SearchField } from './kit/search_field.js'
export { SegmentedControl } from './kit/segmented_control.js'
export { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from './kit/select.js'
export { Separator } from './kit/separator.js'
export { SidebarRowLead } from './kit/sidebar_row_lead.js'
export { Skeleton } from './kit/skeleton.js'
export { EmptyState, ErrorState } from './kit/states.js'
export { StatusDot } from './kit/status_dot.js'
export { Switch } from './kit/switch.js'
export { Tabs, TabsList, TabsTrigger } from './kit/tabs.js'
export { Tip, Tooltip, TooltipContent, TooltipProvider, TooltipTrigger } from './kit/tooltip.js'
export {
  Blobatar,
  CapabilitiesView,
  ConnectionGlyph,
  ConnectorsTab,
  MessageTextContent,
  ModelCatalogMenu,
  ModelMenuCloseContext,
  SessionStatusDot,
  Streamdown,
  ToolsetConfigPanel,
  Wordmark,
  ackStoredSessionId,
  blobatarSvg,
  captureGatewayFileDownload,
  forgetSessionUnread,
  markSessionUnreadFinished,
  resolveSiblingWsUrl,
  surfaceModelSwitchConfirm,
} from './stand_ins.js'
