/** Every word of the landing page. A text changes here; no markup has to be touched. */
export const content = {
  meta: {
    title: 'Waymark: career guidance with AI mentors',
    description:
      'Waymark pairs students and early-career professionals with AI mentors who set practice missions, talk through how they went and point out the next step.',
  },
  header: {
    skip: 'Skip to content',
    menu: 'Menu',
    navigation: 'Sections',
    join: 'Join',
  },
  hero: {
    eyebrow: 'Career guidance with AI mentors',
    headline: { start: 'Find your career path,', accent: 'one waymark at a time.' },
    lead: 'Waymark pairs students and early-career professionals with AI mentors who set practice missions and show the next step.',
    join: 'Join the Waitlist',
    download: 'Download App (Coming Soon)',
    downloadNote: 'The app is not released yet.',
    picture:
      'A Host with a backpack walks up a mountain trail beside a glowing Traveler. Two more Travelers wait further up, next to orange trail diamonds that lead to the pass.',
  },
  about: {
    nav: 'About',
    eyebrow: 'About Waymark',
    heading: 'One Host, and a team of Travelers',
    intro:
      'Choosing a field, finding the first job, settling into it: that stretch is easier with someone to ask. Waymark gives you a small team for it.',
    pair: [
      {
        kind: 'host',
        name: 'Hosts',
        who: 'That is you',
        text: 'Students and people in their first working years. You set the direction and the pace, and every decision stays with you.',
        bringsLabel: 'You bring',
        brings: 'A goal, a question, or only a hunch',
      },
      {
        kind: 'traveler',
        name: 'Travelers',
        who: 'Your AI mentors',
        text: 'AI personas, each with a career field, a specialization and a way of teaching. They brief you before a task and go over it with you afterwards.',
        bringsLabel: 'They bring',
        brings: 'Field knowledge, a plan and patience',
      },
    ],
    helps: {
      heading: 'How the pairing helps',
      points: [
        {
          icon: 'ask',
          title: 'Ask the basic question',
          text: 'A Traveler has no grade to give and no job to fill. Ask what you would not ask a teacher or an employer.',
        },
        {
          icon: 'practice',
          title: 'Practice before it counts',
          text: 'Missions are small tasks from working life. You are briefed, you plan, you do it, and you talk through how it went.',
        },
        {
          icon: 'path',
          title: 'See the next step',
          text: 'A long learning path is split into phases and milestones, so you always know where you stand and what comes next.',
        },
      ],
    },
    limits:
      'Travelers are software, not people, and they can be wrong. They help you prepare a decision. They do not make it for you.',
  },
  waitlist: {
    nav: 'Waitlist',
    eyebrow: 'Waitlist',
    heading: 'The waitlist is not open yet',
    text: 'When it opens, the form will stand right here and ask for your email address. Until then there is nothing to fill in, and no address is collected.',
  },
  footer: {
    heading: 'On this page',
    top: 'Back to top',
    signIn: 'Admin sign-in',
    year: '2025',
  },
} as const
