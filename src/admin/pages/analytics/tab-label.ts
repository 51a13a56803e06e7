import { translate } from '#admin/format/translate.ts'
import type { Tab } from '#contract/insight/analytics.ts'

const LABELS: Record<Tab, string> = {
  engagement: 'User Engagement',
  missions: 'Missions',
  protocols: 'Protocols',
  growth: 'User Growth',
}

/** What a tab is called (ANA-01). */
export function tabLabel(tab: Tab): string {
  return translate(LABELS[tab])
}
