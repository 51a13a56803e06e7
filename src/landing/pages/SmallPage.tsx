import type { ReactNode } from 'react'
import { brand } from '#brand'
import { Mark } from '../art/Mark.tsx'
import { content } from '../content.ts'
import { Footer } from '../sections/Footer.tsx'

/** Layout of the other pages: privacy, and the answers to forms sent without script. */
export function SmallPage({ back, children }: { back: string; children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#content">
        {content.header.skip}
      </a>
      <header className="header">
        <div className="column header-row">
          <a className="wordmark" href="/">
            <Mark />
            {brand.name}
          </a>
        </div>
      </header>
      <main className="small-page" id="content">
        <div className="card">
          {children}
          <p className="small-page-back">
            <a href={back}>{content.pages.back}</a>
          </p>
        </div>
        <svg
          className="small-page-hills"
          viewBox="0 0 1440 180"
          preserveAspectRatio="xMidYMax slice"
          aria-hidden="true"
        >
          <path
            className="s-far"
            d="M0 110 150 40l90 46L410 14l180 84 150-50 200 64 190-90 310 120v40H0Z"
          />
          <path className="s-mid" d="M0 110c260-60 460-50 720-10s500 10 720-40v120H0Z" />
          <path className="s-near" d="M0 160c300-40 560-60 820-20s440 10 620-30v70H0Z" />
        </svg>
      </main>
      <Footer home="/" />
    </>
  )
}
