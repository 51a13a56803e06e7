/**
 * What each figure means, once for the API, the console and the exports. Everybody with an account counts
 * as a user: admins and inactive accounts too. What happened on a day stays: deleting or deactivating a
 * user, a mission or a protocol changes no past day. Days are those of the reporting time zone.
 */
export const DEFINITIONS = {
  dailyActiveUsers:
    'People with at least one event in the app on that day, each counted once. Admins, inactive and since deleted users count on the days they were active. Of a whole range, each is counted once in it. By week or month: the mean of its whole days.',
  sessionDuration:
    'App sessions that began in the range and have ended, by how long they lasted. A session without an end is not counted.',
  featureUsage:
    'How often each feature was used in the range. One person using it three times counts three. When there are more than 50 features, the 50 most used are named and all others summed up as “other”.',
  completionRate:
    'Of the missions assigned in the 30 days up to and including that day, the share completed by the end of that day. No value where none was assigned. By week or month: that of its last day. The rate of a range is its own: of the missions assigned in the range, the share completed by its end.',
  byDifficulty:
    'Missions assigned in the range, and how many of these were completed by its end, by the difficulty that the mission has now. Missions without a difficulty are left out.',
  byType:
    'Missions assigned in the range, by the type that the mission has now. Missions without a type are left out.',
  progressOverTime:
    'The average progress, at the end of that day, of all protocol enrolments made until then. A completed protocol counts as 100 %. By week or month, and of a range: that of the last day.',
  byLevel:
    'Protocols assigned in the range, and how many of these were completed by its end, by the level that the protocol has now. Protocols without a level are left out.',
  completionRateByLevel:
    'Of the protocols assigned in the range, the share completed by its end, by the level that the protocol has now. Protocols without a level are left out.',
  userGrowth:
    'New users are accounts created on that day, deleted since or not. Total users are the accounts that existed at the end of that day. By week or month: the sum of new users, and the total at its end.',
  retentionRate:
    'Of the people active in the week before, the share active again in this week. Weeks run from Monday to Sunday and are shown by their Monday; only whole weeks that end in the range count. Of a range: of the people of all weeks before, the share that came back, together. By month: the mean of the weeks that began in it.',
  userDistribution:
    'Accounts that exist now and were created until the end of the range, by the segment they are in now.',
  accounts: 'Accounts that exist now, admins and inactive ones included.',
  totalUsers: 'Accounts that existed at the end of the range, admins and inactive ones included.',
  newUsers: 'Accounts created in the range, deleted since or not.',
  activeUsers:
    'People with at least one event in the app in the range, each counted once, admins, inactive and since deleted users included.',
  totalMissions: 'Missions that exist now, active or not.',
  missionsAssigned:
    'Missions assigned to people in the range. One mission given to ten people counts ten.',
  missionsCompleted: 'Of the missions assigned in the range, those completed by its end.',
  missionCompletionRate:
    'Completed divided by assigned, in percent. No value where none was assigned.',
  totalProtocols: 'Protocols that exist now, active or not.',
  protocolsAssigned: 'Protocol enrolments made in the range.',
  protocolsCompleted: 'Of the enrolments made in the range, those completed by its end.',
  totalMentors: 'Mentors that exist now, active or not.',
  activeMentors: 'Mentors whose status is Active now.',
  mentorAssignments: 'Mentors assigned to people in the range.',
  recentUsers: 'The newest accounts created in the range, five at most.',
  systemStatus:
    'Healthy when the database answers within one second. Requests of the last 60 minutes over all servers, and how long on average until their answer began. Uptime is that of the server that answers.',
  comparison:
    'A change is against the previous period: as many days, directly before the range. While the range is not over, the last day of the previous period counts until the same time of day. A previous period with fewer than 10 counted, or without activity on two thirds of its days, has too little data for a percentage.',
} as const

export type Figure = keyof typeof DEFINITIONS

/** The lengths that sessions are counted by; `below` in seconds, the last has no bound. */
export const SESSION_RANGES = [
  { label: 'under 1 min', below: 60 },
  { label: '1-5 min', below: 300 },
  { label: '5-15 min', below: 900 },
  { label: '15-30 min', below: 1800 },
  { label: '30-60 min', below: 3600 },
  { label: '60 min or more', below: undefined },
] as const

/** How many features are named; what is used less often is summed up, if it is anything. */
export const MOST_FEATURES = 50
/** What the sum is called; a feature of this very name is part of it. */
export const OTHER_FEATURES = 'other'

/** What the product calls the parts of its app. What else is sent is shown as it was sent. */
export const FEATURE_NAMES: Readonly<Record<string, string>> = {
  'mission-center': 'Mission Center',
  'tell-matching': 'TELL matching',
  'mentor-chat': 'Mentor chat',
  'protocol-system': 'Protocol System',
  'team-hub': 'Team Hub',
  'transfer-session': 'Transfer Sessions',
  [OTHER_FEATURES]: 'Other',
}

/** Days that the mission completion rate looks back, the day itself included. */
export const COMPLETION_DAYS = 30
