import { FORM_ANSWERS, MAILED_ANSWER, MAILED_TITLE } from '#contract/forms.ts'

/** Shared by the tier and the FAQ. */
const PREMIUM_PRICE = '$9.99'

/** All texts and prices of the landing page. Edit a text here; the markup needs no change. */
export const content = {
  meta: {
    title: 'Waymark: career guidance with AI mentors',
    description:
      'Waymark pairs students and early-career professionals with AI mentors who set practice missions, talk through how they went and point out the next step.',
    shareImage:
      'A Host with a backpack walks up a mountain trail beside a glowing Traveler, towards the next orange trail diamond.',
  },
  header: { skip: 'Skip to content', menu: 'Menu', navigation: 'Sections', join: 'Join' },
  hero: {
    eyebrow: 'Career guidance with AI mentors',
    headline: { start: 'Find your career path,', accent: 'one waymark at a time.' },
    lead: 'Waymark pairs students and early-career professionals with AI mentors who set practice missions and show the next step.',
    join: 'Join the Waitlist',
    download: 'Download App (Coming Soon)',
    downloadNote: 'The app is not released yet. People on the waitlist hear first.',
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
  how: {
    nav: 'How it works',
    eyebrow: 'How it works',
    heading: 'Five parts, one trail',
    intro:
      'You start by telling us where you stand. The rest of Waymark is built around that answer.',
    tabsLabel: 'Parts of Waymark',
    /** The words inside the drawings. Keep them short: they do not wrap. */
    pictures: {
      chat: [
        { asks: true, text: 'How do you learn best?' },
        { asks: false, text: 'By doing it.' },
        { asks: true, text: 'How should I talk to you?' },
        { asks: false, text: 'Straight, please.' },
      ],
      cards: ['Theoretical', 'Practical', 'Coaching'],
      mission: { title: ['Read a job advert', 'like a recruiter'], meta: '2 hours · Beginner' },
      map: { start: 'Start', goal: 'Goal', phases: ['Phase 1', 'Phase 2', 'Phase 3'] },
    },
    tabs: [
      {
        id: 'matching',
        tab: 'TELL matching',
        heading: 'You tell, and we match',
        text: 'A few plain questions come first. Your answers decide which Travelers are suggested to you, and you decide who comes along.',
        stepsLabel: 'What you tell us',
        steps: [
          {
            title: 'Where you stand',
            text: 'School, a degree, a first job, or between two things.',
          },
          {
            title: 'Where you look',
            text: 'A career field, or two that you cannot choose between.',
          },
          {
            title: 'How you learn',
            text: 'By doing, by reading, by being asked, or by being shown.',
          },
          { title: 'How you like to be spoken to', text: 'Straight, warm, or with numbers.' },
        ],
      },
      {
        id: 'missions',
        tab: 'Mission Center',
        heading: 'A mission is a small task from working life',
        text: 'Each one says how long it takes and how hard it is. It runs through four phases, always the same four.',
        stepsLabel: 'The four phases',
        steps: [
          {
            title: 'Briefing',
            text: 'Your Traveler tells you what the task is and why people in the field do it.',
          },
          {
            title: 'Planning',
            text: 'You write down your steps. The Traveler asks about the ones you left out.',
          },
          { title: 'Execution', text: 'You do it, in your own time, with help one question away.' },
          {
            title: 'Debriefing',
            text: 'You go over it together: what held, what did not, what to try next.',
          },
        ],
      },
      {
        id: 'sessions',
        tab: 'Transfer Sessions',
        heading: 'A talk that leaves you with something to use',
        text: 'A Transfer Session is a sit-down with one Traveler about one thing it knows and you need.',
        stepsLabel: 'How a session goes',
        steps: [
          {
            title: 'You bring a question',
            text: 'An interview next week, a report you cannot start, a term everyone else seems to know.',
          },
          {
            title: 'You work on it together',
            text: 'The Traveler explains, asks back, and has you try it out on the spot.',
          },
          {
            title: 'You take notes home',
            text: 'What you learned and one thing to do with it before the next session.',
          },
        ],
      },
      {
        id: 'protocols',
        tab: 'Protocol System',
        heading: 'A protocol is a learning path with a goal',
        text: 'It strings missions into phases with milestones between them. Five rules keep it honest.',
        stepsLabel: 'The five rules',
        steps: [
          {
            title: 'One goal',
            text: 'A protocol leads to one thing that you can name before you start.',
          },
          {
            title: 'One phase at a time',
            text: 'The next phase opens when the milestone of this one is reached.',
          },
          {
            title: 'Done, not read',
            text: 'A milestone is something you made or did. Reading alone does not count.',
          },
          { title: 'Look back before you go on', text: 'Every phase ends with a debriefing.' },
          {
            title: 'Turning round is allowed',
            text: 'You may pause or leave. What you finished stays yours.',
          },
        ],
      },
      {
        id: 'team',
        tab: 'Team Hub',
        heading: 'Your Travelers, in one place',
        text: 'Several Travelers see one question from several sides. In the Team Hub each of them has a role.',
        stepsLabel: 'The five roles',
        steps: [
          {
            icon: 'guide',
            title: 'Guide',
            text: 'Keeps the whole path in view and says what comes next.',
          },
          {
            icon: 'specialist',
            title: 'Specialist',
            text: 'Knows the field, its words and its habits.',
          },
          {
            icon: 'coach',
            title: 'Coach',
            text: 'Rehearses with you: the interview, the talk, the first call.',
          },
          {
            icon: 'reviewer',
            title: 'Reviewer',
            text: 'Reads what you made and says what is missing.',
          },
          {
            icon: 'scout',
            title: 'Scout',
            text: 'Looks ahead: what the next job, course or year asks of you.',
          },
        ],
      },
    ],
  },
  fields: {
    nav: 'Fields',
    eyebrow: 'Career fields',
    heading: 'Five fields to start in',
    intro: 'Each field has Travelers, missions and protocols of its own.',
    tryLabel: 'A mission might be',
    list: [
      {
        icon: 'technology',
        name: 'Technology',
        text: 'Software, data, security and the people who keep systems running.',
        mission: 'Find the fault in a small program and write down how you found it.',
      },
      {
        icon: 'healthcare',
        name: 'Healthcare',
        text: 'Nursing, therapy, laboratories and the running of a clinic.',
        mission: 'Hand over a patient on paper so that the next shift has no questions.',
      },
      {
        icon: 'business',
        name: 'Business & Management',
        text: 'Finance, marketing, operations and leading a team for the first time.',
        mission: 'Turn a one-hour meeting into half a page that people act on.',
      },
      {
        icon: 'education',
        name: 'Education & Training',
        text: 'Teaching, training at work and making things understood.',
        mission: 'Teach one idea to one person and see what they can do afterwards.',
      },
      {
        icon: 'engineering',
        name: 'Engineering',
        text: 'Machines, buildings, energy and making a thing that holds.',
        mission: 'Estimate what a cardboard bridge carries, build it, and load it.',
      },
    ],
  },
  advantages: {
    nav: 'Advantages',
    eyebrow: 'Advantages',
    heading: 'Why go with Travelers',
    intro:
      'Good advice exists. It is rarely there at the hour, in the form and as often as you need it.',
    list: [
      {
        icon: 'hours',
        title: 'There when it comes up',
        text: 'A Traveler answers on a Sunday night before the Monday interview.',
      },
      {
        icon: 'sides',
        title: 'More than one opinion',
        text: 'A team looks at your question from several roles, and may disagree in front of you.',
      },
      {
        icon: 'doing',
        title: 'Doing, not only advice',
        text: 'Missions leave you with work that you can show, and with a story to tell about it.',
      },
      {
        icon: 'style',
        title: 'Taught your way',
        text: 'Practical, theoretical, by questions, by coaching: Travelers teach differently, and you choose.',
      },
      {
        icon: 'pace',
        title: 'At your own pace',
        text: 'No term dates and no class to keep up with. A protocol waits where you left it.',
      },
      {
        icon: 'progress',
        title: 'Progress you can point at',
        text: 'Milestones say what you have done, in words that you can use in an application.',
      },
    ],
  },
  pricing: {
    nav: 'Pricing',
    eyebrow: 'Pricing',
    heading: 'Start free. Pay for a whole team.',
    intro: 'The app is not released yet, so nothing is charged today.',
    badge: 'Whole team',
    /** The lines that the tiers are compared by, in order. */
    lines: ['Travelers', 'Transfer Sessions', 'Missions'],
    tiers: [
      {
        id: 'free',
        name: 'Free Tier',
        price: '$0',
        per: 'per month',
        text: 'To find out whether it suits you.',
        team: { sure: 2, more: 0 },
        features: ['2 basic AI Travelers', 'One Transfer Session per week', 'Limited missions'],
        action: { label: 'Join the Waitlist', to: 'waitlist' },
      },
      {
        id: 'premium',
        name: 'Premium Tier',
        price: PREMIUM_PRICE,
        per: 'per month',
        text: 'For a goal that you work on every week.',
        team: { sure: 3, more: 2 },
        features: ['A team of 3-5 personas', 'Daily sessions', 'Unlimited missions'],
        action: { label: 'Join the Waitlist', to: 'waitlist' },
      },
      {
        id: 'enterprise',
        name: 'Enterprise Solutions',
        price: 'Custom',
        per: 'pricing',
        text: 'For schools, universities and employers.',
        features: [
          'Travelers for your fields',
          'Sessions as agreed',
          'Missions for your courses or roles',
        ],
        action: { label: 'Write to us', to: 'contact' },
      },
    ],
  },
  testimonials: {
    nav: 'Voices',
    eyebrow: 'Voices',
    heading: 'What we hope to hear',
    note: 'Sample texts. The app is not released, so nobody can have said this yet. Real ones will take their place.',
    sample: 'Sample',
    list: [
      {
        initials: 'NS',
        role: 'Nursing student, second year',
        text: 'I rehearsed my first handover four times before the ward. Nobody sighed when I asked what an abbreviation meant.',
      },
      {
        initials: 'JD',
        role: 'Junior developer, first job',
        text: 'My Reviewer reads a change before my colleagues do. I still make mistakes, but they are new ones every week.',
      },
      {
        initials: 'CC',
        role: 'Career changer, towards teaching',
        text: 'I had a hunch and a free month. Three small missions later I knew which half of the hunch was worth keeping.',
      },
    ],
  },
  faq: {
    nav: 'FAQ',
    eyebrow: 'FAQ',
    heading: 'Questions people ask first',
    more: 'Didn’t find your question?',
    write: 'Write to us.',
    list: [
      {
        question: 'Is a Traveler a real person?',
        answer:
          'No. A Traveler is an AI persona: software with a career field, a specialization and a way of teaching. It never pretends to be a person.',
      },
      {
        question: 'Who is Waymark for?',
        answer:
          'For students and for people in their first working years. You can also come while you are changing careers and starting over in a new field.',
      },
      {
        question: 'Do I have to know what I want to become?',
        answer:
          'No. A hunch is enough to begin with. Short missions in different fields are a cheap way to find out what you like doing.',
      },
      {
        question: 'When can I start?',
        answer:
          'The app is not released and has no date yet. Leave your address on the waitlist, and we will email you when it is released.',
      },
      {
        question: 'What does it cost?',
        answer: `The Free Tier has 2 basic AI Travelers, one Transfer Session per week and limited missions. The Premium Tier costs ${PREMIUM_PRICE} per month and has a team of 3-5 personas, unlimited missions and daily sessions. Schools, universities and employers agree on a price with us.`,
      },
      {
        question: 'What is the difference between a mission and a protocol?',
        answer:
          'A mission is one small task with a briefing, a plan, the work and a debriefing. A protocol is a learning path that strings missions into phases, with milestones between them.',
      },
      {
        question: 'Can a Traveler be wrong?',
        answer:
          'Yes. It is software, and it makes mistakes. Check what matters with a second source, and with a person before anything that cannot be undone. For questions of health, law or money, ask a professional.',
      },
      {
        question: 'Will Waymark find me a job?',
        answer:
          'No. It helps you prepare: to choose a direction, to practice the work and to talk about what you did. Applying is up to you.',
      },
      {
        question: 'My field is not among the five. Can I still join?',
        answer:
          'Yes. Planning, writing, presenting and working in a team are practiced in every field. Tell us which one you miss: the contact form is below.',
      },
      {
        question: 'What happens to the address I leave on the waitlist?',
        answer:
          'It is stored with the date and with what you told us you are, so that we can write to you when the app is released. To leave the waitlist, write to us with the form below.',
      },
    ],
  },
  waitlist: {
    eyebrow: 'Waitlist',
    heading: 'Be there when the trail opens',
    text: 'Leave your address. We use it only to tell you when the app is released. If this site sends email, you first get a message to confirm your address; without an answer it is erased after 7 days. Every email has a link that removes you from the list and erases your entry.',
    email: 'Email',
    who: 'I am a',
    whoNone: 'Prefer not to say',
    whoChoices: {
      student: 'Student',
      'early-career-professional': 'Early-career professional',
      mentor: 'Mentor',
      organisation: 'Organisation',
    },
    submit: 'Join the Waitlist',
    another: 'Use another address',
  },
  contact: {
    nav: 'Contact',
    eyebrow: 'Contact',
    heading: 'Write to us',
    intro:
      'A question that is not answered above, a school that wants to take part, something that does not work: a person reads it and answers by email.',
    name: 'Name',
    email: 'Email',
    subject: 'Subject',
    message: 'Message',
    submit: 'Send Message',
  },
  /** Texts of the forms, while sending and afterwards. */
  forms: {
    required: 'All fields are required.',
    optional: '(optional)',
    trap: 'Leave this field empty',
    sending: 'Sending…',
    again: 'Try again',
    offline: 'Not sent. Check your connection and try again. Your text is still here.',
    failed: 'Not saved. Try again in a moment. Your text is still here.',
    invalid: 'Not sent. Correct the marked fields.',
    missing: 'Please fill in this field.',
    badEmail: 'Please enter an email address, like name@example.org.',
    another: 'Send another message',
  },
  /** The privacy page, and the notice at each form. */
  privacy: {
    title: 'Privacy',
    description:
      'What this site stores about people who write to it or join the waitlist, why, for how long, and how to have it erased.',
    heading: 'What we store about you, and why',
    lead: 'This site sets no cookies, counts no visitors and loads nothing from other sites. It stores what you send with its two forms, and uses it only for that purpose.',
    link: 'Privacy',
    note: {
      contact: 'We store your message only to answer you.',
      waitlist: 'We store your address only to write to you about the release.',
    },
    parts: [
      {
        heading: 'A message',
        text: 'Your name, your email address, the subject, the message and the time it arrived. The people who answer messages can read it. After they delete it, it is erased for good after a while, with its history.',
      },
      {
        heading: 'The waitlist',
        text: 'Your email address, what you told us about yourself, and the day you joined. We use the address only to tell you when the app is released. If this site sends email, you first get a message to confirm your address; without an answer it is erased after 7 days. Every email has a link that removes you from the list and erases your entry.',
      },
      {
        heading: 'Your connection',
        text: 'For a short time we count how many forms come from your network address, to stop floods. We do not store the address with what you send. The server log may contain it when it records errors and attacks.',
      },
      {
        heading: 'Who else sees it',
        text: 'Only the people who run this site. The data is in their own database. Nothing is sold or shared, and there is no advertising.',
      },
      {
        heading: 'To see it, correct it or have it erased',
        text: 'Write to us with the contact form, from the address in question. On request, we remove you from the waitlist and erase what you sent.',
      },
    ],
  },
  /** The pages that answer a form sent without script. */
  pages: {
    back: 'Back to the page',
    contact: { title: 'Message sent', heading: 'Thank you for your message' },
    waitlist: { title: 'On the waitlist', heading: 'See you on the trail' },
    again: { title: 'Not sent yet', heading: 'Not sent yet' },
  },
  /** The pages of an address on its way onto the waitlist and off it. */
  waitlistPages: {
    'waitlist-mailed': {
      title: 'Check your email',
      heading: MAILED_TITLE,
      lead: MAILED_ANSWER,
    },
    'waitlist-confirm': {
      title: 'Confirm your address',
      heading: 'One click, and you are on the waitlist',
      lead: 'It confirms that this is your address and that you want to hear about the release.',
      code: 'The code from your link: the part after the #',
      submit: 'Confirm my address',
      // Shown by the script when the address has no code.
      bare: {
        heading: 'This page needs the link from your email',
        lead: 'Open the link there, or copy all of it, including the part after the #. No email? Join again, and we will send you another.',
        join: 'Join the waitlist',
      },
    },
    'waitlist-confirmed': {
      title: 'On the waitlist',
      heading: 'See you on the trail',
      lead: FORM_ANSWERS.waitlist,
    },
    'waitlist-unsubscribe': {
      title: 'Off the waitlist',
      heading: 'Leave the waitlist?',
      lead: 'We will erase your address and everything you sent with it, and will not write to you again.',
      submit: 'Remove me from the waitlist',
    },
    'waitlist-left': {
      title: 'Off the waitlist',
      heading: 'You are off the waitlist',
      lead: 'Your address is erased. You can join again whenever you like.',
    },
    'waitlist-link': {
      title: 'This link does not work',
      heading: 'This link no longer works',
      lead: 'The link is incomplete, or the address was erased because it was not confirmed within 7 days. Join again, and we will send you another.',
    },
  },
  footer: {
    heading: 'On this page',
    top: 'Back to top',
    signIn: 'Admin sign-in',
    year: '2025',
  },
} as const
